import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addRecords,
  type Block,
  blockSize,
  emptyBlock,
  findTokens,
  listPlaces,
  mayContain,
  newBits,
  updateBlock,
} from '../../src/db/search-block.ts'
import { createRandom } from '../properties/random.ts'
import { lengthOf } from '../support/lengths.ts'
import { seed } from '../support/seed.ts'

const random = createRandom(seed)

const letters = ['aaab', 'abcdefgh', `%_'"\\*`, '音楽会場', '🎻🎺', 'éßς', '.,-!?', '0123456789'].map((some) => [
  ...some,
])

const wordOf = (length: number): string => {
  const some = random.oneOf(letters)
  return Array.from({ length: 1 + random.below(length) }, () => random.oneOf(some)).join('')
}

/** Words between blanks, some of them long, in one to three lines; now and then nothing. */
const textOf = (): string =>
  Array.from({ length: random.below(12) }, () => wordOf(random.chance(10) ? 90 : 6)).reduce(
    (text, word) => `${text}${text === '' ? '' : random.oneOf([' ', ' ', '\u2028'])}${word}`,
    '',
  )

const find = ({ grams, tokens, lists }: Block, word: string): number[] => {
  const bits = newBits()
  if (!mayContain(grams, word)) return []
  for (const [group, places] of findTokens(tokens, word)) addRecords(bits, lists[group] ?? bits, places)
  return listPlaces(bits)
}

/** Words of which the block finds other records than the texts have. */
const findFaults = (block: Block, texts: ReadonlyMap<number, string>, count: number): string[] => {
  const all = [...texts.values()]
  const faults: string[] = []
  for (let round = 0; round < count; round++) {
    const from = random.chance(5) || all.length === 0 ? wordOf(6) : random.oneOf(random.oneOf(all).split(/[ \u2028]/))
    const characters = [...from]
    const at = random.below(characters.length + 1)
    const word = characters.slice(at, at + 1 + random.below(8)).join('')
    if (word === '') continue
    const meant = [...texts].filter(([, text]) => text.includes(word)).map(([place]) => place)
    if (String(find(block, word)) !== String(meant.sort((a, b) => a - b))) faults.push(word)
  }
  return faults
}

describe(`a block of the index of searches (SEED=${seed})`, () => {
  it('finds the records whose text contains a word, through any changes of the texts', () => {
    for (let run = 0; run < lengthOf(6, 60); run++) {
      let block = emptyBlock
      const texts = new Map<number, string>()
      const places = random.oneOf([3, 40, blockSize])
      for (let step = 0; step < 12; step++) {
        const changes = new Map<number, string | null>()
        for (let count = random.below(random.oneOf([2, 300])); count >= 0; count--) {
          changes.set(random.below(places), random.chance(25) ? null : textOf())
        }
        for (const [place, text] of changes) text === null ? texts.delete(place) : texts.set(place, text)
        block = updateBlock(block, changes)
        assert.deepEqual(
          listPlaces(block.records),
          [...texts.keys()].sort((a, b) => a - b),
        )
        assert.deepEqual(findFaults(block, texts, 60), [])
      }
    }
  })

  it('keeps no token for long that no text has', () => {
    const texts = (from: number) => new Map(Array.from({ length: 100 }, (_, at) => [at, `only${from + at} common`]))
    let block = updateBlock(emptyBlock, texts(0))
    for (let round = 1; round < 20; round++) block = updateBlock(block, texts(100 * round))
    assert.ok(block.tokens.split(/[ \u2028]/).length < 300)
    assert.equal(find(block, 'common').length, 100)
  })

  it('keeps the groups of tokens that do not change as they are', () => {
    const texts = new Map(Array.from({ length: 500 }, (_, at) => [at, `one${at} two${at} all`]))
    const before = updateBlock(emptyBlock, texts)
    const now = updateBlock(before, new Map([[7, 'one7 three all']]))
    const changed = before.lists.filter((bytes, at) => Buffer.compare(bytes, now.lists[at] ?? bytes) !== 0)
    assert.ok(before.lists.length > 7 && changed.length <= 2, `${changed.length} of ${before.lists.length}`)
  })

  it('excludes most words by its filter', () => {
    const block = updateBlock(emptyBlock, new Map([[0, 'summer concert']]))
    assert.ok(mayContain(block.grams, 'conc') && mayContain(block.grams, 'u') && mayContain(block.grams, 'um'))
    assert.ok(!mayContain(block.grams, 'winter') && !mayContain(block.grams, 'x'))
  })

  it('would be noticed if a set were wrong', () => {
    const texts = new Map(Array.from({ length: 200 }, (_, at) => [at, `word${at % 7} same`]))
    const block = updateBlock(emptyBlock, texts)
    assert.deepEqual(findFaults(block, texts, 300), [])
    // The first set begins with its size; the next byte is its first record.
    const lists = block.lists.map((bytes) => Uint8Array.from(bytes, (byte, at) => (at === 1 ? byte + 1 : byte)))
    assert.ok(findFaults({ ...block, lists }, texts, 300).length > 0)
  })
})
