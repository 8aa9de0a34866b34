import type { Page } from 'playwright-core'

/** How a page lies on its screen. */
export type Lie = {
  /** CSS pixels; more than the screen has, if the page can be scrolled sideways. */
  readonly width: number
  /** What moved after the page was there, with the amount by the Layout Instability API. */
  readonly moves: readonly string[]
}

/**
 * Loads a page again, and watches what moves once all of it is there: by scripts, images or fonts.
 *
 * A browser that shows a page before its end came moves what is above the rest. That depends on the speed of the
 * machine, so the styles, for which a browser waits before it shows anything, are held back until the end came.
 */
export const watchMoves = async (page: Page): Promise<Lie> => {
  await page.route('**/*.css', async (route) => {
    await page.waitForFunction(`document.readyState !== 'loading'`)
    await route.continue()
  })
  await page.reload()
  await page.unroute('**/*.css')
  return page.evaluate<Lie>(`new Promise((resolve) => {
    const moves = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        moves.push([value, ...sources.map(({ node }) => node?.outerHTML ?? node?.textContent)].join(' '))
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve({ width: document.documentElement.scrollWidth, moves }), 100)
  })`)
}
