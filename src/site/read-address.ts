import { parseDateText, resolveMoment } from '../lib/date-text.ts'
import { toDay } from './dates.ts'
import { readKnown } from './known-params.ts'
import type { PageContext } from './page-context.ts'
import {
  changed,
  decodeSlug,
  type Filters,
  isDateOf,
  type PageState,
  plainList,
  readDateForm,
  readQuery,
  type View,
  writeAddress,
} from './page-state.ts'
import type { PageRecord, PageTarget, PathRead, Present, ReadAddress, ShownTarget } from './page-target.ts'
import type { Form } from './tec-addresses.ts'
import * as tec from './tec-addresses.ts'
import { termFilters } from './terms.ts'

/** The result for an address: a page, a calendar or a feed, or a redirect to a path below the language. */
export type Resolved =
  | { readonly kind: 'shown'; readonly form: Form; readonly target: ShownTarget }
  | { readonly kind: 'moved'; readonly path: string; readonly dependsOnToday: boolean }

/** Resolves an address, including those of The Events Calendar (contract D1, D3); undefined for unknown ones. */
export const resolveAddress = async (
  context: PageContext,
  path: string,
  query: string,
): Promise<Resolved | undefined> => {
  const sent = readKnown({ ...context, path, query })
  const read = readAddress(path, sent, context.request, context.config.homeView)
  const target = read && (await findPageTarget(context, read.target))
  if (!target || !isMade(read.form, target)) return undefined
  if (target.kind === 'index') return { kind: 'moved', path: `/${target.of}/`, dependsOnToday: false }
  const { form, dependsOnToday } = read
  const other = form === 'page' ? pathOf(context, read, target, sent) : undefined
  return other === undefined ? { kind: 'shown', form, target } : { kind: 'moved', path: other, dependsOnToday }
}

/**
 * Parses the path and query of a page, including those of TEC (contract D1, D3); undefined for unknown ones. `home` is the view that
 * the home page shows.
 */
const readAddress = (path: string, sent: URLSearchParams, present: Present, home: View): ReadAddress | undefined => {
  const read = readPath(path.split('/').slice(1, path.endsWith('/') ? -1 : undefined), sent, home)
  return read && withQuery(read, sent, present)
}

const readPath = (segments: readonly string[], sent: URLSearchParams, home: View): PathRead | undefined => {
  const [first = '', ...rest] = segments
  if (first === '' || first === 'index.php') return rest.length === 0 ? readHome(first, sent, home) : undefined
  if (first === 'events') return readEvents(rest, sent)
  if (first === 'event' || first === 'venue' || first === 'organizer') return readRecord(first, rest)
  // WordPress has the pages of tags here.
  if (first === 'tag') return moved(readEvents(segments, sent))
  // The feed of everything.
  return first === 'feed' ? readEvents(segments, sent) : undefined
}

const moved = (read: PathRead | undefined): PathRead | undefined => read && { ...read, isMoved: true }

/** `/`, at which WordPress also accepts everything in the query. */
const readHome = (path: string, sent: URLSearchParams, home: View): PathRead | undefined => {
  const found = readNamed(sent)
  if (found === 'nothing') return undefined
  if (found) return { target: found, form: undefined, isMoved: true }
  const isMoved = path !== '' || sent.has('post_type')
  return { target: eventsOf(isMoved ? 'list' : home, sent), form: undefined, isMoved }
}

/** The record, term or list in the query of `/`. */
const readNamed = (sent: URLSearchParams): PageTarget | 'nothing' | undefined => {
  const type = sent.get('post_type')
  const of = type === null ? undefined : tec.findEntry(tec.postTypes, type)
  if (type !== null && type !== '' && !of) return 'nothing'
  const id = sent.get('p')
  if (id !== null) return /^[1-9]\d{0,14}$/.test(id) ? { kind: 'id', of, id: Number(id) } : 'nothing'
  for (const [name, record] of tec.listEntries(tec.slugParams)) {
    const slug = sent.get(name)
    if (slug) return { kind: 'record', of: record, slug: encodeURIComponent(slug) }
  }
  const name = sent.get('name')
  if (name) return of ? { kind: 'record', of, slug: encodeURIComponent(name) } : 'nothing'
  for (const [param, taxonomy] of tec.listEntries(tec.termParams)) {
    const slug = sent.get(param)
    if (slug) return eventsOf('list', sent, { term: { taxonomy, slug } })
  }
  return of === 'venue' || of === 'organizer' ? { kind: 'index', of: `${of}s` } : undefined
}

const eventsOf = (view: View, sent: URLSearchParams, own: Partial<PageState> = {}): PageTarget => {
  const state = { view, ...readQuery(view, sent), ...own }
  if (!state.term) return { kind: 'events', state }
  // The category or tag of the path is what is chosen; the same filter in the query would say something else.
  const { [termFilters[state.term.taxonomy]]: _, ...filters } = state.filters
  return { kind: 'events', state: { ...state, filters } }
}

const readEvents = (segments: readonly string[], sent: URLSearchParams): PathRead | undefined => {
  const [taxonomy] = segments
  if (taxonomy !== 'category' && taxonomy !== 'tag') return readView(segments, sent, undefined)
  // In TEC, the parents of a category precede it. A segment that can be a view is read as one.
  const most = taxonomy === 'category' ? segments.length : 2
  for (let end = 2; end <= Math.min(most, segments.length); end++) {
    const slug = segments[end - 1] ?? ''
    if (slug === '' || slug === '.' || slug === '..') return undefined
    const read = readView(segments.slice(end), sent, { taxonomy, slug: decodeSlug(slug) })
    if (read) return end > 2 ? moved(read) : read
  }
  return undefined
}

const readView = (
  segments: readonly string[],
  sent: URLSearchParams,
  term: PageState['term'],
): PathRead | undefined => {
  for (const { pattern, view, suffix } of viewPatterns) {
    const found = match(pattern, segments)
    if (!found) continue
    const date = found[':day'] ?? found[':month']
    const form = formOf(suffix, found)
    if (form === null || (date !== undefined && !isDateOf(view.view, date))) return undefined
    const filters: Filters = {
      ...readQuery(view.view, sent).filters,
      ...(suffix.isFeatured && { featured: 'true' }),
      ...(view.when && { window: view.when }),
    }
    const page = found[':page'] === undefined ? {} : { page: Number(found[':page']) }
    return {
      target: eventsOf(view.view, sent, { filters, ...page, date, term }),
      form,
      isMoved: view.isOurs !== true || suffix.path !== '',
      isToday: view.isToday,
    }
  }
  return undefined
}

const readRecord = (of: PageRecord, [slug = '', ...rest]: readonly string[]): PathRead | undefined => {
  if (slug === '') return undefined
  for (const suffix of tec.recordSuffixes[of]) {
    const found = match(segmentsOf(suffix.path), rest)
    const form = found && formOf(suffix, found)
    if (!found || form === null) continue
    const page = found[':page']
    const list = page === undefined ? undefined : { ...plainList, page: Number(page) }
    return { target: { kind: 'record', of, slug, list }, form, isMoved: suffix.path !== '' }
  }
  return undefined
}

/** The form at the end of a path; null for a format that this server does not support. */
const formOf = (suffix: tec.Suffix, found: Segments): tec.Form | undefined | null => {
  const format = found[':format']
  return format === undefined ? suffix.form : (tec.findEntry(tec.feedFormats, format) ?? null)
}

type Segments = Readonly<Record<string, string>>

/** The values of the variable segments of a pattern; undefined where the path does not match it. */
const match = (pattern: readonly string[], segments: readonly string[]): Segments | undefined => {
  if (pattern.length !== segments.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    const variable = variables[part]
    if (variable ? !variable.test(segment) : part !== segment) return undefined
    if (variable) found[part] = segment
  }
  return found
}

const variables: Readonly<Record<string, RegExp>> = {
  ':day': /^\d{4}-\d{2}-\d{2}$/,
  ':month': /^\d{4}-\d{2}$/,
  ':page': /^[1-9]\d{0,5}$/,
  ':format': /^[a-z0-9]+$/,
}

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

const viewPatterns = tec.viewPaths.flatMap((view) =>
  tec.viewSuffixes.map((suffix) => ({
    pattern: [...segmentsOf(view.path), ...segmentsOf(suffix.path)],
    view,
    suffix,
  })),
)

/** Applies the parameters of the query to the state from the path. As in WordPress, parameters take precedence over the path. */
const withQuery = (read: PathRead, sent: URLSearchParams, present: Present): ReadAddress | undefined => {
  const form = sentForm(sent)
  if (form === null) return undefined
  const { target, isToday } = read
  const asked = { form: form ?? read.form ?? 'page', target, isMoved: read.isMoved, dependsOnToday: false }
  if (target.kind === 'index' || (target.kind !== 'events' && target.of === 'event')) return asked
  const before = target.kind === 'events' ? target.state : (target.list ?? plainList)
  const dated = readState(before, sent, present, isToday)
  if (!dated) return undefined
  const { state, dependsOnToday } = dated
  const moved = { ...asked, isMoved: asked.isMoved || state !== before, dependsOnToday }
  if (target.kind === 'events') return { ...moved, target: { kind: 'events', state } }
  // A calendar or a feed has the events of all pages.
  const list = asked.form === 'page' ? state : { ...state, page: 1 }
  return { ...moved, target: { ...target, list: writeAddress(list) === writeAddress(plainList) ? undefined : list } }
}

/** The state changed by parameters of TEC; undefined if there is no such page. */
const readState = (
  before: PageState,
  sent: URLSearchParams,
  present: Present,
  isToday: boolean | undefined,
): Dated | undefined => {
  if (firstValue(sent, tec.distanceParams) !== undefined) return undefined
  const state = withSentState(before, sent)
  return state && withSentDate(state, sent, present, isToday)
}

/** The form requested by parameters; null for a format that this server does not support. */
const sentForm = (sent: URLSearchParams): tec.Form | undefined | null => {
  if (tec.calendarParams.some((name) => sent.has(name) && sent.get(name) !== '0')) return 'calendar'
  const feed = sent.get('feed')
  return feed ? (tec.findEntry(tec.feedFormats, feed) ?? null) : undefined
}

/** The state with view, page and filters from parameters of TEC; the same object if there are none. */
const withSentState = (state: PageState, sent: URLSearchParams): PageState | undefined => {
  const display = firstValue(sent, tec.viewParams.display)
  const view = display === undefined ? state.view : tec.findEntry(tec.displays, display)
  if (view === undefined) return undefined
  const page = firstValue(sent, tec.viewParams.page)
  if (page !== undefined && !/^\d{1,6}$/.test(page)) return undefined
  const filters = tec.listEntries(tec.filterParams).flatMap(([name, filter]) => {
    const value = (sent.get(name) ?? '').trim()
    return value === '' ? [] : [[filter, value] as const]
  })
  // Empty fields of TEC's form have no effect, and are removed from the address.
  const isAsked = [...sent.keys()].some((name) => stateParams.has(name))
  if (!isAsked) return state
  const date = state.date !== undefined && isDateOf(view, state.date) ? state.date : undefined
  return {
    ...state,
    view,
    date,
    page: page === undefined ? state.page : Math.max(Number(page), 1),
    filters: { ...state.filters, ...Object.fromEntries(filters) },
  }
}

const stateParams = new Set<string>([...Object.values(tec.viewParams).flat(), ...Object.keys(tec.filterParams)])

type Dated = { readonly state: PageState; readonly dependsOnToday: boolean }

/** The state at the date in a parameter, or today. */
const withSentDate = (
  state: PageState,
  sent: URLSearchParams,
  present: Present,
  isToday: boolean | undefined,
): Dated | undefined => {
  const text = firstValue(sent, tec.viewParams.date)
  if (text === undefined) {
    return isToday
      ? { state: { ...state, date: toDay(present.today()) }, dependsOnToday: true }
      : { state, dependsOnToday: false }
  }
  const read = readDay(/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text, present)
  if (!read) return undefined
  const { day, dependsOnToday } = read
  // Our map has no date: it shows upcoming events.
  const view = state.view === 'map' ? 'list' : state.view
  const date = view === 'month' ? day.slice(0, 7) : day
  return isDateOf(view, date) ? { state: { ...state, view, date }, dependsOnToday } : undefined
}

/** The day of a written date, as filters read it (contract B4.5, D5); for an instant, the day in the site's time zone. */
const readDay = (text: string, present: Present): { day: string; dependsOnToday: boolean } | undefined => {
  const { zone } = present
  let dependsOnToday = false
  const options = {
    zone,
    rollsOver: true,
    now: () => {
      dependsOnToday = true
      return present.now()
    },
  }
  const moment = parseDateText(text, options)
  const local = moment && resolveMoment(moment, zone)?.local
  return local === undefined ? undefined : { day: toDay(local), dependsOnToday }
}

/** The first value that is not empty among some parameters. */
const firstValue = (sent: URLSearchParams, names: readonly string[]): string | undefined =>
  names.map((name) => sent.get(name) ?? '').find((value) => value !== '')

/** The lists of the records that have pages. */
const listOf = { event: 'events', venue: 'venues', organizer: 'organizers' } as const

type Found = Exclude<PageTarget, { kind: 'id' }>

/**
 * The target with its record; undefined if the public cannot see the record of an id.
 * @throws ApiError with status 404 or 403 if the record of a list does not exist for the public.
 */
const findPageTarget = async (context: PageContext, target: PageTarget): Promise<Found | undefined> => {
  const found = target.kind === 'id' ? await findById(context, target) : target
  if (found?.kind !== 'record' || !found.list || found.of === 'event') return found
  const { of, slug, list } = found
  // The page of a venue or an organizer shows only its next events. Other pages of them are lists with a filter.
  const { id } = await context.records[listOf[of]].bySlug(slug)
  return { kind: 'events', state: { ...list, filters: { ...list.filters, [of]: String(id) } } }
}

const findById = async (
  { records }: PageContext,
  { of: named, id, list }: Extract<PageTarget, { kind: 'id' }>,
): Promise<Found | undefined> => {
  for (const of of named ? [named] : (['event', 'venue', 'organizer'] as const)) {
    const [record] = await records[listOf[of]].byIds([id])
    if (record) return { kind: 'record', of, slug: record.slug, list }
  }
  return undefined
}

/** Whether a target has such a form. An event has a calendar and no feed: in WordPress that would be the feed of its comments. */
const isMade = (form: Form, target: Found): boolean => {
  if (target.kind === 'events' || form === 'page') return true
  return target.kind === 'record' && (form === 'calendar' || target.of !== 'event')
}

/** The path of a redirect; undefined if the address is the canonical one. */
const pathOf = (
  context: PageContext,
  { isMoved }: ReadAddress,
  target: ShownTarget,
  sent: URLSearchParams,
): string | undefined => {
  if (target.kind === 'record') return isMoved ? `/${target.of}/${target.slug}/` : undefined
  const { state } = target
  const asked = readDateForm(state, sent)
  if (asked) return writeAddress(asked)
  // Maps need a server of tiles; the list has the same events.
  if (state.view === 'map' && !context.config.tiles) return writeAddress(changed(state, { view: 'list' }))
  return isMoved ? writeAddress(state) : undefined
}
