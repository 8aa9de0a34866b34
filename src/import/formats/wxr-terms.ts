import type { Json } from '../../lib/json.ts'
import { slugify } from '../../lib/text.ts'
import { parentsFirst } from '../parents-first.ts'
import type { ImportRecord } from '../record.ts'
import { createNotes, fitMarkedTitle } from './texts.ts'
import type { ExportedPost } from './wxr-posts.ts'

/** WordPress encodes slugs of other scripts, and marks those in the trash. */
export const readSlug = (text: string): string => {
  const plain = text.replace(/__trashed(?:-\d+)?$/, '')
  try {
    return slugify(decodeURIComponent(plain))
  } catch {
    return slugify(plain)
  }
}

/** An id of WordPress. */
export const readId = (text: string): number | undefined => {
  const id = /^\d+$/.test(text) ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Most terms that are remembered. */
const mostTerms = 50_000

type Term = { readonly slug: string; readonly record: ImportRecord }

/**
 * Categories of events come where the export has defined all of them, each after its parent, or before the first event that has them; tags, which belong
 * to all posts of a site, only before the first event.
 */
export const createTerms = () => {
  const given = new Set<string>()
  const tags = new Map<string, Term>()
  let categories: ImportRecord[] = []
  const give = function* (key: string, record: ImportRecord): Generator<ImportRecord> {
    if (given.has(key)) return
    if (given.size < mostTerms) given.add(key)
    yield record
  }
  const recordOf = (
    kind: 'category' | 'tag',
    slug: string,
    name: string,
    more: Readonly<Record<string, Json>>,
  ): ImportRecord => {
    const notes = createNotes()
    const plain = readSlug(slug)
    return {
      kind,
      externalId: slug,
      payload: { name: fitMarkedTitle(name, 'name', notes) || slug, ...(plain === '' ? {} : { slug: plain }), ...more },
      place: `${kind} ${slug.slice(0, 60)}`,
      ...(notes.list().length > 0 ? { notes: notes.list() } : {}),
    }
  }
  function* define(term: ReadonlyMap<string, string>): Generator<ImportRecord> {
    const text = (...names: string[]) => names.map((name) => (term.get(name) ?? '').trim()).find(Boolean) ?? ''
    const isTag = term.get('') === 'wp:tag' || text('wp:term_taxonomy') === 'post_tag'
    if (!isTag && text('wp:term_taxonomy') !== 'tribe_events_cat') return
    const slug = text('wp:term_slug', 'wp:tag_slug')
    if (slug === '') return
    const id = readId(text('wp:term_id'))
    const description = text('wp:term_description', 'wp:tag_description')
    const parent = text('wp:term_parent')
    const record = {
      ...recordOf(isTag ? 'tag' : 'category', slug, text('wp:term_name', 'wp:tag_name'), { description }),
      ...(id === undefined ? {} : { id }),
      ...(parent === '' || isTag ? {} : { links: { parent } }),
    }
    if (!isTag) categories.push(...give(`category ${slug}`, record))
    else if (tags.size < mostTerms) tags.set(slug, { slug, record })
    if (categories.length >= mostTerms) yield* flush()
  }
  function* flush(): Generator<ImportRecord> {
    yield* parentsFirst(categories)
    categories = []
  }
  function* use({ terms }: ExportedPost): Generator<ImportRecord> {
    for (const { taxonomy, slug, name } of terms) {
      const kind = taxonomy === 'tribe_events_cat' ? 'category' : taxonomy === 'post_tag' ? 'tag' : undefined
      if (kind === undefined || slug === '') continue
      yield* give(
        `${kind} ${slug}`,
        tags.get(slug)?.record.kind === kind
          ? (tags.get(slug)?.record ?? recordOf(kind, slug, name, {}))
          : recordOf(kind, slug, name, {}),
      )
    }
  }
  return { define, flush, use }
}
