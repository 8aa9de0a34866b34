import { disposition, file, form, type HostileUpload, lines, oddForms, part, png, whole } from './hostile-forms.ts'
import { hostileImages, pictures } from './hostile-images.ts'

/** All requests; `canary` is the path of a file that none of them may touch. */
export const makeHostileUploads = (canary: string): readonly HostileUpload[] => [
  ...namesOf(canary).flatMap((name) => named(titleOf(name), name)),
  ...hostileImages.flatMap(({ title, bytes, ...expected }): HostileUpload[] => [
    { title, headers: lines(png, disposition), body: bytes, ...expected },
    { title: `${title} as a part`, headers: lines(form), body: whole(part(file, bytes)), ...expected },
  ]),
  ...oddForms,
]

/** Names of files: texts, or bytes that are no UTF-8. `canary` is a file beside the data directory that none may touch. */
const namesOf = (canary: string): readonly (string | Buffer)[] => [
  '../../../../canary/x.png',
  '..\\..\\..\\..\\canary\\x.png',
  '....//....//....//....//canary/x.png',
  '%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fcanary%2fx.png',
  '%252e%252e%252fcanary%252fx.png',
  '..%c0%af..%c0%afcanary.png',
  Buffer.from('..\xc0\xaf..\xc0\xafcanary.png', 'latin1'),
  Buffer.from('\xc0\xae\xc0\xae/\xff\xfe.png', 'latin1'),
  '．．／．．／canary／x.png',
  '‥/‥/x.png',
  canary,
  `file://${canary}`,
  '/etc/cron.d/kalends.png',
  '//server/share/x.png',
  '\\\\server\\share\\x.png',
  'C:\\Windows\\x.png',
  'C:x.png',
  '\\\\?\\C:\\x.png',
  '~/x.png',
  'x.png/..',
  'x.png/.',
  'x.png...',
  'x.png. . .',
  ' .png ',
  '.',
  '..',
  '...',
  '.png',
  '.htaccess',
  'web.config',
  '.spool/x',
  '../.spool/x.png',
  'kalends.sqlite',
  '../kalends.sqlite-wal',
  'CON',
  'NUL.png',
  'aux.jpg',
  'COM1.png',
  'x.png::$DATA',
  'x.php.jpg',
  'x.jpg.php',
  'x.svg%00.png',
  'x.svg\0.png',
  'x.php\0',
  'x\r\nX-Injected: 1.png',
  'x\r\n\r\n<script>.png',
  'x\n.png',
  'x\x1b[31m\x07\x7f\x85.png',
  'x\u202egnp.exe',
  '\u2066x\u2069\u200b.png',
  '😀🎉.png',
  'é'.normalize('NFD').concat('\u0301'.repeat(2000), '.png'),
  'x'.repeat(5000).concat('.png'),
  `${'../'.repeat(1500)}x.png`,
  '',
  ' ',
  '"',
  'x".png"; filename="y.png',
  "x'.png",
  'x\\".png',
  '\\',
  'x;.png',
  '<script>alert(1)</script>.png',
  '"><img src=x onerror=alert(1)>.png',
  '{{7*7}}#{7*7}.png',
  '$(touch canary).png',
  '`touch canary`.png',
  '| touch canary .png',
  '-rf',
  "x'; drop table image; --.png",
  "' or 1=1 --",
  '%s%n%x.png',
  '__proto__',
  'constructor',
]

const bytesOf = (name: string | Buffer): Buffer => (typeof name === 'string' ? Buffer.from(name) : name)

/** As RFC 8187 writes it. */
const extended = (name: string | Buffer): string =>
  `UTF-8''${bytesOf(name)
    .toString('latin1')
    .replace(/[^A-Za-z0-9]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}`

const named = (title: string, name: string | Buffer): HostileUpload[] => {
  const quoted = Buffer.concat(lines('; filename="', bytesOf(name), '"'))
  const starred = `; filename*=${extended(name)}`
  const image = ['Content-Type: image/png', 'Content-Disposition: attachment'] as const
  return [
    {
      title: `${title} as filename`,
      headers: lines(image[0], Buffer.concat(lines(image[1], quoted))),
      body: pictures.png,
    },
    { title: `${title} as filename*`, headers: lines(image[0], image[1] + starred), body: pictures.png },
    { title: `${title} as filename of a part`, headers: lines(form), body: whole(part(quoted, pictures.png)) },
    { title: `${title} as filename* of a part`, headers: lines(form), body: whole(part(starred, pictures.png)) },
  ]
}

const titleOf = (name: string | Buffer): string => `the name ${JSON.stringify(name.toString('latin1').slice(0, 40))}`
