import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import type { Db } from '../../db/database.ts'
import type { Json } from '../../lib/json.ts'
import { foldText } from '../../lib/text.ts'
import { mergeKind } from './merges.ts'

/** Most groups of an answer, and most records of a group. */
const maxGroups = 100
const maxGroup = 50

/** Most records that are compared, and how many are read at once. */
const maxRecords = 50_000
const portion = 500

type Candidate = {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly lat: number | null
  readonly lng: number | null
}

type Group = { readonly records: readonly Candidate[]; readonly reason: 'name' | 'place' }

type Kind = 'venues' | 'organizers' | 'tags' | 'categories'

/** The legal forms of companies and associations that stand at the end of names, folded. */
const legalForms: ReadonlySet<string> = new Set(
  'gmbh mbh gemeinnutzige ggmbh ag kg ohg gbr ug ev eg inc incorporated llc ltd limited corp corporation co company plc sa sarl sas srl spa bv nv oy ab as aps kk'.split(
    ' ',
  ),
)

/** A name as duplicates are compared: without case, accents, spaces, punctuation and the legal form of a company. */
const keyOfName = (name: string): string => {
  const words = foldText(name)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .replace(/ e v$/, ' ev')
    .split(' ')
  const end = words.findLastIndex((word) => !legalForms.has(word)) + 1
  return (end > 0 ? words.slice(0, end) : words).join('')
}

const readPortion = async ({ kysely }: Db, kind: Kind, after: number): Promise<Candidate[]> => {
  if (kind === 'venues') {
    const rows = await kysely
      .selectFrom('venue')
      .select(['id', 'title', 'address', 'city', 'geo_lat', 'geo_lng'])
      .where('id', '>', after)
      .where('status', '<>', 'trash')
      .orderBy('id')
      .limit(portion)
      .execute()
    return rows.map(({ id, title, address, city, geo_lat, geo_lng }) => ({
      id,
      name: title,
      address: [address, city].filter((part) => part !== '').join(', '),
      lat: geo_lat,
      lng: geo_lng,
    }))
  }
  const blank = { address: '', lat: null, lng: null }
  if (kind === 'organizers') {
    const organizers = kysely.selectFrom('organizer').select(['id', 'title']).where('id', '>', after)
    const rows = await organizers.where('status', '<>', 'trash').orderBy('id').limit(portion).execute()
    return rows.map(({ id, title }) => ({ id, name: title, ...blank }))
  }
  const terms = kysely.selectFrom('term').select(['id', 'name']).where('id', '>', after)
  const taxonomy = kind === 'tags' ? 'tag' : 'category'
  const rows = await terms.where('taxonomy', '=', taxonomy).orderBy('id').limit(portion).execute()
  return rows.map((row) => ({ ...row, ...blank }))
}

/** Puts records into groups by a key. */
const add = <K>(groups: Map<K, Candidate[]>, key: K, one: Candidate): void => {
  const group = groups.get(key)
  if (!group) groups.set(key, [one])
  else if (group.length < maxGroup) group.push(one)
}

/** A cell of about 55 metres of latitude, by which neighbours are found. */
const cellOf = (degrees: number): number => Math.floor(degrees / 0.0005)

const metresBetween = (one: Candidate, other: Candidate): number => {
  const [lat, otherLat] = [one.lat ?? 0, other.lat ?? 0]
  const across = ((other.lng ?? 0) - (one.lng ?? 0)) * Math.cos((lat * Math.PI) / 180)
  return Math.hypot(otherLat - lat, across) * 111_195
}

const pairsOf = (text: string): Set<string> => {
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < text.length && at < 200; at++) pairs.add(text.slice(at, at + 2))
  return pairs
}

/** Whether half of the pairs of letters of two names are the same, or one contains the other. */
const isSimilar = (one: string, other: string): boolean => {
  if (one.includes(other) || other.includes(one)) return true
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  let shared = 0
  for (const pair of pairs) if (others.has(pair)) shared++
  return (2 * shared) / (pairs.size + others.size) >= 0.5
}

/** Groups what may be the same; other requests are answered between two portions. */
const findGroups = async (db: Db, kind: Kind): Promise<Group[]> => {
  const byName = new Map<string, Candidate[]>()
  const byCell = new Map<string, Candidate[]>()
  const near: Group[] = []
  let [after, seen] = [0, 0]
  while (seen < maxRecords) {
    const some = await readPortion(db, kind, after)
    for (const one of some) {
      add(byName, keyOfName(one.name), one)
      if (one.lat !== null && near.length < maxGroups) {
        const other = findNeighbour(byCell, one)
        if (other) near.push({ records: [other, one], reason: 'place' })
        add(byCell, cellKey(one, 0, 0), one)
      }
    }
    seen += some.length
    after = some.at(-1)?.id ?? 0
    if (some.length < portion) break
    await nextTurn()
  }
  const same: Group[] = []
  for (const records of byName.values()) if (records.length > 1) same.push({ records, reason: 'name' })
  return [...same, ...near].slice(0, maxGroups)
}

const cellKey = ({ lat, lng }: Candidate, north: number, east: number): string => {
  const width = Math.max(Math.cos(((lat ?? 0) * Math.PI) / 180), 0.01)
  // Rows of cells have the width of their own latitude, so that neighbours lie beside each other.
  return `${cellOf(lat ?? 0) + north} ${cellOf((lng ?? 0) * width) + east}`
}

/** Most records of a cell that are compared. */
const maxCompared = 10

const findNeighbour = (cells: ReadonlyMap<string, readonly Candidate[]>, one: Candidate): Candidate | undefined => {
  const key = keyOfName(one.name)
  for (const north of [-1, 0, 1]) {
    for (const east of [-1, 0, 1]) {
      for (const other of cells.get(cellKey(one, north, east))?.slice(-maxCompared) ?? []) {
        const otherKey = keyOfName(other.name)
        if (metresBetween(one, other) <= 50 && key !== otherKey && isSimilar(key, otherKey)) return other
      }
    }
  }
  return undefined
}

/** The number of events of each record, those of any status. */
const countEvents = async (db: Db, kind: Kind, ids: readonly number[]): Promise<Map<number, number>> => {
  const [table, column]: readonly [string, string] =
    kind === 'venues'
      ? ['event_venue', 'venue_id']
      : kind === 'organizers'
        ? ['event_organizer', 'organizer_id']
        : ['event_term', 'term_id']
  const id = sql.ref(column)
  const { rows } = await sql<{ id: number; n: number }>`select ${id} as id, count(*) as n from ${sql.table(table)}
    where ${db.dialect.isIn(id, ids)} group by ${id}`.execute(db.kysely)
  return new Map(rows.map(({ id, n }) => [id, Number(n)]))
}

const duplicatesParams = { kind: { type: mergeKind, isRequired: true } }

const listDuplicates = async ({ database, values }: SiteRequest<typeof duplicatesParams>): Promise<SiteResponse> => {
  const { kind = 'venues' } = values
  const groups = await findGroups(database, kind)
  const ids = [...new Set(groups.flatMap(({ records }) => records.map(({ id }) => id)))]
  const events = ids.length === 0 ? new Map<number, number>() : await countEvents(database, kind, ids)
  const show = ({ id, name, address }: Candidate): Json => ({
    id,
    name,
    ...(kind === 'venues' ? { address } : {}),
    events: events.get(id) ?? 0,
  })
  return { body: groups.map(({ records, reason }) => ({ records: records.map(show), reason })) }
}

/** Records that may be the same, to be merged (contract C7). */
export const duplicatesDocument: SiteDocument = {
  path: '/duplicates',
  endpoints: [endpoint({ methods: ['GET'], params: duplicatesParams, right: 'edit-others', answer: listDuplicates })],
}
