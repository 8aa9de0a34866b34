import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Calendar, createCalendar, temporaryDirectory } from '../support/calendar.ts'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

describe('the styles of an operator', () => {
  const directory = temporaryDirectory()
  const file = join(directory, 'theme.css')
  let calendar: Calendar
  before(async () => {
    writeFileSync(file, ':root { --radius: 0 }')
    calendar = await createCalendar({ environment: { KALENDS_THEME: file } })
  })
  after(async () => {
    await calendar.close()
    rmSync(directory, { recursive: true })
  })

  for (const path of ['/events/', '/docs/', '/embed/events/', '/venues/', '/nothing/']) {
    it(`come last on ${path}`, async () => {
      const { text } = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, sheet = '']) => sheet)
      assert.match(sheets.at(-1) ?? '', /^\/assets\/theme\.[\w-]+\.css$/)
      const reply = await calendar.ask('GET', `/${sheets.at(-1)}`)
      assert.equal(reply.text, ':root { --radius: 0 }')
      assert.match(reply.headers['content-type'] ?? '', /^text\/css/)
    })
  }

  it('may use all properties and classes that are documented', async () => {
    const [, section = ''] = read('docs/pages.md').split(/## Your own styles/)
    const names = [...(section.split('## Feeds')[0] ?? '').matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )
    assert.ok(names.length > 15)
    const styles = read('src/site/client/style.css')
    for (const name of names) {
      const isThere = name.startsWith('--') ? styles.includes(`var(${name})`) : new RegExp(`\\${name}\\b`).test(styles)
      assert.ok(isThere, name)
    }
  })

  it('are not asked for where there are none', async () => {
    const plain = await createCalendar()
    assert.doesNotMatch((await plain.ask('GET', '//events/')).text, /theme\./)
    await plain.close()
  })
})
