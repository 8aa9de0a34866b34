import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeHTML } from 'entities'
import fc from 'fast-check'
import { readHtml, readInlineHtml, sanitizeStrictly } from '../../src/lib/html.ts'
import { cleanText } from '../../src/lib/text.ts'
import { seed } from '../support/seed.ts'

/** Elements and attributes that attackers write, in pieces that are put together at random. */
const seeds = [
  '<a href="javascript:alert(1)">x</a>',
  "<a href='data:text/html,<script>x</script>'>x</a>",
  '<a href=vbscript:x()>x</a>',
  '<q cite="javascript:x">x</q>',
  '<blockquote cite="javascript:x">x</blockquote>',
  '<img src="javascript:x" alt="x">',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext></p><img src onerror=x>',
  '<p title="<img src=x onerror=x>">x</p>',
  '<iframe src="javascript:x"></iframe>',
  '<b><i>x</b></i>',
  '<table><tr><td>x<p>y',
  'a\n\nb <br> c',
  '<a href="https://example.org/?a=1&amp;b=2" target=_blank>x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<li>x<li>y',
]

/** What is put between two characters, or in the place of one. */
const insertions = [
  '&#127;',
  '&#x81;',
  '&#x9d;',
  '&#x0;',
  '&#1;',
  '&#173;',
  '&Tab;',
  '&NewLine;',
  '&colon;',
  '&amp;',
  '&#38;#127;',
  '&nbsp;',
  '\u007f',
  '\u0001',
  '\t',
  '\n',
  '\r',
  '\u00a0',
  '\u200b',
  '\ud800',
  '\u0301'.repeat(40),
  '<',
  '>',
  '"',
  "'",
  '`',
  '=',
  '<!--',
  '-->',
  '</a>',
  '<p>',
  '&',
  ';',
]

const mutation = fc.record({
  at: fc.nat(400),
  insert: fc.constantFrom(...insertions),
  remove: fc.constantFrom(0, 0, 0, 1, 2),
  asEntity: fc.boolean(),
})

/** A text of several seeds, with characters inserted, removed, or written as character references. */
const payload = fc
  .tuple(fc.array(fc.constantFrom(...seeds), { minLength: 1, maxLength: 4 }), fc.array(mutation, { maxLength: 6 }))
  .map(([parts, mutations]) => {
    let html = parts.join('')
    for (const { at, insert, remove, asEntity } of mutations) {
      const place = at % (html.length + 1)
      const replaced = asEntity && place < html.length ? `&#${html.charCodeAt(place)};` : ''
      html = html.slice(0, place) + replaced + insert + html.slice(place + Math.max(remove, replaced === '' ? 0 : 1))
    }
    return html
  })

/** What a browser would follow: it ignores tabs and line ends in addresses, and control characters before them. */
const protocolOf = (address: string): string =>
  URL.canParse(address, 'https://base.test/') ? new URL(address, 'https://base.test/').protocol : 'none'

const allowed = new Set(['https:', 'http:', 'mailto:', 'tel:', 'none'])

/** What must never be in a text that is answered. Its own `<` and `>` are entities, so that what stands between them is a tag. */
const findFaults = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? []).flatMap((tag) => {
    const addresses = [...tag.matchAll(/ (?:href|src|cite)="([^"]*)"/g)].map(([, value = '']) => decodeHTML(value))
    const names = tag.replace(/"[^"]*"/g, '""')
    return [
      ...addresses.filter((address) => !allowed.has(protocolOf(address))),
      ...(/^(?:script|iframe|svg|math|object|form|style)\b|\son\w+=|[<'`]/i.test(names.slice(1)) ? [tag] : []),
    ]
  })

const runs = { seed, numRuns: 4000 }

for (const [name, read] of [
  ['descriptions of events', readHtml],
  ['descriptions of terms', readInlineHtml],
] as const) {
  describe(`${name}, whatever is sent`, () => {
    it('run nothing, and nothing changes them after they were sanitized', (test) => {
      test.diagnostic(`seed ${seed}`)
      fc.assert(
        fc.property(payload, (sent) => {
          const stored = read(sent)
          assert.deepEqual(findFaults(stored), [])
          assert.equal(read(stored), stored, 'not idempotent')
          assert.equal(sanitizeStrictly(stored), stored, 'changed after it was sanitized')
          assert.equal(cleanText(stored).trim(), stored, 'not clean')
        }),
        runs,
      )
    })
  })
}

describe('the checks of sanitizing', () => {
  it('find a text that is cleaned after it was sanitized (control)', () => {
    const readWrongly = (sent: string): string => cleanText(sanitizeStrictly(cleanText(sent))).trim()
    for (const sent of [
      '<a href="java&#127;script:alert(1)">x</a>',
      '<a href="data&#x81;:text/html,x">x</a>',
      '<q cite="vb&#x9d;script:x">x</q>',
    ]) {
      assert.equal(findFaults(readWrongly(sent)).length, 1, sent)
      assert.deepEqual(findFaults(readHtml(sent)), [])
      assert.deepEqual(findFaults(readInlineHtml(sent)), [])
    }
    assert.throws(() =>
      fc.assert(
        fc.property(payload, (sent) => findFaults(readWrongly(sent)).length === 0),
        { ...runs, numRuns: 100_000 },
      ),
    )
  })

  it('find what they look for (control)', () => {
    for (const html of [
      '<a href="javascript:x">x</a>',
      '<a href=" java\tscript:x">x</a>',
      '<p onclick="x">x</p>',
      '<script>x</script>',
    ]) {
      assert.equal(findFaults(html).length, 1, html)
    }
  })
})
