import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeHTMLAttribute } from 'entities'
import fc from 'fast-check'
import { readHtml, readInlineHtml, sanitizeStrictly } from '../../src/lib/html.ts'
import { sanitizePlainMarkup } from '../../src/lib/plain-markup.ts'
import { readText } from '../../src/lib/text.ts'

const cases: [input: string, expected: string][] = [
  ['', ''],
  [' \n ', ''],
  ['Hello', '<p>Hello</p>'],
  ['a\n\nb', '<p>a</p>\n<p>b</p>'],
  ['a\r\nb', '<p>a<br />\nb</p>'],
  ['a\nb\n \n\nc\n', '<p>a<br />\nb</p>\n<p>c</p>'],
  ['日本 🎉 ünï', '<p>日本 🎉 ünï</p>'],
  ['[unknown] https://example.org/page', '<p>[unknown] https://example.org/page</p>'],
  ['"q" \'s\' -- ... (c)', '<p>"q" \'s\' -- ... (c)</p>'],
  ['&amp; &lt;b&gt; &', '<p>&amp; &lt;b&gt; &amp;</p>'],
  ['I <3 you & a <b', '<p>I &lt;3 you &amp; a &lt;b</p>'],
  ['<!-- wp:paragraph --><p>Blk</p><!-- /wp:paragraph -->', '<p>Blk</p>'],
  ['a<!--more-->b', '<p>ab</p>'],
  ['<p>Hi <b>x</b></p><script>1</script>', '<p>Hi <b>x</b></p>'],
  ['D <b>x</b>', '<p>D <b>x</b></p>'],
  ['<b>a\nb</b>\n\nc', '<p><b>a<br />\nb</b></p>\n<p>c</p>'],
  ['a<br>\nb', '<p>a<br />\nb</p>'],
  ['<p>kept\nas it is</p>', '<p>kept\nas it is</p>'],
  ['<h2>T</h2>text<ul>\n<li>a\nb</li>\n</ul>tail', '<h2>T</h2>\n<p>text</p>\n<ul>\n<li>a\nb</li>\n</ul>\n<p>tail</p>'],
  ['x\n<pre>a\n\nb</pre>\ny', '<p>x</p>\n<pre>a\n\nb</pre>\n<p>y</p>'],
  ['<a href="https://x.example/"><h2>T</h2></a>', '<a href="https://x.example/"><h2>T</h2></a>'],
  ['<p>one<p>two', '<p>one</p>\n<p>two</p>'],
  ['<p></p>x</p>', '<p>x</p>'],
  ['<section><p>a</p><p>b</p></section>', '<p>a</p>\n<p>b</p>'],
  ['<iframe src="https://x.example"></iframe><p onclick="x()" style="color:red">hey</p>', '<p>hey</p>'],
  ['<form><input name=x>a<object>b</object></form>', '<p>ab</p>'],
  ['<a href="javascript:alert(1)">x</a>', '<p><a>x</a></p>'],
  ['<a href="java&#10;script:alert(1)">x</a>', '<p><a>x</a></p>'],
  ['<a href="tel:+491">x</a>', '<p><a href="tel:+491">x</a></p>'],
  [
    '<a href="https://x.example/" target="_blank">x</a>',
    '<p><a href="https://x.example/" rel="noopener" target="_blank">x</a></p>',
  ],
  ['<a href="/x" target="top" rel="nofollow">x</a>', '<p><a href="/x" rel="nofollow">x</a></p>'],
  ['<img src="data:image/png;base64,x" alt="src=">a', '<p>a</p>'],
  ['<img src="https://x.example/a.png" onerror=x()>', '<p><img src="https://x.example/a.png" /></p>'],
  ['<div class="wp-block x<y">a</div>', '<div class="wp-block">a</div>'],
  ['<svg><script>alert(1)</script></svg>a', '<p>a</p>'],
]

for (const [input, expected] of cases) {
  test(`html ${JSON.stringify(input)}`, () => {
    assert.equal(readHtml(input), expected)
    assert.equal(readHtml(expected), expected)
  })
}

test('a title in an attribute keeps its line end', () => {
  assert.equal(readHtml('<abbr title="a\nb">x</abbr>'), '<p><abbr title="a\nb">x</abbr></p>')
})

const rich = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...[
          '<p>',
          '</p>',
          '<div>',
          '</div>',
          '<b>',
          '</b>',
          '<a href="',
          '">',
          '</a>',
          '<li>',
          '<ul>',
          '</ul>',
          '<br>',
        ],
        ...['<h1>', '<h2>', '</h1>', '<table>', '<tr>', '<td>', '<th>', '</td>', '</table>', '<dl>', '<dt>', '<dd>'],
        ...['<pre>', '</pre>', '<hr/>', '<img src=x onerror=alert(1)>', '<script>', '</script>', '<style>', '<svg>'],
        ...['<section>', '</section>', '<form>', '<iframe>', '<!--', '-->', '<![CDATA[', '<x-y>', '</', '<'],
        ...[
          'javascript:',
          'data:',
          'JaVa\tScRiPt:',
          '&#106;avascript:',
          '&colon;',
          ' onclick="x"',
          " style='",
          '`',
          '=',
        ],
        ...['\n', '\n\n', '\r\n', ' \n ', ' ', '\u00a0', '&#13;', '&#10;', '&#0;', '\u0000', '&amp;', '&lt;', '&', ';'],
        ...['a', 'b', '"', "'", 'é', '🎉', '\ud800', '/>', '<a target=_blank rel=x>', '<span class="a b">', '</span>'],
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)

test('reading again changes nothing', () => {
  fc.assert(
    fc.property(rich, (input) => {
      const once = readHtml(input)
      assert.equal(readHtml(once), once)
    }),
    { numRuns: 4000, verbose: 1 },
  )
})

const tagPattern = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)( \/)?>/g

test('nothing alive is left: no scripts, handlers or URLs that run', () => {
  fc.assert(
    fc.property(rich, (input) => {
      const html = readHtml(input)
      // Every angle bracket belongs to a tag of the plainest form, so attributes can be read off reliably.
      assert.doesNotMatch(html.replace(tagPattern, ''), /[<>]/)
      for (const [, , name = '', attributes = ''] of html.matchAll(tagPattern)) {
        assert.doesNotMatch(name, /^(?:script|style|iframe|object|embed|form|input|svg|math|base|link|meta)$/)
        for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)) {
          assert.doesNotMatch(attribute, unsafeName)
          if (attribute === 'href' || attribute === 'src') assert.match(protocolOf(value), allowedProtocol)
        }
      }
    }),
    { numRuns: 4000, verbose: 1 },
  )
})

const unsafeName = /^(?:on.*|style|srcset|srcdoc|action|formaction|id|name)$/

/** Of a page that is open at a `https:` address. */
const allowedProtocol = /^(?:https?|mailto|tel|none):$/

/** As a browser reads the address (URL Standard, 4.4); `none:` where it leads nowhere. */
function protocolOf(value: string): string {
  const address = decodeHTMLAttribute(value)
  return URL.canParse(address, 'https://page.example/') ? new URL(address, 'https://page.example/').protocol : 'none:'
}

test('an address is read as a browser reads it', () => {
  const read = ['java&#10;script:x', ' data:x', 'JavaScript&colon;x', 'file:///x'].map(protocolOf)
  assert.deepEqual(read, ['javascript:', 'data:', 'javascript:', 'file:'])
  assert.deepEqual(['\u00a0data:x', '/data:x', 'tel:1', 'http://['].map(protocolOf), [
    'https:',
    'https:',
    'tel:',
    'none:',
  ])
})

const { tree } = fc.letrec<{ tree: string; element: string }>((tie) => ({
  tree: fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('word ', '\n\n', 'é', ' > ', '&', '&amp;', '&nbsp;', '&copy', '<br>') },
        fc.constantFrom('<hr/>', '&lt;b&gt;', '&amp;lt;', '<', '</p>', '<b onclick="x()">', '<script>x()</script>'),
        tie('element'),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('')),
  element: fc
    .tuple(
      fc.constantFrom('p', 'div', 'b', 'em', 'ul', 'ol', 'li', 'h1', 'h3', 'blockquote', 'a', 'span', 'pre', 'svg'),
      fc.constantFrom(
        ...['', '', '', ' class="a"', ' class="a b-c"', ' class="1"', ' title="x"', ' onclick="x()"', ' style="x"'],
        ...[' href="https://x.example/?a=1&amp;b=[2]"', ' href="https://x.example/" target="_blank"', ' href="/x"'],
        ...[' href="javascript:x()"', ' href="https://x.example/?&quot;"', ' href="https://x.example/"onclick="x()"'],
      ),
      tie('tree'),
    )
    .map(([name, attributes, content]) => `<${name}${attributes}>${content}</${name}>`),
}))

/** Markup for which a sanitizer answers something else than the real one, or undefined; and how much of it the sanitizer took. */
const findDifference = (sanitize: (html: string) => string | undefined) => {
  let taken = 0
  const isSame = (html: string): boolean => {
    const safe = sanitize(html)
    if (safe !== undefined) taken++
    return safe === undefined || safe === sanitizeStrictly(html)
  }
  const details = fc.check(fc.property(fc.oneof(tree, rich), isSame), { numRuns: 6000 })
  return { taken, difference: details.counterexample?.[0], seed: details.seed }
}

test('what is read as plain markup is what the sanitizer makes of it', () => {
  const { taken, difference, seed } = findDifference(sanitizePlainMarkup)
  assert.equal(difference, undefined, `seed ${seed}`)
  assert.ok(taken > 1000, `only ${taken} of 6000 were taken`)
})

test('a sanitizer that lets something through would be noticed', () => {
  const passing = [(html: string) => html, (html: string) => html.replaceAll(/ (?:onclick|style)="[^"]*"/g, '')]
  for (const sanitize of passing) assert.notEqual(findDifference(sanitize).difference, undefined)
})

const inlineCases: [input: string, expected: string][] = [
  ['', ''],
  ['All <b>sport</b> <script>x()</script>', 'All <b>sport</b>'],
  ['Some <i>desc</i>', 'Some <i>desc</i>'],
  ['<p>one</p><p>two &amp; <b>three</p>', 'one\n\ntwo &amp; <b>three\n</b>'],
  ['a < b\r\nc', 'a &lt; b\nc'],
]

for (const [input, expected] of inlineCases) {
  test(`inline html ${JSON.stringify(input)}`, () => {
    assert.equal(readInlineHtml(input), expected)
  })
}

test('reading inline html again changes nothing, and no block is in it', () => {
  fc.assert(
    fc.property(rich, (input) => {
      const once = readInlineHtml(input)
      assert.equal(readInlineHtml(once), once)
      assert.doesNotMatch(once, /<\/?(?:p|div|li|ul|h[1-6]|table|t[dhr]|pre|d[ltd]|hr|script|img)[ >]/)
    }),
    { numRuns: 2000, verbose: 1 },
  )
})

test('hostile depth is cut and the text survives', () => {
  for (const tag of ['b', 'div', 'blockquote', 'table><td']) {
    const html = readHtml(`${`<${tag}>`.repeat(20_000)}deep`)
    assert.ok((html.match(/<[a-z]/g)?.length ?? 0) <= 50)
    assert.equal(readText(html), 'deep')
    assert.equal(readHtml(html), html)
  }
})

test('many paragraphs are no trouble', () => {
  const html = readHtml('a\n\n'.repeat(200_000))
  assert.equal(html.split('\n').length, 200_000)
})

test('the visible text has blanks where blocks end and entities decoded', () => {
  assert.equal(
    readText('<h2>A &amp; B</h2>\n<p>c<br />\nd <b>e</b>f</p><ul><li>g</li><li>h</li></ul>'),
    'A & B c d ef g h',
  )
  assert.equal(readText(readHtml('5 < 6\n\n&lt;b&gt;')), '5 < 6 <b>')
})
