import assert from 'node:assert/strict'
import { it } from 'node:test'
import { namesEtag } from '../../src/core/etag.ts'

for (const [header, isNamed] of [
  ['"abc"', true],
  ['W/"abc"', true],
  ['"abc-gzip"', true],
  ['W/"abc-gzip"', true],
  ['"abc-br", "x"', true],
  ['"x", "abc-zstd"', true],
  ['*', true],
  ['"abcd"', false],
  ['"abc-other"', false],
  ['"abc-gzip-gzip"', false],
  ['abc', false],
] as const)
  it(`If-Match: ${header} ${isNamed ? 'names' : 'does not name'} "abc"`, () => {
    assert.equal(namesEtag(header, '"abc"'), isNamed)
  })
