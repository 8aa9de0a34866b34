import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangeFeed, SeenChange, Watcher } from '../../src/cache/change-feed.ts'
import { createFragmentCache, type Fragment, newFragment } from '../../src/cache/fragment-cache.ts'

/** A log of changes that a test writes itself. */
const createLog = () => {
  const watchers: Watcher[] = []
  const changes: { -readonly [name in keyof ChangeFeed]: ChangeFeed[name] } = {
    catchUp: async () => changes.version,
    version: 1,
    haveChanged: (_kinds, since) => changes.version > since,
    startsSince: () => undefined,
    position: () => ({ number: 0, epoch: '' }),
    stamp: () => '',
    nextDue: Number.POSITIVE_INFINITY,
    watch: (watcher) => void watchers.push(watcher),
  }
  const change = (kind: SeenChange['kind'], record_id: number): void => {
    changes.version++
    for (const watcher of watchers) watcher([{ kind, record_id }])
  }
  return { changes, change }
}

/** A fragments of fragments of 1,000 bytes, and the ids that were loaded. */
const createPages = (maxBytes: number) => {
  const loaded: number[] = []
  const { changes, change } = createLog()
  const fragments = createFragmentCache<Fragment, number>(changes, {
    maxBytes,
    kinds: ['venue'],
    others: ['image'],
    load: async (ids) => {
      loaded.push(...ids)
      return ids
    },
    make: (id) => newFragment(id, 'x'.repeat(1000)),
  })
  const find = (...ids: number[]): Promise<ReadonlyMap<number, Fragment>> => fragments.find(ids)
  return { find, loaded, change }
}

describe('a shelf', () => {
  it('loads missing entries, and each only once', async () => {
    const { find, loaded } = createPages(1_000_000)
    assert.deepEqual([...(await find(1, 2)).keys()], [1, 2])
    assert.deepEqual([...(await find(2, 3, 1)).keys()].sort(), [1, 2, 3])
    assert.deepEqual(loaded, [1, 2, 3])
  })

  it('stays within its size, and evicts the least recently used entries', async () => {
    const { find, loaded } = createPages(15_000)
    const first = (await find(1)).get(1)
    for (let id = 2; id <= 10; id++) await find(id, 2)
    assert.ok(first && !first.flag.isStale)
    for (let id = 11; id <= 20; id++) await find(id, 2)
    // Nobody watches over it any more.
    assert.ok(first.flag.isStale)
    loaded.length = 0
    await find(1, 2, 20)
    assert.deepEqual(loaded, [1])
  })

  it('counts the size of a fragment including its additional data', async () => {
    const { changes } = createLog()
    const loaded: number[] = []
    const big = new Set<number>()
    const fragments = createFragmentCache<Fragment, number>(changes, {
      maxBytes: 14_500,
      kinds: ['venue'],
      load: async (ids) => {
        loaded.push(...ids)
        return ids
      },
      make: (id) => newFragment(id, 'x'.repeat(1000)),
      singleOf: (fragment) => {
        fragment.single ??= Buffer.alloc(2000)
        return fragment.single
      },
      sizeOf: ({ id, bytes }) => (big.has(id) ? 6000 : bytes.length),
    })
    const find = async (id: number, isSingle = false): Promise<Fragment | undefined> =>
      (await fragments.find([id], isSingle)).get(id)
    const first = await find(1)
    for (let id = 2; id <= 10; id++) await find(id)
    assert.equal(await find(1), first)
    assert.equal(first?.single, undefined)
    // Each of four takes 3,400 bytes from now on.
    for (let id = 2; id <= 5; id++) assert.equal((await find(id, true))?.single?.length, 2000)
    loaded.length = 0
    assert.notEqual(await find(1), first)
    assert.ok(first?.flag.isStale)
    const grown = await find(3)
    assert.ok(grown && !grown.flag.isStale)
    big.add(3)
    fragments.resize(grown)
    assert.equal(await find(3), grown)
    await find(4)
    assert.deepEqual(loaded, [1, 4])
  })

  it('holds nothing where it may hold nothing', async () => {
    const { find, loaded } = createPages(0)
    assert.ok((await find(1)).get(1)?.flag.isStale)
    await find(1)
    assert.deepEqual(loaded, [1, 1])
  })

  it('removes changed entries, and all of them after an unknown change', async () => {
    const { find, loaded, change } = createPages(1_000_000)
    const [one, two] = [(await find(1)).get(1), (await find(2)).get(2)]
    change('venue', 1)
    assert.deepEqual([one?.flag.isStale, two?.flag.isStale], [true, false])
    await find(1, 2)
    assert.deepEqual(loaded, [1, 2, 1])
    for (const [kind, id] of [
      ['venue', 0],
      ['image', 7],
    ] as const) {
      change(kind, id)
      loaded.length = 0
      await find(1, 2)
      assert.deepEqual(loaded, [1, 2], kind)
    }
    change('event', 1)
    loaded.length = 0
    await find(1, 2)
    assert.deepEqual(loaded, [])
  })

  it('does not cache an entry that changed while it was loaded', async () => {
    const { changes, change } = createLog()
    let arrive = (_: string[]): void => undefined
    const fragments = createFragmentCache<Fragment, string>(changes, {
      maxBytes: 1_000_000,
      kinds: ['venue'],
      load: () =>
        new Promise((resolve) => {
          arrive = resolve
        }),
      make: (text) => newFragment(1, text),
    })
    const first = fragments.find([1])
    change('venue', 1)
    arrive(['old'])
    const old = (await first).get(1)
    assert.deepEqual([String(old?.bytes), old?.flag.isStale], ['old', true])
    const second = fragments.find([1])
    arrive(['new'])
    assert.equal(String((await second).get(1)?.bytes), 'new')
    assert.equal(String((await fragments.find([1])).get(1)?.bytes), 'new')
  })
})
