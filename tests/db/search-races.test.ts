import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dependencyOn, followChanges } from '../../src/cache/change-feed.ts'
import type { Database, Query } from '../../src/db/database.ts'
import { blockSize, listPlaces } from '../../src/db/search-block.ts'
import { indexAll } from '../../src/db/search-upkeep.ts'
import type { QuerySource } from '../../src/query/condition.ts'
import { findRecords } from '../../src/query/search-text.ts'
import { createCalendar } from '../support/calendar.ts'

/** Answers that are held back: those of statements with this text. */
type Gate = { text: string; readonly releases: (() => void)[] }

/** A database whose answers overtake each other, as those of several connections may. */
const holdingBack = (database: Database, gate: Gate): Database => {
  const query: Query = async (text, parameters) => {
    const rows = await database.query(text, parameters)
    if (gate.text !== '' && text.includes(gate.text)) await new Promise<void>((release) => gate.releases.push(release))
    return rows
  }
  return { ...database, query }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

it('searches that overtake each other find what each of them would find alone', async () => {
  const calendar = await createCalendar()
  const { database } = calendar
  const store = async (id: number, text: string): Promise<void> => {
    await database.transact(async (db) => {
      const { kysely } = db
      await kysely
        .insertInto('record')
        .values({ id, kind: 'event' })
        .onConflict((known) => known.doNothing())
        .execute()
      await kysely
        .insertInto('search_text')
        .values({ record_id: id, text })
        .onConflict((known) => known.column('record_id').doUpdateSet({ text }))
        .execute()
      await indexAll(db)
    })
  }
  // Three blocks.
  for (const id of [10, 11, 1100, 1101, 2100]) await store(id, `needle thing${id}`)
  const gate: Gate = { text: '', releases: [] }
  const slow = holdingBack(database, gate)
  const changeFeed = followChanges(database)
  await changeFeed.catchUp()
  const find = async (word: string): Promise<number[]> => {
    const dependency = dependencyOn(changeFeed, ['event'], undefined)
    const source = { database: slow, context: {}, dependency } as unknown as QuerySource
    const { records } = await findRecords(source, [word])
    const ids = [...records].flatMap(([number, bits]) => listPlaces(bits).map((place) => number * blockSize + place))
    return ids.sort((one, other) => one - other)
  }
  await find('needle')
  gate.text = 'select number, version from search_block'
  const first = find('thing1')
  await turn()
  gate.text = ''
  await store(10, 'needle changed')
  assert.deepEqual(await find('chan'), [10])
  await store(1100, 'needle other')
  gate.text = 'grams'
  const second = find('needl')
  await turn()
  // The first search goes on with what it knows of the blocks, while the second one waits.
  gate.releases[0]?.()
  await turn()
  gate.text = ''
  gate.releases[1]?.()
  assert.deepEqual(await second, [10, 11, 1100, 1101, 2100])
  for (const release of gate.releases) release()
  await first
  await calendar.close()
})
