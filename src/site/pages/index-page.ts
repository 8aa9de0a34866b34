import { ApiError } from '../../core/errors.ts'
import { type Content, markup } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { listVenues } from '../../resources/events/venue-lines.ts'
import type { OrganizerRecord } from '../../resources/organizers/record.ts'
import type { VenueRecord } from '../../resources/venues/record.ts'
import { hueClass } from '../category-hues.ts'
import { laterBy, toDay, writeDistance, writeShortDay } from '../dates.ts'
import { readKnown } from '../known-params.ts'
import { href, type PageContext } from '../page-context.ts'
import { pageResponse } from '../page-response.ts'
import { readNumber } from '../page-state.ts'
import type { Answer } from '../route.ts'
import { fromNow } from '../upcoming.ts'
import { dayOf, plainTitle } from './event-card.ts'
import { findPhases } from './event-phase.ts'
import { takesPlace } from './event-state.ts'
import { countBy } from './filter-counts.ts'
import { searchField } from './filter-form.ts'
import type { Page } from './layout.ts'
import { pageLinks } from './page-links.ts'
import { readAltTexts, renderThumbnail } from './pictures.ts'

/** Entries of a page. */
const perPage = 100

/** Most entries that are sorted by name; a longer list is in the order of the API, latest first. */
const mostInOrder = 1000

type Entry = {
  readonly id: number
  readonly image: VenueRecord['image'] | undefined
  readonly path: string
  readonly name: string
  readonly town: string
  readonly country: string
}

const titleKeys = { venues: 'event.venue.other', organizers: 'event.organizer.other' } as const

/** The lists, by the beginning of their paths. */
type IndexName = keyof typeof titleKeys

const entryOf = (record: VenueRecord | OrganizerRecord): Entry => {
  if ('organizer' in record) {
    const { id, image, slug, organizer } = record
    return { id, image, path: `/organizer/${slug}/`, name: plainText(organizer), town: '', country: '' }
  }
  const { id, image, slug, venue, city, country } = record
  return {
    id,
    image,
    path: `/venue/${slug}/`,
    name: plainText(venue),
    town: plainText(city ?? ''),
    country: plainText(country ?? ''),
  }
}

/** Answers the page that lists all venues or organizers. */
export const answerIndex =
  (name: IndexName): Answer =>
  async (context, request) =>
    pageResponse(request, context, await indexPage(context, name))

/** The page that lists all venues or organizers, or those that a search finds. */
const indexPage = async (context: PageContext, name: IndexName): Promise<Page> => {
  const { translator } = context
  const sent = readKnown(context)
  const search = (sent.get('search') ?? '').trim()
  const page = readNumber(sent.get('page'), 0, 1_000_000) ?? 1
  const { entries, pages } = await entriesOf(context, name, search, page)
  if (page < 1 || page > pages) throw new ApiError('rest_no_route')
  const title = translator.text(titleKeys[name])
  const whole = search === '' ? title : `${translator.text('filter.words', { words: search })} – ${title}`
  const addressOf = (other: number): string => {
    const query = new URLSearchParams({
      ...(search === '' ? {} : { search }),
      ...(other === 1 ? {} : { page: String(other) }),
    }).toString()
    return `/${name}/${query === '' ? '' : `?${query}`}`
  }
  return {
    status: 200,
    title: whole,
    canonical: addressOf(page),
    api: name,
    isIndexed: search === '',
    main: markup`<h1>${whole}</h1>
<form class="filters" role="search" action="${href(context, `/${name}/`)}" method="get">
${searchField(context, search, { button: 'filter.search', everything: `/${name}/` })}</form>
${entries.length === 0 ? markup`<p class="none">${translator.text('index.none')}</p>` : markup`<ul class="index">${await linesOf(context, name, entries)}</ul>`}
${pageLinks(context, page, pages, addressOf)}`,
  }
}

/** Each entry with its picture, where it is, how many events are ahead there, and the next one. */
const linesOf = async (context: PageContext, name: IndexName, entries: readonly Entry[]): Promise<Content> => {
  const { translator, request } = context
  // As many as the page of the entry tells.
  const ahead = {
    ...fromNow({}, request.today()),
    ...(context.config.repeated === 'once' && { collapse: 'series' as const }),
  }
  const [hues, tally, nextOf] = await Promise.all([
    context.hues(),
    countBy(context, name === 'venues' ? 'venue' : 'organizer', ahead),
    findNext(context, name, entries),
  ])
  const events = [...new Set(nextOf.values())]
  const [altTexts, phases] = await Promise.all([
    readAltTexts(context, [...entries, ...events]),
    findPhases(context, events),
  ])
  // Where all are in one country, that goes without saying.
  const isAbroad = new Set(entries.map(({ country }) => country).filter(Boolean)).size > 1
  const isIdle = ({ id }: Entry): boolean => !nextOf.has(id) && !tally?.get(id)
  // Where nothing is planned comes last.
  return entries
    .toSorted((one, other) => Number(isIdle(one)) - Number(isIdle(other)))
    .map((entry) => {
      const next = nextOf.get(entry.id)
      // Without a picture of its own, an entry is known by what comes next.
      const picture =
        [entry, next]
          .map((one) => one && renderThumbnail(one, altTexts, { shape: 'entry', isFirst: false }))
          .find(Boolean) ?? initialOf(context, entry)
      const count = tally?.get(entry.id) ?? 0
      const parts = [entry.town, isAbroad && entry.country].filter(Boolean).join(', ')
      const note = [parts, count > 0 && translator.count('list.count', count)].filter(Boolean).join(' · ')
      const isOn = next && phases.get(next.id) === 'on'
      return markup`<li class="mini${next && hueClass(hues, next)}${isIdle(entry) && ' idle'}">${picture}<div class="what"><p class="title"><a href="${href(context, entry.path)}" dir="auto">${entry.name}</a></p>${
        note !== '' && markup`<p class="where">${note}</p>`
      }${next && markup`<p class="next-event">${isOn ? [translator.text('view.now'), ' · ', plainTitle(next)] : writeNext(context, next)}</p>`}</div></li>\n`
    })
}

/** The first letter of a name, in the place of a picture. */
const initialOf = ({ translator }: PageContext, { name }: Entry): Content => {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? []
  return markup`<span class="initial" aria-hidden="true">${letter.toLocaleUpperCase(translator.locale)}</span>`
}

/** Most events among which the next one of each entry is looked for. */
const mostNext = 200

/** The event that is on at each entry, or the next one, by its id; those that only begin after many others have none. */
const findNext = async (
  { records, request }: PageContext,
  name: IndexName,
  entries: readonly Entry[],
): Promise<ReadonlyMap<number, EventRecord>> => {
  const ids = entries.map(({ id }) => id)
  const events = await records.events.some({
    ...fromNow(name === 'venues' ? { venue: ids } : { organizer: ids }, request.today()),
    collapse: 'series',
    per_page: mostNext,
  })
  const next = new Map<number, EventRecord>()
  for (const event of events.filter(takesPlace))
    for (const { id } of name === 'venues' ? listVenues(event) : event.organizer) if (!next.has(id)) next.set(id, event)
  return next
}

/** The day and the title of an event that comes next, in one line. */
export const writeNext = (context: PageContext, event: EventRecord): string => {
  const { translator, request } = context
  const [day, today] = [dayOf(context, event), toDay(request.today())]
  return translator.text('index.next', {
    date: day <= laterBy(today, 1) ? writeDistance(translator, day, today) : writeShortDay(translator, day, today),
    title: plainTitle(event),
  })
}

const entriesOf = async (context: PageContext, name: IndexName, search: string, page: number) => {
  const records = context.records[name]
  const filters = await records.readFilters(new URLSearchParams(search === '' ? {} : { search }))
  const list = async (size: number, at: number): Promise<Entry[]> =>
    (await records.list({ ...filters, per_page: size, page: at })).records.map(entryOf)
  const { total } = await records.find({ ...filters, per_page: 1 })
  const pages = Math.max(Math.ceil(total / perPage), 1)
  if (page > pages) return { entries: [], pages }
  if (total > mostInOrder) return { entries: await list(perPage, page), pages }
  const { compare } = new Intl.Collator(context.translator.locale, { numeric: true })
  const all = (await list(mostInOrder, 1)).sort((one, other) => compare(one.name, other.name))
  return { entries: all.slice((page - 1) * perPage, page * perPage), pages }
}
