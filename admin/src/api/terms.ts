import { allDates, statuses, type Tagged } from './calendar.ts'
import { eachOf } from './each-of.ts'
import { listReader, read, readTagged, write, writeTagged } from './site.ts'

/** The paths of categories and tags below `wp/v2`. */
export type TermPath = 'tribe_events_cat' | 'tags'

/** A category or a tag, as `wp/v2` shows it; tags have neither a parent nor a colour. */
export type Term = {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  /** The number of published events that have it. */
  readonly count: number
  readonly parent?: number
  readonly meta: { readonly color?: string }
}

/** The written fields of a term. */
export type TermFields = Partial<Pick<Term, 'name' | 'slug' | 'description' | 'parent' | 'meta'>>

/** An event that has a term, whatever its status. */
type TermEvent = { readonly id: number; readonly may_edit: boolean; readonly categories: readonly number[] }

/** Reads a page of terms with some of their members. */
export const readTerms = listReader<Term>()

/** A category as the tree and the fields that choose one show it. */
export type Category = Pick<Term, 'id' | 'name' | 'parent' | 'count' | 'meta'>

/** Reads all categories: one request for each hundred. */
export const readCategories = async (): Promise<readonly Category[]> => {
  const members = ['id', 'name', 'parent', 'count', 'meta'] as const
  const readPage = (page: number) => readTerms('wp/v2', 'tribe_events_cat', members, { per_page: 100, page })
  const first = await readPage(1)
  const others = await Promise.all(Array.from({ length: Math.max(first.pages - 1, 0) }, (_, at) => readPage(at + 2)))
  return [first, ...others].flatMap(({ records }) => records)
}

/** Reads one term with its ETag. */
export const readTerm = (path: TermPath, id: number) => readTagged<Term>('wp/v2', `${path}/${id}`)

/** Creates a term, or changes the one with an id; with an ETag only if nobody else has changed it. */
export const writeTerm = (
  path: TermPath,
  id: number | undefined,
  body: TermFields,
  ifMatch?: string,
): Promise<Tagged<Term>> => writeTagged('POST', 'wp/v2', id === undefined ? path : `${path}/${id}`, { body, ifMatch })

/** Makes one term of several: their events get that one. */
export const mergeTerms = (path: TermPath, into: number, from: readonly number[]): Promise<{ events: number }> =>
  write('POST', 'kalends/v1', 'merges', { body: { kind: path === 'tags' ? 'tags' : 'categories', into, from } })

/** Events that have a term; `isWhole` says whether these are all. */
export type TermEvents = { readonly events: readonly TermEvent[]; readonly isWhole: boolean }

/** The events that have a term, of any status and time, among the first 2000 that have it or one below it. */
export const readTermEvents = async (path: TermPath, id: number): Promise<TermEvents> => {
  const query = { ...allDates, status: statuses.join(), _fields: 'events,total' }
  const filter = path === 'tags' ? { tags: id } : { categories: id }
  type Found = { readonly events: TermEvent[]; readonly total: number }
  const { events, total } = await read<Found>('kalends/v1', 'calendar', { ...query, ...filter })
  // Events of the categories below are found, too.
  const own = path === 'tags' ? events : events.filter(({ categories }) => categories.includes(id))
  return { events: own, isWhole: total <= events.length }
}

/** Most events that get a removed term again. */
const maxRestored = 200

/** Deletes a term, and returns a function to undo this, if possible. `below` are its direct subcategories. */
export const removeTerm = async (
  path: TermPath,
  id: number,
  { events, isWhole }: TermEvents,
  below: readonly number[] = [],
): Promise<(() => Promise<void>) | undefined> => {
  // It may have changed since the list was read.
  const { name, slug, description, parent, meta } = (await readTerm(path, id)).record
  await write('DELETE', 'wp/v2', `${path}/${id}`, { query: { force: true } })
  if (!isWhole || events.length > maxRestored || events.some(({ may_edit }) => !may_edit)) return undefined
  return async () => {
    const fields =
      path === 'tags' ? { name, slug, description } : { name, slug, description, parent: parent ?? 0, meta }
    const { record: made } = await writeTerm(path, undefined, fields)
    for (const child of below) {
      const now = await readTerm(path, child)
      // Somebody may have moved it elsewhere since.
      if (now.record.parent === (parent ?? 0)) await writeTerm(path, child, { parent: made.id }, now.etag)
    }
    await eachOf(events, async ({ id: event }) => {
      const before = await read<Record<TermPath, number[]>>('wp/v2', `tribe_events/${event}`, { _fields: path })
      await write('POST', 'wp/v2', `tribe_events/${event}`, { body: { [path]: [...before[path], made.id] } })
    })
  }
}
