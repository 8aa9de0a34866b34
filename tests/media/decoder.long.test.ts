import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { type ImageFormat, imageFormats } from '../../src/core/image-file.ts'
import { createDecoder, ImageFault } from '../../src/media/decoder.ts'
import { forgePng, forgeSides, makeFrames } from './bombs.ts'
import { listChildren, prepareBytes } from './decoding.ts'
import { drawPicture, isNear, makeAnimation, makePicture, quarters, readColour } from './pictures.ts'

const formats = Object.keys(imageFormats) as ImageFormat[]

const decoder = createDecoder()
after(() => decoder.close())

const prepare = (bytes: Uint8Array) => prepareBytes(decoder, bytes)

const refuses = (bytes: Uint8Array, reason: ImageFault['reason'], message: RegExp) =>
  assert.rejects(prepare(bytes), (error) => {
    assert.ok(error instanceof ImageFault, String(error))
    assert.equal(error.reason, reason)
    assert.match(error.message, message)
    return true
  })

// Before anything has been decoded, so that a process would be seen.
test('what is no image of a format that is taken is refused before a process decodes it', async (t) => {
  const picture = drawPicture()
  const others: { readonly [kind: string]: Uint8Array } = {
    empty: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    text: Buffer.from('An image.'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'svg behind a prolog': Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj'),
    postscript: Buffer.from('%!PS-Adobe-3.0'),
    tiff: await picture.clone().tiff().toBuffer(),
    bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
    ico: Buffer.from('000001000100101000000100', 'hex'),
    zip: Buffer.from('504b03040a0000000000', 'hex'),
    heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    'avif as the minor version': Buffer.from('\0\0\0\x18ftypheicavifmif1heic', 'latin1'),
    'avif behind the brands': Buffer.from('\0\0\0\x14ftypheic\0\0\0\0mif1avif', 'latin1'),
    mp4: Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
    wave: Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'),
    'a jpeg behind a space': Buffer.concat([Buffer.from(' '), await makePicture('jpeg')]),
    'a jpeg of two bytes': Buffer.from('ffd8', 'hex'),
    'a png with other line ends': Buffer.from('\x89PNG\n\x1a\n', 'latin1'),
    'a gif of another year': Buffer.from('GIF88a\x01\0\x01\0', 'latin1'),
  }
  for (const [kind, bytes] of Object.entries(others)) {
    await t.test(kind, () => refuses(bytes, 'type', /^The file is not a JPEG, PNG, GIF, WebP or AVIF image\. /))
  }
  assert.deepEqual(await listChildren(), [])
})

for (const format of formats) {
  test(`${format} stays ${format}, in every size`, async () => {
    const prepared = await prepare(await makePicture(format, { width: 1100, height: 500 }))
    assert.equal(prepared.format, format)
    assert.deepEqual(
      prepared.renditions.map(({ size, width, height }) => [size, width, height]),
      [
        ['full', 1100, 500],
        ['medium', 300, 136],
        ['large', 1024, 465],
        ['thumbnail', 150, 150],
        ['medium_large', 768, 349],
      ],
    )
    for (const { size, file, width, height, filesize, bytes } of prepared.renditions) {
      assert.equal(file.split('/').at(-1), `${size}.${imageFormats[format].extension}`)
      assert.equal(bytes.length, filesize)
      const header = await sharp(bytes).metadata()
      assert.deepEqual([header.width, header.height], [width, height])
      assert.equal(header.compression ?? header.format, format === 'avif' ? 'av1' : format)
      assert.ok(isNear(await readColour(bytes, 0.1, 0.1), quarters.topLeft), size)
      assert.ok(isNear(await readColour(bytes, 0.9, 0.9), quarters.bottomRight), size)
    }
  })

  test(`the smallest ${format} has its full size only`, async () => {
    const { renditions } = await prepare(await makePicture(format, { width: 1, height: 1 }))
    assert.deepEqual(
      renditions.map(({ size, width, height }) => [size, width, height]),
      [['full', 1, 1]],
    )
  })
}

test('thumbnails are cut out of the middle', async () => {
  const stripes = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'red' } })
    .composite([{ input: { create: { width: 300, height: 300, channels: 3, background: 'blue' } }, left: 300, top: 0 }])
    .png()
    .toBuffer()
  const { renditions } = await prepare(stripes)
  const thumbnail = renditions.find(({ size }) => size === 'thumbnail')?.bytes ?? Buffer.alloc(0)
  for (const across of [0.05, 0.95]) assert.deepEqual(await readColour(thumbnail, across, 0.5), [0, 0, 255, 255])
})

for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
  for (const format of ['jpeg', 'webp'] as const) {
    test(`${format} of orientation ${orientation} is put upright`, async () => {
      const { renditions } = await prepare(await makePicture(format, { width: 400, height: 200, orientation }))
      assert.deepEqual(
        renditions.map(({ size, width, height }) => [size, width, height]),
        [
          ['full', 400, 200],
          ['medium', 300, 150],
          ['thumbnail', 150, 150],
        ],
      )
      for (const { size, bytes } of renditions) {
        assert.equal((await sharp(bytes).metadata()).orientation, undefined)
        assert.ok(isNear(await readColour(bytes, 0.1, 0.1), quarters.topLeft), size)
        assert.ok(isNear(await readColour(bytes, 0.9, 0.1), quarters.topRight), size)
        assert.ok(isNear(await readColour(bytes, 0.1, 0.9), quarters.bottomLeft), size)
        assert.ok(isNear(await readColour(bytes, 0.9, 0.9), quarters.bottomRight), size)
      }
    })
  }
}

for (const format of ['gif', 'webp'] as const) {
  test(`a ${format} that moves keeps its frames in the full size`, async () => {
    const { renditions } = await prepare(await makeAnimation(format, ['red', 'lime', 'blue']))
    const [full, ...others] = renditions
    assert.deepEqual([full?.width, full?.height], [320, 240])
    const header = await sharp(full?.bytes, { animated: true }).metadata()
    assert.deepEqual([header.pages, header.delay, header.loop], [3, [100, 100, 100], 0])
    for (const [page, colour] of [
      [220, 0, 0],
      [0, 220, 0],
      [0, 0, 220],
    ].entries()) {
      const frame = await sharp(full?.bytes, { page }).png().toBuffer()
      const [red, green, blue] = await readColour(frame, 0.5, 0.5)
      assert.deepEqual(
        [red > 200, green > 200, blue > 200],
        colour.map((value) => value > 200),
      )
    }
    assert.equal(others.length, 2)
    for (const { size, bytes } of others) {
      assert.equal((await sharp(bytes).metadata()).pages ?? 1, 1, size)
      assert.ok(isNear(await readColour(bytes, 0.5, 0.5), [255, 0, 0, 255]), size)
    }
  })
}

test('the frames of a webp are not turned, so its sizes are not either', async () => {
  const moving = await makeAnimation('webp', ['red', 'blue'])
  const { renditions } = await prepare(
    await sharp(moving, { animated: true }).withMetadata({ orientation: 6 }).webp().toBuffer(),
  )
  assert.deepEqual(
    renditions.map(({ width, height }) => [width, height]),
    [
      [320, 240],
      [300, 225],
      [150, 150],
    ],
  )
})

test('a png with a palette keeps one', async () => {
  const { renditions } = await prepare(await drawPicture().png({ palette: true }).toBuffer())
  for (const { size, bytes } of renditions) assert.ok((await sharp(bytes).metadata()).isPalette, size)
})

for (const format of ['png', 'webp', 'avif', 'gif'] as const) {
  test(`what is transparent in ${format} stays so`, async () => {
    const { renditions } = await prepare(await makePicture(format, { isTransparent: true }))
    for (const { size, bytes } of renditions) {
      assert.equal((await readColour(bytes, 0.9, 0.9))[3], 0, size)
      assert.ok(isNear(await readColour(bytes, 0.1, 0.1), quarters.topLeft), size)
    }
  })
}

const kinds: { readonly [kind: string]: () => Promise<Buffer> } = {
  'cmyk jpeg': () => drawPicture().toColourspace('cmyk').jpeg().toBuffer(),
  'progressive jpeg': () => drawPicture().jpeg({ progressive: true }).toBuffer(),
  '16-bit png': () => drawPicture().toColourspace('rgb16').png().toBuffer(),
  '16-bit png in sRGB': () => drawPicture().toColourspace('rgb16').withIccProfile('srgb').png().toBuffer(),
  '16-bit png in another colour space': () =>
    drawPicture().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
  '12-bit avif': () => drawPicture().toColourspace('rgb16').avif({ bitdepth: 12, effort: 0 }).toBuffer(),
  'interlaced png': () => drawPicture().png({ progressive: true }).toBuffer(),
  'png with a palette': () => drawPicture().png({ palette: true }).toBuffer(),
  'webp without loss': () => drawPicture().webp({ lossless: true }).toBuffer(),
  'jpeg in another colour space': () => drawPicture().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer(),
}

for (const [kind, make] of Object.entries(kinds)) {
  test(`${kind} comes out in sRGB, 8 bits a channel`, async () => {
    for (const { size, bytes } of (await prepare(await make())).renditions) {
      const header = await sharp(bytes).metadata()
      assert.deepEqual([header.space, header.depth, header.channels], ['srgb', 'uchar', 3])
      const [red, green, blue] = await readColour(bytes, 0.1, 0.1)
      // Inks without a profile are not exactly these colours.
      if (kind === 'cmyk jpeg') assert.ok(red > 150 && green < 80 && blue < 80, `${red} ${green} ${blue}`)
      else assert.ok(isNear([red, green, blue, 255], quarters.topLeft), `${size} ${red} ${green} ${blue}`)
    }
  })
}

for (const space of ['b-w', 'grey16'] as const) {
  test(`a png of greys (${space}) is taken`, async () => {
    const grey = await drawPicture().toColourspace(space).png().toBuffer()
    const { renditions } = await prepare(grey)
    const [red, green, blue] = await readColour(renditions[0]?.bytes ?? Buffer.alloc(0), 0.1, 0.1)
    const [expected] = await readColour(grey, 0.1, 0.1)
    assert.deepEqual([red, green, blue], [expected, expected, expected])
  })
}

test('images of too many pixels are refused before they are decoded', async (t) => {
  const flat = { width: 8020, height: 5000, channels: 3, background: 'white' } as const
  const bombs: { readonly [kind: string]: readonly [bytes: Buffer, size: string] } = {
    'png header': [forgePng(50_000, 50_000), '2,500'],
    'jpeg header': [forgeSides.jpeg(await makePicture('jpeg')), '4,225'],
    'gif header': [forgeSides.gif(await makePicture('gif')), '4,294.9'],
    'webp header': [forgeSides.webp(await makePicture('webp')), '268.5'],
    'avif header': [forgeSides.avif(await makePicture('avif')), '3,600'],
    'flat png': [await sharp({ create: flat }).png().toBuffer(), '40.1'],
    'frames of a gif': [makeFrames(1000, 1000, 41), '41'],
    'one pixel too many': [forgePng(40_000_001, 1), '40.1'],
  }
  for (const [kind, [bytes, size]] of Object.entries(bombs)) {
    await t.test(kind, () =>
      refuses(
        bytes,
        'content',
        new RegExp(`^The image has ${size.replace('.', '\\.')} megapixels; at most 40 are taken\\.$`),
      ),
    )
  }
})

test('as many pixels as are allowed are taken', async () => {
  const { renditions } = await prepare(makeFrames(1000, 1000, 40))
  assert.deepEqual([renditions[0]?.width, renditions[0]?.height], [1000, 1000])
})

for (const format of formats) {
  test(`a ${format} that is cut off is refused`, async () => {
    const whole = await makePicture(format, { width: 600, height: 400, isGrainy: true })
    await prepare(whole)
    for (const share of [0.01, 0.1, 0.5, 0.9]) {
      await refuses(whole.subarray(0, whole.length * share), 'content', /damaged or incomplete/)
    }
  })

  test(`noise behind the first bytes of a ${format} is refused`, async () => {
    const head = (await makePicture(format)).subarray(0, format === 'avif' ? 32 : 12)
    const noise = fc.uint8Array({ minLength: 0, maxLength: 3000 })
    await fc.assert(
      fc.asyncProperty(noise, (bytes) => refuses(Buffer.concat([head, bytes]), 'content', /^The image /)),
      { numRuns: 40, verbose: 1 },
    )
  })
}
