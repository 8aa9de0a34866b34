import { gzipSync } from 'node:zlib'
import { imageLimit } from '../../src/core/image-file.ts'
import { marker, pictures } from './hostile-images.ts'

/** A request to upload something, byte by byte, without its credentials. */
export type HostileUpload = {
  readonly title: string
  /** Lines of the header, without line ends. */
  readonly headers: readonly Buffer[]
  readonly body: Buffer
  /** What is said of the length, where it is not the truth; `chunked` says nothing. */
  readonly length?: number | 'chunked'
  /** Whether the client ends the connection before it has sent all that it announced: nobody waits for an answer then. */
  readonly isCut?: true
  readonly isTaken?: boolean
}

/** Texts as the bytes that are sent. */
export const lines = (...texts: readonly (string | Buffer)[]): Buffer[] =>
  texts.map((text) => (typeof text === 'string' ? Buffer.from(text, 'latin1') : text))

/** With a type, what makes a body an upload. */
export const disposition = 'Content-Disposition: attachment; filename="x.png"'

/** The type of a body that is a picture. */
export const png = 'Content-Type: image/png'

/** The type of a body of parts. */
export const form = 'Content-Type: multipart/form-data; boundary=edge'

/** A part of such a form; `head` is what stands behind `form-data; name="file"`. */
export const part = (head: string | Buffer, body: Buffer, type = 'image/png'): Buffer =>
  Buffer.concat(
    lines(
      '--edge\r\nContent-Disposition: form-data; name="file"',
      head,
      `\r\nContent-Type: ${type}\r\n\r\n`,
      body,
      '\r\n',
    ),
  )

/** The body of a form of these parts. */
export const whole = (...parts: readonly Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from('--edge--\r\n')])

/** The name of a file in a part. */
export const file = '; filename="x.png"'

const field = (name: string, value: string): Buffer =>
  Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
const good = part(file, pictures.png)
const long = Buffer.concat([pictures.jpeg, Buffer.alloc(imageLimit - pictures.jpeg.length)])

/** Requests that are odd in their form. */
export const oddForms: readonly HostileUpload[] = [
  { title: 'no disposition', headers: lines(png), body: pictures.png, isTaken: false },
  { title: 'two dispositions', headers: lines(png, disposition, disposition), body: pictures.png },
  { title: 'an inline file', headers: lines(png, 'Content-Disposition: inline'), body: pictures.png, isTaken: false },
  { title: 'no type', headers: lines(disposition), body: pictures.png, isTaken: false },
  {
    title: 'a picture as text',
    headers: lines('Content-Type: text/html', disposition),
    body: pictures.png,
    isTaken: false,
  },
  {
    title: 'a picture as JSON',
    headers: lines('Content-Type: application/json', disposition),
    body: pictures.png,
    isTaken: false,
  },
  {
    title: 'a PNG as JPEG',
    headers: lines('Content-Type: image/jpeg', disposition),
    body: pictures.png,
    isTaken: true,
  },
  {
    title: 'a PNG as SVG',
    headers: lines('Content-Type: image/svg+xml', disposition),
    body: pictures.png,
    isTaken: true,
  },
  {
    title: 'a part that is HTML',
    headers: lines(form),
    body: whole(part(file, pictures.png, 'text/html')),
    isTaken: true,
  },
  {
    title: 'gzip of a picture, declared',
    headers: lines(png, disposition, 'Content-Encoding: gzip'),
    body: gzipSync(pictures.png),
    isTaken: false,
  },
  {
    title: 'a picture that pretends to be gzip',
    headers: lines(png, disposition, 'Content-Encoding: gzip'),
    body: pictures.png,
  },
  {
    title: 'a picture in small chunks',
    headers: lines(png, disposition),
    body: pictures.png,
    length: 'chunked',
    isTaken: true,
  },
  { title: '10 MiB in chunks', headers: lines(png, disposition), body: long, length: 'chunked', isTaken: true },
  {
    title: '10 MiB and a byte in chunks',
    headers: lines(png, disposition),
    body: Buffer.concat([long, Buffer.alloc(1)]),
    length: 'chunked',
    isTaken: false,
  },
  {
    title: '10 MiB and a byte in chunks of a form',
    headers: lines(form),
    body: whole(part(file, Buffer.concat([long, Buffer.alloc(1)]))),
    length: 'chunked',
    isTaken: false,
  },
  {
    title: 'a length that is too short',
    headers: lines(png, disposition),
    body: pictures.png,
    length: pictures.png.length - 20,
  },
  { title: 'a length of nothing', headers: lines(png, disposition), body: pictures.png, length: 0, isTaken: false },
  {
    title: 'a length that is too long',
    headers: lines(png, disposition),
    body: pictures.png,
    length: pictures.png.length + 20,
    isCut: true,
    isTaken: false,
  },
  {
    title: 'a length of 9 exabytes',
    headers: lines(png, disposition),
    body: pictures.png,
    length: 9e18,
    isCut: true,
    isTaken: false,
  },
  { title: 'a negative length', headers: lines(png, disposition), body: pictures.png, length: -1, isTaken: false },
  {
    title: 'a length and chunks',
    headers: lines(png, disposition, 'Transfer-Encoding: chunked'),
    body: pictures.png,
    isTaken: false,
  },
  {
    title: 'a form that is cut off in the file',
    headers: lines(form),
    body: good.subarray(0, -30),
    length: 4000,
    isCut: true,
    isTaken: false,
  },
  { title: 'a form without an end', headers: lines(form), body: good, isTaken: false },
  { title: 'a form that ends in the file', headers: lines(form), body: good.subarray(0, -30), isTaken: false },
  { title: 'a form that ends in the head of a part', headers: lines(form), body: good.subarray(0, 60), isTaken: false },
  { title: 'an empty form', headers: lines(form), body: whole(), isTaken: false },
  { title: 'a form without a body', headers: lines(form), body: Buffer.alloc(0), isTaken: false },
  {
    title: 'a form without a boundary',
    headers: lines('Content-Type: multipart/form-data'),
    body: whole(good),
    isTaken: false,
  },
  {
    title: 'a form with an empty boundary',
    headers: lines('Content-Type: multipart/form-data; boundary=""'),
    body: whole(good),
    isTaken: false,
  },
  {
    title: 'a form with another boundary',
    headers: lines('Content-Type: multipart/form-data; boundary=other'),
    body: whole(good),
    isTaken: false,
  },
  {
    title: 'a boundary of 10,000 characters',
    headers: lines(`Content-Type: multipart/form-data; boundary=${'e'.repeat(10_000)}`),
    body: whole(good),
    isTaken: false,
  },
  { title: 'two files', headers: lines(form), body: whole(good, good), isTaken: false },
  { title: 'a file and 100 more', headers: lines(form), body: whole(...Array<Buffer>(101).fill(good)), isTaken: false },
  {
    title: 'a file under another name',
    headers: lines(form),
    body: whole(Buffer.from(good.toString('latin1').replace('"file"', '"image"'), 'latin1')),
    isTaken: false,
  },
  {
    title: 'a good file, then one under another name',
    headers: lines(form),
    body: whole(good, Buffer.from(good.toString('latin1').replace('"file"', '"image"'), 'latin1')),
    isTaken: false,
  },
  {
    title: 'a file without a name for its part',
    headers: lines(form),
    body: whole(Buffer.from(good.toString('latin1').replace(' name="file";', ''), 'latin1')),
    isTaken: false,
  },
  { title: 'no file name', headers: lines(form), body: whole(part('', pictures.png)) },
  { title: 'a field instead of a file', headers: lines(form), body: whole(field('file', marker)), isTaken: false },
  {
    title: 'a title that is an object with tags',
    headers: lines(form),
    body: whole(good, field('title[raw]', '<b>x')),
  },
  {
    title: 'a file and a caption with script',
    headers: lines(form),
    body: whole(good, field('caption', '<img onerror=x>')),
    isTaken: true,
  },
  {
    title: 'a file and 2,001 fields',
    headers: lines(form),
    body: whole(good, ...Array<Buffer>(2001).fill(field('a', 'b'))),
    isTaken: false,
  },
  {
    title: 'a file and a field of 2 MB',
    headers: lines(form),
    body: whole(good, field('title', 'x'.repeat(2e6))),
    isTaken: false,
  },
  {
    title: 'a head of a part of 100 KB',
    headers: lines(form),
    body: whole(part(`; filename="x.png"\r\nX-Long: ${'x'.repeat(100_000)}`, pictures.png)),
  },
  {
    title: 'parts within a part',
    headers: lines(form),
    body: whole(part(file, whole(good), 'multipart/mixed; boundary=edge')),
  },
  {
    title: 'the boundary in the picture',
    headers: lines(form),
    body: whole(part(file, Buffer.concat([pictures.png, Buffer.from('\r\n--edge\r\n')]))),
  },
  {
    title: 'base64 in a part',
    headers: lines(form),
    body: whole(part(`${file}\r\nContent-Transfer-Encoding: base64`, Buffer.from(pictures.png.toString('base64')))),
  },
]
