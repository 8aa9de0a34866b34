import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IdPage } from '../../core/resource.ts'

/** Most times that a list is read again because it has changed between two pages. */
const mostAttempts = 3

/**
 * All ids of a list, however long it is (contract D1.1): its pages are read one after the other, and other requests are answered in
 * between. If the list keeps changing, an id may be missing; the next response has another ETag and is complete.
 */
export const findAll = async (find: (page: number) => Promise<IdPage>): Promise<readonly number[]> => {
  for (let attempt = 1; ; attempt++) {
    const { ids, isWhole } = await readPages(find)
    if (isWhole || attempt === mostAttempts) return ids
  }
}

const readPages = async (find: (page: number) => Promise<IdPage>): Promise<{ ids: number[]; isWhole: boolean }> => {
  const first = await find(1)
  const ids = [...first.ids]
  let last = first
  for (let page = 2; last.ids.length > 0 && ids.length < last.total; page++) {
    await nextTurn()
    // A new record on an earlier page moves others to the next page, where they must not be counted again.
    const known = new Set(last.ids)
    last = await find(page)
    for (const id of last.ids) if (!known.has(id)) ids.push(id)
    if (last.total !== first.total) return { ids, isWhole: false }
  }
  return { ids, isWhole: true }
}

/** Ids that are hashed at once. */
const perTurn = 100_000

/** A short text for a list of ids; equal lists have equal texts. */
export const digestIds = async (ids: readonly number[]): Promise<string> => {
  const hash = createHash('sha256')
  for (let at = 0; at < ids.length; at += perTurn) {
    if (at > 0) await nextTurn()
    hash.update(Float64Array.from(ids.slice(at, at + perTurn)))
  }
  return hash.digest('base64url')
}
