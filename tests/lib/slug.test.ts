import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchSlug, readText, slugify, withEnding } from '../../src/lib/text.ts'

const cases: [text: string, slug: string][] = [
  ['Kölsch & 日本 🎉', 'kolsch-%e6%97%a5%e6%9c%ac-%f0%9f%8e%89'],
  ['Café 日本 🎉', 'cafe-%e6%97%a5%e6%9c%ac-%f0%9f%8e%89'],
  ['Hello World! Ünï', 'hello-world-uni'],
  ['a/b', 'a-b'],
  ['T role.author', 't-role-author'],
  ['Im url_ok', 'im-url_ok'],
  ['Ann & Co', 'ann-co'],
  ['A &amp; B &lt;c&gt;', 'a-b-c'],
  ['<b>Bold</b> & "q" \'a\' -- dash', 'bold-q-a-dash'],
  ['Needle <b>title</b> & more', 'needle-title-more'],
  ['2025', '2025'],
  ['MIN-Venue__trashed', 'min-venue__trashed'],
  ['l’été — fin…', 'lete-fin'],
  ['Straße Ærø Łódź', 'strasse-aero-lodz'],
  ['Привет', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82'],
  ['日本。', '%e6%97%a5%e6%9c%ac'],
  ['%E6%97%A5%E6%9C%AC x', '%e6%97%a5%e6%9c%ac-x'],
  ['%C3%A9%41%2F%ff%e6%97', '%c3%a9a'],
  ['100% sure', '100-sure'],
  ['--a  -- b--', 'a-b'],
  ['!!! ???', ''],
  ['', ''],
]

for (const [text, slug] of cases) {
  test(`slug of ${JSON.stringify(text)}`, () => {
    assert.equal(slugify(readText(text)), slug)
    assert.equal(slugify(slug), slug)
  })
}

test('slugs end within 200 characters and at a character', () => {
  assert.equal(slugify('L'.repeat(300)), 'l'.repeat(200))
  assert.equal(slugify('日'.repeat(40)), '%e6%97%a5'.repeat(22))
  assert.equal(slugify(`${'a'.repeat(199)} b`), 'a'.repeat(199))
})

test('a suffix is appended within 200 characters', () => {
  assert.equal(withEnding('x', '-2'), 'x-2')
  assert.equal(withEnding('%e6%97%a5', '-3'), '%e6%97%a5-3')
  assert.equal(withEnding('x'.repeat(200), '-12'), `${'x'.repeat(197)}-12`)
  assert.equal(withEnding(`${'x'.repeat(197)}-ab`, '-2'), `${'x'.repeat(197)}-2`)
  assert.equal(withEnding('日'.repeat(22), '-2'), `${'%e6%97%a5'.repeat(22)}-2`)
  assert.equal(withEnding('%e6%97%a5'.repeat(22), '-100'), `${'%e6%97%a5'.repeat(21)}-100`)
})

test('every spelling of a slug in a path finds it', () => {
  for (const segment of ['日本', '%E6%97%A5%E6%9C%AC', '%e6%97%a5%e6%9c%ac', '%25e6%2597%25a5%25E6%259C%25AC']) {
    assert.equal(matchSlug(segment), '%e6%97%a5%e6%9c%ac')
  }
  assert.equal(matchSlug('MIN-Venue__trashed'), 'min-venue__trashed')
})

test('other texts find no slug that resembles them', () => {
  const slugs = new Set(['a-b', 'e', 'a', 'ab'])
  for (const segment of ['a b', 'a/b', 'é', 'a--b', 'a%', '-a', '%ffa', 'a.b', 'a%20b', 'a_b', 'ä', '<b>a</b>']) {
    assert.equal(slugs.has(matchSlug(segment)), false, segment)
  }
})

test('slugs are stable, plain, bounded and found by themselves', () => {
  const parts = fc.constantFrom(
    ...['%', '%e6', '%E6%97%A5', '%25', '%41', '日', 'É', 'ß', '-', ' ', '.', '&', 'A', '\ud800', 'İ', 'Σ', '🎉'],
  )
  const text = fc.oneof(
    fc.array(parts, { maxLength: 80 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 99_999 }), (input, n) => {
      const slug = slugify(input)
      assert.equal(slugify(slug), slug)
      assert.equal(matchSlug(slug), slug)
      assert.equal(matchSlug(encodeURIComponent(slug)), slug)
      assert.match(slug, /^(?!-)(?:[a-z0-9_]|-(?!-|$)|%[0-9a-f]{2}){0,200}$/)
      assert.ok(slug.length <= 200)
      assert.doesNotThrow(() => decodeURIComponent(slug))
      const suffixed = withEnding(slug, `-${n}`)
      assert.ok(suffixed.length <= 200 && suffixed.endsWith(`-${n}`))
      if (slug !== '') assert.equal(slugify(suffixed), suffixed)
    }),
    { numRuns: 3000, verbose: 1 },
  )
})
