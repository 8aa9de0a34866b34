import fc from 'fast-check'
import type { Json } from '../../src/lib/json.ts'

/** Markup that runs something wherever it reaches a page unchanged. */
export const markup = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVa\tScRiPt:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="//evil.example" target=_blank onclick=alert(1)>x</a>',
  '<b onpointerenter="alert(1)" style="position:fixed">b</b>',
  '<p style="background:url(javascript:alert(1))">p',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<math><mi xlink:href="data:x,<script>alert(1)</script>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<style>@import "javascript:alert(1)"</style>',
  '<textarea><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '<form action="javascript:alert(1)"><button>go',
  '<!--><script>alert(1)</script-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '<a href="https://good.example/">kept</a>',
  '<p>kept</p>',
  '< b',
  '<',
] as const

/** What breaks statements that are glued together from texts. */
export const sqlTexts = [
  "' OR '1'='1",
  "'; DROP TABLE event; --",
  '1); DELETE FROM user; --',
  '1 UNION SELECT secret_hash FROM credential',
  '1 OR randomblob(100000000)',
  "x' COLLATE nocase --",
  'id desc, (select 1)',
  '%',
  '_',
  '\\',
  '"',
  '`',
  '?1',
  ':id',
  '$1',
  '/*',
  '\u0000',
] as const

const oddTexts = [
  '',
  ' ',
  '\t\r\n',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\ufeffx',
  '\u202egnp.exe',
  '\u200b',
  '\ufffd',
  'e\u0301'.repeat(20),
  '😀'.repeat(60),
  '%00',
  '%ff',
  '%',
  '%zz',
  '+',
  '&a=b',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '/',
  '.',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '１２',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[object Object]',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what template engines would fill in.
  '${7*7}',
  '{{7*7}}',
  '$(id)',
  '\r\nSet-Cookie: a=b',
] as const

const longTexts = ['x'.repeat(201), 'x'.repeat(1001), 'ä '.repeat(2500), '<b>'.repeat(1500), '&amp;'.repeat(2000)] as const

/** Texts that JSON can spell and no value of this language can: they are put in place of `~raw.N~`. */
export const rawJson = [
  '1e400',
  '-1e400',
  '-0',
  '1E-400',
  '12345678901234567890123456789',
  '"\\ud800"',
  '"\\u0000"',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true,"status":"trash"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":null,"length":1e9}',
  `${'['.repeat(28)}${']'.repeat(28)}`,
  `${'{"a":'.repeat(28)}1${'}'.repeat(28)}`,
  `${'['.repeat(40)}${']'.repeat(40)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `[${'1,'.repeat(1000)}1]`,
] as const

/** Random markup and SQL, pieces of both in any order. */
export const evilText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...markup),
  fc.constantFrom(...sqlTexts),
  fc.constantFrom(...oddTexts),
  fc.array(fc.constantFrom(...markup, ...sqlTexts, ' ', 'a', '>', '"'), { minLength: 2, maxLength: 6 }).map((it) => it.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
  { arbitrary: fc.constantFrom(...longTexts), weight: 1 },
)

/** Values that no parameter asks for. */
export const evilValue: fc.Arbitrary<Json> = fc.oneof(
  { arbitrary: evilText, weight: 6 },
  {
    arbitrary: fc.constantFrom<Json>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e21,
      -1e-7,
      2 ** 53,
      [],
      {},
      [null],
      [[]],
      [[[1]]],
      [{}],
      { id: 'x' },
      { id: { id: 1 } },
      { 0: 1, 1: 'a' },
      { length: 3 },
    ),
    weight: 3,
  },
  { arbitrary: fc.nat({ max: rawJson.length - 1 }).map((at) => `~raw.${at}~`), weight: 2 },
  { arbitrary: fc.array(evilText, { maxLength: 4 }), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>, weight: 1 },
)

/** Names that no parameter has. */
export const evilName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'id', 'slug', 'parent', 'ID', 'Title'],
    ...['a[b]', 'a]', '[', '[]', 'title[]', 'x[__proto__][y]', '_jsonp', '_embed', 'context', '_locale', '_fields[]'],
    "a' or 1=1",
    'ü',
    'a.b',
    'rest_route2',
  ),
  fc.string({ maxLength: 8 }),
)
