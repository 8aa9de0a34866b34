import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUrl, shownUrl } from '../../src/lib/url.ts'

const accepted = [
  'https://example.com',
  'http://localhost',
  'http://x',
  'HTTP://X.EXAMPLE/Path',
  'https://e.example/x?a=1&b=2#c',
  'http://[::1]:8080/',
  'https://exämple.org/ü',
  'https://例え.テスト/日本?q=ü',
  'https://x.example:8443/@name',
  `https://x.example/${'a'.repeat(100_000)}`,
]

for (const url of accepted) {
  test(`URL ${url.slice(0, 60)}`, () => {
    assert.equal(readUrl(url), url)
  })
}

const refused = [
  '',
  'foo',
  'not a url',
  'example.com',
  'www.example.com/x',
  'localhost:3000',
  '//x.y',
  '/path',
  'https://example.com/a b',
  ' https://example.com',
  'https://example.com\n',
  'https://example.com/\u0000',
  'https://example.com/\u00a0',
  'https://example.com/\u202etxt',
  'https://example.com/\ud800',
  'https:',
  'https://',
  'https:///example.com',
  'https:example.com',
  'https:\\\\example.com',
  'https://?x',
  'https://[::1',
  'https://x.example/<b>',
  'mailto:',
  'javascript:alert(1)',
  'JavaScript://x.example/%0aalert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'data://x.example/y',
  'vbscript:x',
  'file:///etc/passwd',
  'file://host/x',
  'blob:https://x.example/1',
  'ftp://x.example/',
  'mailto:a@b.org',
  'tel:+491234',
  'webcal://x.example/calendar.ics',
  'https://x.example/?b="2"',
  'https://x.example/`',
  'https://user@x.example/',
  'https://user:password@x.example/',
  'https://:@:password@x.example/',
  'https://x.example/\u200b',
  'https://x.example/\u3164',
]

for (const url of refused) {
  test(`no URL: ${JSON.stringify(url).slice(0, 60)}`, () => {
    assert.equal(readUrl(url), undefined)
  })
}

const shown: readonly (readonly [url: string, text: string])[] = [
  ['https://x.example/a.jpg', 'https://x.example/a.jpg'],
  ['https://x.example/a.jpg?key=secret', 'https://x.example/a.jpg?…'],
  ['https://name:secret@x.example/@a', 'https://x.example/@a'],
  [`https://x.example/${'a'.repeat(300)}?key=secret`, `https://x.example/${'a'.repeat(182)}…`],
]

for (const [url, text] of shown) {
  test(`is shown as ${text.slice(0, 60)}: ${url.slice(0, 60)}`, () => {
    assert.equal(shownUrl(url), text)
  })
}
