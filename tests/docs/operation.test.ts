import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createCalendar } from '../support/calendar.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const source = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n')

/** What stands in backticks in the first cells of the rows below a heading. */
const quotesBelow = (page: string, heading: string): string[] => {
  const section = page.split(/^## /m).find((it) => it.startsWith(`${heading}\n`)) ?? ''
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => String(cell))
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote]) => String(quote)))
}

/** The parts of quoted messages that the source does not have; what differs from case to case stands as "…". */
const findInvented = (quotes: readonly string[], text: string): string[] =>
  quotes
    .flatMap((quote) => quote.split('…'))
    .map((part) => part.trim())
    .filter((part) => part.length > 10 && !text.includes(part))

describe('the page on monitoring', () => {
  const page = read('docs/monitoring.md')

  it('names metrics that the server has', async () => {
    const calendar = await createCalendar()
    await calendar.ask('GET', '/events')
    const { text } = await calendar.ask('GET', '//metrics')
    const names = quotesBelow(page, 'Metrics')
    assert.ok(names.includes('kalends_http_requests_total'))
    for (const name of names) assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'), name)
    await calendar.close()
  })

  it('quotes messages of the log as they are', () => {
    const messages = quotesBelow(page, 'Log').filter((quote) => quote.includes(' '))
    assert.ok(messages.length > 5)
    assert.deepEqual(findInvented(messages, source), [])
  })
})

describe('the page on troubleshooting', () => {
  it('quotes what the program says', () => {
    const quotes = quotesBelow(read('docs/troubleshooting.md'), 'It does not start')
    assert.ok(quotes.length > 4)
    assert.deepEqual(findInvented(quotes, source), [])
  })

  it('would be seen to quote something else (negative control)', () => {
    const quotes = quotesBelow('## A\n| `it will not … start today` | x |\n## B\n| `other` |', 'A')
    assert.deepEqual(findInvented(quotes, 'it will not ever'), ['start today'])
  })
})
