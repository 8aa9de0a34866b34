import fc from 'fast-check'
import type { Mood, PlannedBody } from './planned-bodies.ts'

/** A PNG of one red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

const disposition = { 'content-disposition': 'attachment; filename="Red dot.png"' }

const part = (head: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--file\r\ncontent-disposition: form-data; name="alt_text"\r\n\r\nA <b>dot</b>\r\n--file\r\n`),
    Buffer.from(`content-disposition: form-data; ${head}\r\ncontent-type: image/png\r\n\r\n`),
    body,
    Buffer.from('\r\n--file--\r\n'),
  ])

const form = 'multipart/form-data; boundary=file'

/** Images as they should be sent: as the whole body, and in a form. */
export const uploads = [
  { headers: { 'content-type': 'image/png', ...disposition }, payload: png },
  { headers: { 'content-type': form }, payload: part('name="file"; filename="dot.png"', png) },
] as const

const body = (type: string | undefined, bytes: Buffer, headers: Record<string, string> = disposition): PlannedBody => ({
  type,
  text: '',
  bytes,
  headers,
})

const sound = [body('image/png', png), body('application/octet-stream', png), body(form, uploads[1].payload, {})]

const unsound = [
  body('image/png', png, {}),
  body('image/png', png, { 'content-disposition': 'inline' }),
  body('image/png', png, { 'content-disposition': 'attachment; filename="../../x.php\\"' }),
  body('image/png', png.subarray(0, 40)),
  body('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
  body('image/png', Buffer.alloc(0)),
  body('image/svg+xml', png),
  body('application/json', Buffer.from('{"title":"x"}')),
  body('text/html', png),
  body(undefined, png),
  body(form, part('name="image"; filename="dot.png"', png), {}),
  body(form, part('name="file"; filename=""', png), {}),
  body(form, part('name="file"', png), {}),
  body(form, uploads[1].payload.subarray(0, 200), {}),
  body('multipart/form-data', png, {}),
]

/** Bodies for an upload: images in valid requests, and in others what is none or is sent amiss. */
export const uploadBodies = (mood: Mood): fc.Arbitrary<PlannedBody> =>
  mood === 'valid' ? fc.constantFrom(...sound) : fc.constantFrom(...sound, ...unsound)
