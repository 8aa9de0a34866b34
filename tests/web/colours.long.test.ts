import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { startBrowser } from '../support/browser.ts'

const browser = await startBrowser()
const skip = typeof browser === 'string' ? browser : false

const styles = readFileSync(new URL('../../src/site/client/style.css', import.meta.url), 'utf8')

/** Text and the grounds on which it stands, by the names of the tokens. */
const pairs: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['text', ['ground', 'raised', 'shade']],
  ['quiet', ['ground', 'raised', 'shade']],
  ['accent', ['ground', 'raised', 'shade']],
  ['on-accent', ['accent']],
  ['good', ['good-shade']],
  ['warn', ['warn-shade']],
  ['bad', ['bad-shade']],
]

type Pair = readonly [text: string, ground: string, className: string]

/** Runs in the page: the contrast of pairs of colours (WCAG 2.2), as the browser paints them. */
const contrasts = (all: readonly Pair[]): string => `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  const element = document.body.appendChild(document.createElement('i'))
  const luminance = (color, className) => {
    element.className = className
    element.style.color = color
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  return ${JSON.stringify(all)}.map(([text, ground, className]) => {
    const [low, high] = [luminance(text, className), luminance(ground, className)].sort((one, other) => one - other)
    return (high + 0.05) / (low + 0.05)
  })
})()`

describe('colours of the pages', { skip }, () => {
  assert.ok(typeof browser !== 'string' || skip)
  after(async () => {
    if (typeof browser !== 'string') await browser.close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`have enough contrast where they are ${colorScheme}, and so has every hue of a category`, async () => {
      assert.ok(typeof browser !== 'string')
      const page = await browser.newPage({ colorScheme })
      await page.setContent(`<style>${styles}</style><body></body>`)
      const all: Pair[] = [
        ...pairs.flatMap(([text, grounds]) =>
          grounds.map((ground): Pair => [`var(--${text})`, `var(--${ground})`, ''] as const),
        ),
        ...Array.from({ length: 24 }, (_, hue): Pair => ['var(--ink)', 'var(--pale)', `hue-${hue}`]),
      ]
      const found = await page.evaluate<number[]>(contrasts(all))
      assert.deepEqual(
        all.filter((_, at) => !((found[at] ?? 0) >= 4.5)),
        [],
      )
      // Negative control.
      const [low = 0] = await page.evaluate<number[]>(contrasts([['var(--tone)', 'var(--pale)', 'hue-3']]))
      assert.ok(low > 1 && low < 4.5, String(low))
      await page.close()
    })
  }
})
