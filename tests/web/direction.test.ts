import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { findTranslator } from '../../src/i18n/catalogue.ts'
import { writingDirection } from '../../src/site/dates.ts'

/** Properties and values that mean a side of the screen, and not the beginning or the end of a line. */
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset)-(?:left|right)[\w-]*|left|right)\s*:|:\s*(?:left|right)\b|border-(?:top|bottom)-(?:left|right)-radius/

describe('where the writing runs from the right', () => {
  it('a page says so', () => {
    for (const locale of ['ar', 'he', 'fa-IR', 'ur'])
      assert.equal(writingDirection(findTranslator('en', locale)), 'rtl', locale)
    for (const locale of ['en', 'de-CH', 'ja'])
      assert.equal(writingDirection(findTranslator('en', locale)), 'ltr', locale)
  })

  it('no style means a side of the screen', () => {
    for (const name of ['style.css', 'calendar.css', 'map.css', 'docs.css', 'submit.css', 'embed.js']) {
      const file = readFileSync(new URL(`../../src/site/client/${name}`, import.meta.url), 'utf8')
      assert.deepEqual(
        file.split('\n').filter((line) => physical.test(line)),
        [],
        name,
      )
    }
    for (const line of ['  margin-left: 1rem;', '  left: 0;', '  float: left;', 'a{padding-right:0}']) {
      assert.match(line, physical)
    }
  })
})
