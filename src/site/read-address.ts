import { withQuery } from './address-query.ts'
import { type Filters, isDateOf, type PageState, plainList, readQuery, type View } from './page-state.ts'
import type { PageRecord, PageTarget, PathRead, Present, ReadAddress } from './page-target.ts'
import * as tec from './tec-addresses.ts'

/**
 * Parses the path and query of a page, including those of TEC (contract D1, D3); undefined for unknown ones. `home` is the view that
 * the home page shows.
 */
export const readAddress = (
  path: string,
  sent: URLSearchParams,
  present: Present,
  home: View,
): ReadAddress | undefined => {
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
  const of = type === null ? undefined : tec.entryOf(tec.postTypes, type)
  if (type !== null && type !== '' && !of) return 'nothing'
  const id = sent.get('p')
  if (id !== null) return /^[1-9]\d{0,14}$/.test(id) ? { kind: 'id', of, id: Number(id) } : 'nothing'
  for (const [name, record] of tec.entriesOf(tec.slugParams)) {
    const slug = sent.get(name)
    if (slug) return { kind: 'record', of: record, slug: encodeURIComponent(slug) }
  }
  const name = sent.get('name')
  if (name) return of ? { kind: 'record', of, slug: encodeURIComponent(name) } : 'nothing'
  for (const [param, taxonomy] of tec.entriesOf(tec.termParams)) {
    const slug = sent.get(param)
    if (slug) return eventsOf('list', sent, { term: { taxonomy, slug } })
  }
  return of === 'venue' || of === 'organizer' ? { kind: 'index', of: `${of}s` } : undefined
}

const eventsOf = (view: View, sent: URLSearchParams, own: Partial<PageState> = {}): PageTarget => ({
  kind: 'events',
  state: { view, ...readQuery(sent), ...own },
})

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
    const featured: { filters?: Filters } = suffix.isFeatured
      ? { filters: { ...readQuery(sent).filters, featured: 'true' } }
      : {}
    const page = found[':page'] === undefined ? {} : { page: Number(found[':page']) }
    return {
      target: eventsOf(view.view, sent, { ...featured, ...page, date, term }),
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
const formOf = (suffix: tec.Suffix, found: Found): tec.Form | undefined | null => {
  const format = found[':format']
  return format === undefined ? suffix.form : (tec.entryOf(tec.feedFormats, format) ?? null)
}

type Found = Readonly<Record<string, string>>

/** The values of the variable segments of a pattern; undefined where the path does not match it. */
const match = (pattern: readonly string[], segments: readonly string[]): Found | undefined => {
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

/** Slugs are stored percent-encoded; browsers send letters with and without escapes. */
const decodeSlug = (slug: string): string => {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
