import type { Json, JsonObject } from '../../../lib/json.ts'
import { slugify } from '../../../lib/text.ts'
import {
  type ExternalLinks,
  type ImportRecord,
  parentsFirst,
  type ReadFormat,
  type ReadOptions,
  type UnreadPart,
} from '../record.ts'
import { readPoint, withRegion } from './places.ts'
import { createNotes, fitCost, fitEmail, fitHtml, fitMarkedTitle, fitUrl, type Notes } from './texts.ts'
import { type ExportedPost, exportedPosts, isOn, metaIn, readPostTimes, textIn } from './wxr-posts.ts'

/**
 * Reads an export of WordPress (WXR) with events, venues, organizers, terms and images of The Events Calendar. Ids of the source are those of
 * WordPress, of terms their slugs. Records come in the order of the file, in which a record may refer to a later one.
 */
export const readWxr: ReadFormat = async function* (source, options) {
  const terms = createTerms()
  const others = new Map<string, number>()
  for await (const part of exportedPosts(source)) {
    if (!('term' in part)) yield* terms.flush()
    if ('isExport' in part) {
      if (!part.isExport) yield { place: 'line 1', fault: 'This is no export of WordPress: it has no elements of it.' }
      else if (part.fault !== undefined) yield { place: 'the end', fault: part.fault }
    } else if ('term' in part) yield* terms.define(part.term)
    else {
      const type = textIn(part, 'wp:post_type')
      const read = readers[type]
      const isOther =
        !read || isSkipped(part) || (type === 'attachment' && !isImage.test(textIn(part, 'wp:attachment_url')))
      if (isOther && part.end !== 'file') {
        const name = (read && type !== 'attachment' ? `${type} without content` : type).slice(0, 40) || 'nameless'
        if (others.size < mostTypes || others.has(name)) others.set(name, (others.get(name) ?? 0) + 1)
        continue
      }
      if (type === 'tribe_events') yield* terms.use(part)
      yield readPost(part, options, read)
    }
  }
  const counts = [...others].map(([type, count]) => `${count} ${type}`)
  if (counts.length > 0)
    yield {
      place: 'the export',
      fault: `Records of other kinds were left out: ${counts.join(', ')}.`,
      isExpected: true,
    }
}

/** Most kinds of other records that are counted. */
const mostTypes = 100

const isImage = /\.(?:avif|gif|jpe?g|png|webp)(?:\?|$)/i

/** WordPress keeps a draft of each form that was opened, and The Events Calendar what its imports have refused. */
const isSkipped = (post: ExportedPost): boolean => /^(?:auto-draft|tribe-|tec-)/.test(textIn(post, 'wp:status'))

/** Reads the payload of a post of one type, and what it refers to. */
type ReadPost = (post: ExportedPost, notes: Notes, options: ReadOptions) => Read | { readonly fault: string }

type Read = { readonly kind: ImportRecord['kind']; readonly payload: JsonObject; readonly links?: ExternalLinks }

const readPost = (post: ExportedPost, options: ReadOptions, read: ReadPost | undefined): ImportRecord | UnreadPart => {
  const notes = createNotes()
  const id = readId(textIn(post, 'wp:post_id'))
  const hasId = id !== undefined
  const place = hasId ? `post ${id}` : `“${textIn(post, 'title').slice(0, 60)}”`
  if (post.end === 'file' || !read) return { place, fault: 'The file ends within this record.' }
  if (post.end === 'other') notes.add('The end of the record is missing in the file.')
  for (const name of post.cut) notes.add(`The end of ${name.slice(0, 40)} was left out, since it is too long.`)
  for (const flaw of post.flaws) notes.add(flaw)
  const result = read(post, notes, options)
  if ('fault' in result) return { place, fault: result.fault, ...(hasId && { externalId: String(id) }) }
  const author = textIn(post, 'dc:creator')
  const { kind, payload, links = {} } = result
  return {
    kind,
    ...(hasId ? { externalId: String(id), id } : {}),
    payload,
    ...(Object.keys(links).length > 0 ? { links } : {}),
    ...(author === '' ? {} : { author }),
    place,
    ...(notes.list().length > 0 ? { notes: notes.list() } : {}),
  }
}

const readEvent: ReadPost = (post, notes, options) => {
  const times = readPostTimes(post, notes, options)
  if ('fault' in times) return { fault: times.fault }
  const meta = (name: string): string => metaIn(post, name)
  const isVirtual = isOn(meta('_tribe_events_is_virtual'))
  const mode = isVirtual ? (meta('_tribe_virtual_events_type') === 'hybrid' ? 'mixed' : 'online') : 'offline'
  if (
    [...post.meta.keys()].some((key) => /^_EventRecurrence$|^_tribe_blocks_recurrence_rules$/.test(key)) &&
    /[{[]/.test(meta('_EventRecurrence') + meta('_tribe_blocks_recurrence_rules'))
  )
    notes.add('It recurs by a rule that cannot be read: it has its first date only.')
  const links = (taxonomy: string): readonly string[] =>
    post.terms.filter((term) => term.taxonomy === taxonomy && term.slug !== '').map(({ slug }) => slug)
  const [categories, tags] = [links('tribe_events_cat'), links('post_tag')]
  const [venue, organizer] = [idsIn(post, '_EventVenueID'), idsIn(post, '_EventOrganizerID')]
  const parent = textIn(post, 'wp:post_parent')
  return {
    kind: 'event',
    payload: {
      title: fitMarkedTitle(textIn(post, 'title'), 'title', notes) || 'Untitled event',
      ...times.payload,
      ...publicationOf(post, notes),
      cost: fitCost(
        {
          cost: (post.meta.get('_EventCost') ?? [])
            .map((one) => one.trim())
            .filter(Boolean)
            .join(', '),
          symbol: meta('_EventCurrencySymbol'),
          position: meta('_EventCurrencyPosition'),
        },
        notes,
      ),
      website: addressOf(meta('_EventURL'), notes),
      ...switchOf(post, '_EventShowMap', 'show_map'),
      ...switchOf(post, '_EventShowMapLink', 'show_map_link'),
      hide_from_listings: isOn(meta('_EventHideFromUpcoming')),
      sticky: textIn(post, 'wp:menu_order') === '-1',
      featured: isOn(meta('_tribe_featured')),
      event_status: statuses[meta('_tribe_events_status')] ?? 'scheduled',
      event_status_reason: [...fitMarkedTitle(meta('_tribe_events_status_reason'), 'reason', notes)]
        .slice(0, 300)
        .join(''),
      attendance_mode: mode,
      virtual_url: addressOf(meta('_tribe_events_virtual_url'), notes),
      ...additionalFields(post),
    },
    links: {
      ...(venue.length > 0 ? { venue } : {}),
      ...(organizer.length > 0 ? { organizer } : {}),
      ...(categories.length > 0 ? { categories } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      ...imageLink(post),
      ...(/^[1-9]\d*$/.test(parent) ? { parent } : {}),
    },
  }
}

/** The additional fields of an event, whose labels are in the settings of the site; they are not imported, but named. */
const additionalFields = ({ meta }: ExportedPost): JsonObject => {
  const given = [...meta].filter(([key, [value = '']]) => key.startsWith('_ecp_custom_') && value.trim() !== '')
  return given.length === 0
    ? {}
    : { custom_fields: Object.fromEntries(given.map(([key, [value = '']]) => [key, { value }])) }
}

const statuses: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  cancelled: 'cancelled',
  postponed: 'postponed',
}

const readVenue: ReadPost = (post, notes) => {
  const meta = (name: string): string => metaIn(post, name)
  const point = readPoint(meta('_VenueLat'), meta('_VenueLng'))
  return {
    kind: 'venue',
    payload: {
      venue: fitMarkedTitle(textIn(post, 'title'), 'name', notes) || 'Unnamed venue',
      ...publicationOf(post, notes),
      ...withRegion(
        lines(post, notes, {
          address: '_VenueAddress',
          city: '_VenueCity',
          country: '_VenueCountry',
          province: '_VenueProvince',
          state: '_VenueState',
          stateprovince: '_VenueStateProvince',
          zip: '_VenueZip',
          phone: '_VenuePhone',
        }),
      ),
      website: addressOf(meta('_VenueURL'), notes),
      ...switchOf(post, '_VenueShowMap', 'show_map'),
      ...switchOf(post, '_VenueShowMapLink', 'show_map_link'),
      ...(point ? { geo_lat: point.lat, geo_lng: point.lng } : {}),
    },
    links: imageLink(post),
  }
}

const readOrganizer: ReadPost = (post, notes) => {
  const written = metaIn(post, '_OrganizerEmail')
  const email = fitEmail(written)
  if (written !== '' && email === undefined)
    notes.add(`“${written.slice(0, 60)}” was left out: it is no e-mail address.`)
  return {
    kind: 'organizer',
    payload: {
      organizer: fitMarkedTitle(textIn(post, 'title'), 'name', notes) || 'Unnamed organizer',
      ...publicationOf(post, notes),
      ...lines(post, notes, { phone: '_OrganizerPhone' }),
      website: addressOf(metaIn(post, '_OrganizerWebsite'), notes),
      email: email ?? '',
    },
    links: imageLink(post),
  }
}

const readImage: ReadPost = (post, notes) => {
  const url = fitUrl(textIn(post, 'wp:attachment_url'))
  if (url === undefined) return { fault: 'Its address is no web address.' }
  return {
    kind: 'image',
    payload: {
      url,
      alt_text: fitMarkedTitle(metaIn(post, '_wp_attachment_image_alt'), 'alternative text', notes),
      title: fitMarkedTitle(textIn(post, 'title'), 'title', notes),
      caption: contentOf(textIn(post, 'excerpt:encoded'), notes),
    },
  }
}

const readers: Readonly<Record<string, ReadPost | undefined>> = Object.assign(Object.create(null), {
  tribe_events: readEvent,
  tribe_venue: readVenue,
  tribe_organizer: readOrganizer,
  attachment: readImage,
})

const switchOf = (post: ExportedPost, key: string, field: string): JsonObject =>
  post.meta.has(key) ? { [field]: isOn(metaIn(post, key)) } : {}

const idsIn = ({ meta }: ExportedPost, key: string): readonly string[] => [
  ...new Set((meta.get(key) ?? []).map((id) => id.trim()).filter((id) => /^[1-9]\d{0,15}$/.test(id))),
]

const imageLink = (post: ExportedPost): ExternalLinks => {
  const [image] = idsIn(post, '_thumbnail_id')
  return image === undefined ? {} : { image }
}

const lines = (post: ExportedPost, notes: Notes, keys: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(keys).map(([field, key]) => [field, fitMarkedTitle(metaIn(post, key), field, notes)]),
  )

const addressOf = (text: string, notes: Notes): string => {
  const url = fitUrl(text)
  if (text !== '' && url === undefined) notes.add(`“${text.slice(0, 60)}” was left out: it is no web address.`)
  return url ?? ''
}

/** Shortcodes of WordPress, The Events Calendar and frequent page builders. What stands between two of them stays. */
const shortcodes =
  /\[\/?(?:caption|wp_caption|gallery|audio|video|playlist|embed|tribe_[a-z_]{1,40}|tec_[a-z_]{1,40}|vc_[a-z_]{1,40}|et_pb_[a-z_]{1,40}|fusion_[a-z_]{1,40})(?:\s[^\]]{0,2000})?\]/gi

/** The content of a post as the interface takes it; comments, with which blocks begin and end, are left out when it is stored. */
const contentOf = (content: string, notes: Notes): string => {
  const plain = content.replaceAll(shortcodes, '')
  if (plain !== content) notes.add('Shortcodes were left out.')
  return fitHtml(plain.replaceAll(/<!-- \/?wp:[^<>]{0,2000}-->\n?/g, ''), notes)
}

/** The status, dates, slug and texts that all posts have. */
const publicationOf = (post: ExportedPost, notes: Notes): JsonObject => {
  const [status, slug] = [textIn(post, 'wp:status'), readSlug(textIn(post, 'wp:post_name'))]
  const hasPassword = textIn(post, 'wp:post_password') !== ''
  if (hasPassword) notes.add('It had a password, which is not supported: it is private.')
  const isKnown = known.includes(status)
  if (!isKnown) notes.add(`Its status “${status.slice(0, 40)}” is unknown: it is a draft.`)
  const dates = [
    ['date', textIn(post, 'wp:post_date')],
    ['date_utc', textIn(post, 'wp:post_date_gmt')],
  ].filter(([, text = '']) => /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text))
  return {
    description: contentOf(textIn(post, 'content:encoded'), notes),
    excerpt: contentOf(textIn(post, 'excerpt:encoded'), notes),
    status: hasPassword && status !== 'trash' ? 'private' : isKnown ? status : 'draft',
    ...(slug === '' ? {} : { slug }),
    ...Object.fromEntries(dates),
  }
}

const known = ['publish', 'future', 'draft', 'pending', 'private', 'trash']

/** WordPress encodes slugs of other scripts, and marks those in the trash. */
const readSlug = (text: string): string => {
  const plain = text.replace(/__trashed(?:-\d+)?$/, '')
  try {
    return slugify(decodeURIComponent(plain))
  } catch {
    return slugify(plain)
  }
}

/** An id of WordPress. */
const readId = (text: string): number | undefined => {
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
const createTerms = () => {
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
