import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { type ImageFormat, imageFormats } from '../../src/core/image-file.ts'
import { createDecoder } from '../../src/media/decoder.ts'
import { pngChunk } from './bombs.ts'
import { prepareBytes } from './decoding.ts'
import { drawPicture, isNear, makeAnimation, makePicture, quarters, readColour } from './pictures.ts'

const formats = Object.keys(imageFormats) as ImageFormat[]

const decoder = createDecoder()
after(() => decoder.close())

const exif = {
  IFD0: { ImageDescription: 'MARK-EXIF', Artist: 'MARK-ARTIST' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 3230/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 4366/100',
  },
}
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">MARK-XMP</rdf:RDF></x:xmpmeta>'

const tag = (format: ImageFormat): Promise<Buffer> =>
  drawPicture().withExif(exif).withXmp(xmp).withIccProfile('p3').toFormat(format).toBuffer()

for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
  test(`nothing of what a ${format} says of itself is kept`, async () => {
    const tagged = await tag(format)
    const before = await sharp(tagged).metadata()
    assert.ok(before.exif && before.xmp && before.icc)
    const { renditions } = await prepareBytes(decoder, tagged)
    for (const { size, bytes } of renditions) {
      const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata()
      assert.deepEqual(
        { exif, xmp, icc, iptc, comments },
        {
          exif: undefined,
          xmp: undefined,
          icc: undefined,
          iptc: undefined,
          comments: undefined,
        },
      )
      assert.doesNotMatch(bytes.toString('latin1'), /MARK|Exif|xmpmeta|acsp/, size)
    }
  })
}

const payload = '<script>/*MARK*/alert(1)</script><?php MARK ?>PK\x03\x04MARK'

/** Where each format has room for a payload besides its end. */
const comment: { readonly [format in ImageFormat]: (file: Buffer) => Buffer } = {
  jpeg: (file) => {
    const segment = Buffer.from(`\xff\xfe\0\0${payload}`, 'latin1')
    segment.writeUInt16BE(segment.length - 2, 2)
    return insert(file, 2, segment)
  },
  png: (file) => insert(file, 33, pngChunk('tEXt', Buffer.from(`Comment\0${payload}`, 'latin1'))),
  gif: (file) => insert(file, file.indexOf('21f9', 'hex'), gifExtension('\xfe'), gifExtension('\xff\x0bXMP DataXMP')),
  webp: (file) => {
    const chunk = Buffer.from(`MARK\0\0\0\0${payload.padEnd(payload.length + (payload.length % 2))}`, 'latin1')
    chunk.writeUInt32LE(chunk.length - 8, 4)
    const longer = Buffer.concat([file, chunk])
    longer.writeUInt32LE(longer.length - 8, 4)
    return longer
  },
  avif: (file) => {
    const box = Buffer.from(`\0\0\0\0free${payload}`, 'latin1')
    box.writeUInt32BE(box.length)
    return Buffer.concat([file, box])
  },
}

const gifExtension = (label: string): Buffer =>
  Buffer.from(`!${label}${String.fromCharCode(payload.length)}${payload}\0`, 'latin1')

const insert = (file: Buffer, offset: number, ...pieces: readonly Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, offset), ...pieces, file.subarray(offset)])

const loses = async (polyglot: Buffer): Promise<void> => {
  assert.ok(polyglot.includes('MARK'))
  const { renditions } = await prepareBytes(decoder, polyglot)
  assert.equal(renditions.length, 3)
  for (const { size, bytes } of renditions) {
    assert.doesNotMatch(bytes.toString('latin1'), /MARK|<script|<\?php/, size)
    assert.ok(isNear(await readColour(bytes, 0.1, 0.1), quarters.topLeft), size)
  }
}

for (const format of formats) {
  test(`a ${format} loses what was put into it`, async () => loses(comment[format](await makePicture(format))))

  test(`a ${format} loses what was put behind it`, async () =>
    loses(Buffer.concat([await makePicture(format), Buffer.from(payload, 'latin1')])))
}

for (const format of ['gif', 'webp'] as const) {
  test(`a ${format} that moves loses what was put into it`, async () => {
    const [red, green, blue] = quarters.topLeft
    const moving = await makeAnimation(format, [`rgb(${red}, ${green}, ${blue})`, 'blue'])
    await loses(comment[format](moving))
  })
}

// The search above finds what is there: sharp keeps it when it is told to.
test('a jpeg whose metadata are kept shows them', async () => {
  const kept = await sharp(comment.jpeg(await tag('jpeg')))
    .keepMetadata()
    .toBuffer()
  for (const mark of ['MARK-EXIF', 'MARK-XMP', 'acsp']) assert.ok(kept.includes(mark), mark)
})
