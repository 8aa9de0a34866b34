import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listSizes } from '../../src/media/sizes.ts'

const table: readonly (readonly [width: number, height: number, sizes: string])[] = [
  [1, 1, ''],
  [150, 150, ''],
  [150, 151, 'thumbnail 150x150'],
  [151, 100, 'thumbnail 150x100'],
  [100, 151, 'thumbnail 100x150'],
  [300, 300, 'thumbnail 150x150'],
  [301, 300, 'medium 300x299, thumbnail 150x150'],
  [300, 301, 'medium 299x300, thumbnail 150x150'],
  [640, 480, 'medium 300x225, thumbnail 150x150'],
  [768, 768, 'medium 300x300, thumbnail 150x150'],
  [769, 500, 'medium 300x195, thumbnail 150x150, medium_large 768x499'],
  [768, 4000, 'medium 58x300, large 197x1024, thumbnail 150x150, 1536x1536 295x1536, 2048x2048 393x2048'],
  [
    800,
    4000,
    'medium 60x300, large 205x1024, thumbnail 150x150, medium_large 768x3840, 1536x1536 307x1536, 2048x2048 410x2048',
  ],
  [1024, 768, 'medium 300x225, thumbnail 150x150, medium_large 768x576'],
  [1025, 1025, 'medium 300x300, large 1024x1024, thumbnail 150x150, medium_large 768x768'],
  [1536, 800, 'medium 300x156, large 1024x533, thumbnail 150x150, medium_large 768x400'],
  [2048, 2048, 'medium 300x300, large 1024x1024, thumbnail 150x150, medium_large 768x768, 1536x1536 1536x1536'],
  [
    4000,
    3000,
    'medium 300x225, large 1024x768, thumbnail 150x150, medium_large 768x576, 1536x1536 1536x1152, 2048x2048 2048x1536',
  ],
  [
    4000,
    100,
    'medium 300x8, large 1024x26, thumbnail 150x100, medium_large 768x19, 1536x1536 1536x38, 2048x2048 2048x51',
  ],
  [10_000, 10, 'medium 300x1, large 1024x1, thumbnail 150x10, medium_large 768x1, 1536x1536 1536x2, 2048x2048 2048x2'],
  [10, 10_000, 'medium 1x300, large 1x1024, thumbnail 10x150, 1536x1536 2x1536, 2048x2048 2x2048'],
]

for (const [width, height, expected] of table) {
  test(`sizes of ${width}x${height}`, () => {
    const sizes = listSizes(width, height).map((size) => `${size.name} ${size.width}x${size.height}`)
    assert.equal(sizes.join(', '), expected)
  })
}

test('only thumbnails are cropped', () => {
  const cropped = listSizes(4000, 3000).filter((size) => size.isCropped)
  assert.deepEqual(
    cropped.map((size) => size.name),
    ['thumbnail'],
  )
})

test('no size is larger than the image, or as large, or of other proportions', () => {
  const side = fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 65_535 }))
  fc.assert(
    fc.property(side, side, (width, height) => {
      for (const size of listSizes(width, height)) {
        assert.ok(size.width <= width && size.height <= height && size.width * size.height < width * height)
        if (size.isCropped) continue
        const slack = [size.width - (width * size.height) / height, size.height - (height * size.width) / width]
        assert.ok(Math.min(...slack.map(Math.abs)) <= 1)
      }
    }),
    { numRuns: 2000, verbose: 1 },
  )
})
