import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanText, readText, showText, splitMarkup } from '../../src/lib/text.ts'

const cases: [input: string, stored: string, shown: string][] = [
  ['', '', ''],
  ['5 < 6', '5 < 6', '5 &lt; 6'],
  ['a <b', 'a <b', 'a &lt;b'],
  ['I <3 you', 'I <3 you', 'I &lt;3 you'],
  ['<3', '<3', '&lt;3'],
  ['AT&T', 'AT&T', 'AT&#038;T'],
  ['R&copy', 'R&copy', 'R&#038;copy'],
  ['&amp;amp;', '&amp;', '&#038;amp;'],
  ['&lt;b&gt;', '<b>', '&lt;b&gt;'],
  ['&eacute;&#233;&#xE9;', 'ééé', 'ééé'],
  ['"q" \'s\'', '"q" \'s\'', '"q" \'s\''],
  ['<b>Bold</b> & "q" <script>1</script>', 'Bold & "q"', 'Bold &#038; "q"'],
  ['x<STYLE media=all>p{}</style >y', 'xy', 'xy'],
  ['x<script>never closed', 'x', 'x'],
  ['<!-- note -->y<!-- open', 'y<!-- open', 'y&lt;!-- open'],
  ['<a title="a>b">x</a>', 'x', 'x'],
  ['One<br>two<p>three</p>', 'One two three', 'One two three'],
  [' a\u0000b\r\n\t c\u0085\u001b ', 'ab c', 'ab c'],
  ['a\u00a0\u2028b', 'a b', 'a b'],
  ['lone \ud800', 'lone \ufffd', 'lone \ufffd'],
]

for (const [input, stored, shown] of cases) {
  test(`text ${JSON.stringify(input)}`, () => {
    assert.equal(readText(input), stored)
    assert.equal(showText(stored), shown)
    assert.equal(readText(shown), stored)
  })
}

test('no letter keeps more than thirty marks, wherever it stands', () => {
  for (const mark of ['\u0301', '\u0941', '\u{1e8d0}']) {
    for (let before = 0; before < 70; before++) {
      const text = 'x'.repeat(before)
      assert.equal(cleanText(`${text}${mark.repeat(31)}y`), `${text}${mark.repeat(30)}y`)
      assert.equal(cleanText(`${text}${mark.repeat(30)}y`), `${text}${mark.repeat(30)}y`)
    }
  }
})

const rich = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...[
          '<',
          '>',
          '&',
          ';',
          'amp',
          '&amp;',
          '&lt;',
          '&#038;',
          '&#0;',
          '&#13;',
          '<b>',
          '</b>',
          '<br>',
          '"',
          "'",
          '=',
        ],
        ...['<script>', '</script>', '<!--', '-->', '/', ' ', '\n', '\u0000', 'a', 'b="', 'é', '\ud800', '&copy', '#'],
      ),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)

test('what was read can be written back unchanged', () => {
  fc.assert(
    fc.property(rich, (input) => {
      const stored = readText(input)
      assert.equal(readText(showText(stored)), stored)
      assert.doesNotMatch(stored, /[\n\t\r\p{Cc}]|^\s|\s$|\s\s/u)
      assert.doesNotMatch(showText(stored), /[<>]|&(?!#038;|lt;|gt;)/)
      assert.ok(stored.isWellFormed())
    }),
    { numRuns: 3000, verbose: 1 },
  )
})

test('a text without tags and entities is kept but for white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab <&1"é;=') }), (input) => {
      fc.pre(!/<[/a-z!?]|&[a-z#]/i.test(input))
      assert.equal(readText(input), input.replace(/\s+/g, ' ').trim())
    }),
    { verbose: 1 },
  )
})

test('markup is cut without loss but for comments and unread elements', () => {
  assert.deepEqual(splitMarkup('a<B x=1>b</b><!-- c --><script>d</script> <e'), [
    { tag: '', isEnd: false, source: 'a' },
    { tag: 'b', isEnd: false, source: '<B x=1>' },
    { tag: '', isEnd: false, source: 'b' },
    { tag: 'b', isEnd: true, source: '</b>' },
    { tag: '', isEnd: false, source: ' <e' },
  ])
})
