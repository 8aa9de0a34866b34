import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldLatin, foldText, searchWords } from '../../src/lib/text.ts'

const folded: [text: string, expected: string][] = [
  ['', ''],
  ['Café', 'cafe'],
  ['CAFE\u0301', 'cafe'],
  ['Straße STRASSE ẞ', 'strasse strasse ss'],
  ['Ærø Œuvre', 'aero oeuvre'],
  ['Đorđe Łódź ðþ', 'dorde lodz dth'],
  ['İstanbul ılık', 'istanbul ilik'],
  ['Tiếng Việt', 'tieng viet'],
  ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
  ['Йод ёлка', 'иод елка'],
  ['ﬁn １２ ①', 'fin 12 1'],
  ['a \t\n\u00a0 b', 'a b'],
  ['so\u00adft', 'soft'],
  ['don’t “x”', 'don\'t "x"'],
  ['日本', '日本'],
]

for (const [text, expected] of folded) {
  test(`fold ${JSON.stringify(text)}`, () => {
    assert.equal(foldText(text), expected)
  })
}

test('vowel signs and voicing marks make other words and stay', () => {
  for (const [one, other] of [
    ['कि', 'क'],
    ['กิน', 'กน'],
    ['が', 'か'],
  ] as const) {
    assert.notEqual(foldText(one), foldText(other))
  }
})

test('search words are folded, distinct and never empty', () => {
  assert.deepEqual(searchWords('  Café CAFE\tbär  '), ['cafe', 'bar'])
  assert.deepEqual(searchWords(' \n '), [])
})

test('only Latin letters are folded for slugs', () => {
  assert.equal(foldLatin('Ünï Łódź Йод が Άλφα'), 'uni lodz Йод が Άλφα')
})

test('folding is idempotent for every character', () => {
  for (let code = 0; code <= 0x1ffff; code++) {
    if (code === 0xd800) code = 0xe000
    const once = foldText(String.fromCodePoint(code))
    assert.equal(foldText(once), once, `U+${code.toString(16)}`)
  }
})

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

test('the fold of a part is contained in the fold of the whole', () => {
  const letters = fc.constantFrom(...'aÀàßẞΣσςİıŁÆ \u00a0\n´が각कि日e\u0301’')
  const text = fc.oneof(
    fc.array(letters).map((all) => all.join('')),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
      const segments = [...graphemes.segment(whole)].map(({ segment }) => segment)
      const start = segments.length === 0 ? 0 : from % segments.length
      const part = segments.slice(start, start + (length % 10)).join('')
      assert.ok(foldText(whole).includes(foldText(part)))
      assert.equal(foldText(foldText(whole)), foldText(whole))
    }),
    { numRuns: 2000, verbose: 1 },
  )
})
