import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is found on a page that breaks the rules of WCAG 2.2 AA, by the rule. */
export const findFaults = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const found = await page.evaluate(async (values) => {
    // biome-ignore lint/suspicious/noExplicitAny: it was put into the page just before.
    const { violations } = await (globalThis as any).axe.run({ runOnly: { type: 'tag', values } })
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    return violations.map((it: any) => `${it.id}: ${it.nodes.map(({ html }: any) => html).join(' | ')}`)
  }, tags)
  return found as string[]
}
