import type { ChangeFeed } from '../../cache/change-feed.ts'
import type { AppContext } from '../../core/context.ts'
import type { ChangeKind } from '../../db/schema.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { memberNames } from '../../lib/json.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { plainText } from '../../lib/text.ts'
import { mostCost } from '../../resources/events/price.ts'
import { findInLists } from '../../resources/events/tallies.ts'
import type { OrganizerRecord } from '../../resources/organizers/record.ts'
import type { TermRecord } from '../../resources/shared/term-record.ts'
import type { VenueRecord } from '../../resources/venues/record.ts'
import { writeKilometres } from '../dates.ts'
import { writeAmount } from '../money.ts'
import { href, type PageContext } from '../page-context.ts'
import {
  anywhere,
  changed,
  countsAddress,
  decodeSlug,
  type FilterName,
  type Filters,
  isListView,
  ofAnyDay,
  type PageState,
  type View,
  writeAddress,
  writeFilters,
} from '../page-state.ts'
import type { RecordPage, RecordReader } from '../reader.ts'
import { everyDate } from '../upcoming.ts'
import { subscribeMenu } from './subscribe.ts'

/** The filters in effect. */
export const shownFilters = ({ filters }: PageState): FilterName[] => memberNames(filters)

const chosen = ['categories', 'tags', 'venue', 'organizer'] as const

/** Values of a filter that are in view; of more, the others open in place. */
const fewValues = 7

/** Whether links to categories are above what a view shows. */
export const hasCategoryLinks = (view: View): boolean => view !== 'past'

/** What the filters are called. */
export const labels = {
  categories: 'filter.category',
  tags: 'filter.tag',
  venue: 'filter.venue',
  organizer: 'filter.organizer',
} as const

/** A filter that is a box: what the box sends when it is ticked, and what it is called. */
type Box = { readonly name: FilterName; readonly value: string; readonly label: TextKey }

const boxes: readonly Box[] = [
  { name: 'featured', value: 'true', label: 'filter.featured' },
  { name: 'free', value: 'true', label: 'filter.free' },
  { name: 'attendance_mode', value: 'online,mixed', label: 'filter.online' },
  { name: 'has_image', value: 'true', label: 'filter.hasImage' },
]

/** Whether a value of a filter says what its box does: of what is online, an address may ask for a part. */
const isMeantBy = (name: FilterName, value: string): boolean =>
  name === 'attendance_mode' ? /^(?:online|mixed)(?:,(?:online|mixed))*$/.test(value) : value === 'true'

type SearchLook = {
  readonly button: TextKey
  /** The path of the same list without a search; undefined where the field is always empty. */
  readonly everything?: string
}

/** The field for words, with its button, of a form that searches; where it has words, a link leads to the list without them. */
export const searchField = (
  context: PageContext,
  words = '',
  { button, everything }: SearchLook = { button: 'filter.find' },
): Markup => {
  const { translator } = context
  const search = translator.text('filter.search')
  return markup`<div class="search"><label for="search">${search}</label>
<input type="search" id="search" name="search" value="${words}" placeholder="${search}" maxlength="200" enterkeyhint="search">
${
  words !== '' &&
  everything !== undefined &&
  markup`<a class="without" href="${href(context, everything)}" aria-label="${translator.text('filter.remove', { name: words })}"></a>
`
}<button type="submit">${translator.text(button)}</button></div>
`
}

/** The search box and the filters; all of it is a form that needs no script. `series` is the title of the series that the page is narrowed to. */
export const filterForm = (context: PageContext, state: PageState, options: FilterOptions, series?: string): Markup => {
  const { translator } = context
  const { filters } = state
  const everything = changed(state, { filters: {}, term: undefined })
  const { search: words, ...others } = filters
  const look = { button: 'filter.find', everything: writeAddress(changed(state, { filters: others })) } as const
  const box = ({ name, value, label }: Box): Markup => {
    const sent = filters[name] ?? ''
    const isTicked = isMeantBy(name, sent)
    return check(name, isTicked ? sent : value, translator.text(label), isTicked)
  }
  const count = countChosen(state)
  return markup`<form class="filters" role="search" action="${href(context, writeAddress(everything))}" method="get">
${searchField(context, words, look)}<details class="panel" name="panel"><summary>${translator.text('filter.filters')}${count > 0 && markup` <b class="number">${count}</b>`}</summary>
<div class="fields"><p class="sheet" aria-hidden="true">${translator.text('filter.filters')}</p>
<div class="groups">
${daysOf(state)}${chosen.map((name) => group(context, state, name, options))}<fieldset><legend>${translator.text('filter.more')}</legend>
${boxes.map(box)}${collapseBox(context, state)}${distanceFields(context, state)}${costField(context, state)}</fieldset>
</div>
<div class="acts"><a class="quiet" href="${href(context, countsAddress(state))}" data-counts>${translator.text('filter.counts')}</a>
<a class="clear" href="${href(context, writeAddress(everything))}" data-clear>${translator.text('filter.reset')}</a>
<button type="submit">${translator.text('filter.apply')}</button></div>
</div></details>
${subscribeMenu(context, state)}${nearButton(context)}
${chipsOf(context, state, options, series)}</form>`
}

/** A box that is ticked or not. Of a value that is offered only because it is chosen, the script may not know the number of events. */
const check = (name: string, value: string, text: string, isTicked: boolean, isOther = false): Markup =>
  markup`<label class="box"><input type="checkbox" name="${name}" value="${value}"${isTicked && trusted(' checked')}${isOther && trusted(' data-other')}> <span dir="auto">${text}</span></label>
`

/** The values of a filter; a category or tag in the path is one too. */
const valuesOf = ({ filters, term }: PageState, name: Chosen): readonly string[] => {
  const ofPath =
    (name === 'categories' && term?.taxonomy === 'category') || (name === 'tags' && term?.taxonomy === 'tag')
      ? [term.slug]
      : []
  return [...ofPath, ...(filters[name] ?? '').split(',').filter((value) => value !== '')]
}

/** The number of values that are chosen in the panel. */
const countChosen = (state: PageState): number =>
  chosen.flatMap((name) => valuesOf(state, name)).length +
  [...boxes.map(({ name }) => name), 'cost_max' as const, 'collapse' as const].filter(
    (name) => state.filters[name] !== undefined,
  ).length

/** The values of a filter, of which several can be ticked. */
const group = ({ translator }: PageContext, state: PageState, name: Chosen, all: FilterOptions): Content => {
  const values = valuesOf(state, name)
  const options = all[name]
  const isInView = ({ value }: FilterOption, at: number): boolean => at < fewValues || values.includes(value)
  const others = options.filter((option, at) => !isInView(option, at))
  // One more takes no more room than the line that would open it.
  const inView = others.length > 1 ? options.filter(isInView) : options
  const entry = ({ value, name: text, isOther }: FilterOption): Markup =>
    check(name, value, text, values.includes(value), isOther)
  return (
    options.length > 0 &&
    markup`<fieldset data-filter="${name}"><legend>${translator.text(labels[name])}</legend>
${inView.map(entry)}${
  others.length > 1 &&
  markup`<details><summary class="others">${translator.count('filter.moreValues', others.length)}</summary>
${others.map(entry)}</details>`
}</fieldset>
`
  )
}

/** A list that shows what repeats once can show every date, and the other way round. */
const collapseBox = ({ config, translator }: PageContext, { view, filters }: PageState): Markup => {
  const isOnce = config.repeated === 'once' && (isListView(view) || view === 'past')
  const [value, key] = isOnce ? ([everyDate, 'filter.everyDate'] as const) : (['series', 'filter.collapse'] as const)
  return check('collapse', value, translator.text(key), filters.collapse === value)
}

/** The days that are chosen above the list stay. */
const daysOf = ({ filters }: PageState): Content => {
  const others = writeFilters(ofAnyDay(filters))
  return [...writeFilters(filters)].flatMap(([name, value]) =>
    others.has(name) ? [] : markup`<input type="hidden" name="${name}" value="${value}">\n`,
  )
}

/** The highest price, in the currency of the site. */
const costField = ({ config, translator }: PageContext, { filters }: PageState): Markup =>
  markup`<label>${translator.text('filter.costMax', { currency: config.currency.symbol })}
<input type="number" name="cost_max" value="${filters.cost_max ?? ''}" min="0" max="${mostCost}" step="any" inputmode="decimal"></label>
`

/** The radii in kilometres that visitors can choose. */
const radii = [2, 5, 10, 25, 50, 100]

/** The radius that is chosen first. */
const usualRadius = 25

/** The radius around a point, where one is in the address; the rest of the form keeps the point. */
const distanceFields = ({ translator }: PageContext, { filters }: PageState): Content => {
  const { geoloc_lat, geoloc_lng, geoloc_distance = String(usualRadius), sort } = filters
  if (geoloc_lat === undefined || geoloc_lng === undefined) return undefined
  const all = [...new Set([...radii.map(String), geoloc_distance])].sort((one, other) => Number(one) - Number(other))
  const option = (value: string): Markup =>
    markup`<option value="${value}"${value === geoloc_distance && trusted(' selected')}>${writeKilometres(translator, Number(value))}</option>\n`
  return markup`<label>${translator.text('filter.distance')}
<select name="geoloc_distance">${all.map(option)}</select></label>
<input type="hidden" name="geoloc_lat" value="${geoloc_lat}"><input type="hidden" name="geoloc_lng" value="${geoloc_lng}">
${sort !== undefined && markup`<input type="hidden" name="sort" value="${sort}">\n`}`
}

/** Asks the browser for its position when it is pressed; the script shows it where there is one. */
const nearButton = ({ translator }: PageContext): Markup =>
  markup`<button type="button" class="near chip" data-near="${usualRadius}" data-fault="${translator.text('filter.noPosition')}" title="${translator.text('filter.nearHelp', { km: writeKilometres(translator, usualRadius) })}" hidden>${translator.text('filter.near')}</button><p class="help quiet" role="status"></p>
`

/** Each filter in effect as a link that takes it off, value by value; a category or tag in the path is one too. */
const chipsOf = (
  context: PageContext,
  state: PageState,
  options: FilterOptions,
  series: string | undefined,
): Content => {
  const { translator } = context
  const { filters, term } = state
  // The field has the words of a search; where links above the list say and change days and categories, these are not named again.
  const { search: _, ...others } = filters
  const named = isListView(state.view) ? ofAnyDay(others) : others
  const isAbove = (name: FilterName, value: string): boolean =>
    hasCategoryLinks(state.view) &&
    ((name === 'categories' && options.categories.some((one) => one.value === value)) ||
      (name === 'free' && value === 'true'))
  const chip = (name: string, without: Partial<PageState>): Markup =>
    markup`<li><a class="chip on" href="${href(context, writeAddress(changed(state, without)))}" aria-label="${translator.text('filter.remove', { name })}">${name}</a></li>\n`
  const ofTerm = term && options[term.taxonomy === 'category' ? 'categories' : 'tags']
  const chips = [
    ...(term && !(term.taxonomy === 'category' && isAbove('categories', term.slug))
      ? [chip(nameOf(ofTerm, term.slug), { term: undefined })]
      : []),
    ...(filters.geoloc_lat === undefined ? [] : [chip(writeRadius(context, filters), anywhere(state))]),
    ...shownFilters(anywhere({ ...state, filters: named })).flatMap((filter) => {
      const { [filter]: sent = '', ...without } = filters
      const values = isChosen(filter) ? sent.split(',').filter((value) => value !== '') : [sent]
      return values.flatMap((value) => {
        if (isAbove(filter, value)) return []
        const rest = values.filter((other) => other !== value).join(',')
        const name = filter === 'series' && series !== undefined ? series : writeFilter(context, filter, value, options)
        return chip(name, {
          filters: rest === '' ? without : { ...filters, [filter]: rest },
        })
      })
    }),
  ]
  return (
    chips.length > 0 &&
    markup`<ul class="chips">
${chips}${chips.length > 1 && markup`<li><a class="chip" href="${href(context, writeAddress(changed(state, { filters: {}, term: undefined })))}">${translator.text('filter.reset')}</a></li>\n`}</ul>`
  )
}

const writeRadius = ({ translator }: PageContext, { geoloc_distance = String(usualRadius) }: Filters): string =>
  translator.text('filter.within', { distance: writeKilometres(translator, Number(geoloc_distance)) })

type Chosen = (typeof chosen)[number]

const isChosen = (name: FilterName): name is Chosen => chosen.some((it) => it === name)

const nameOf = (options: readonly FilterOption[] = [], value: string): string =>
  options.find((option) => option.value === value)?.name ?? value

/** A filter in words; those that only an address can have are written as they stand there. */
const writeFilter = (context: PageContext, name: FilterName, value: string, options: FilterOptions): string => {
  const { translator } = context
  if (isChosen(name)) return nameOf(options[name], value)
  const box = boxes.find((one) => one.name === name)
  if (box && isMeantBy(name, value)) return translator.text(box.label)
  if (name === 'attendance_mode' && !value.includes('online')) return translator.text('filter.onSite')
  if (name === 'cost_max') return translator.text('filter.upTo', { amount: writeAmount(context, Number(value)) })
  if (name === 'collapse' && value === everyDate) return translator.text('filter.everyDate')
  return name === 'collapse' && value === 'series' ? translator.text('filter.collapse') : `${name}: ${value}`
}

/** An option for visitors: the value for the filter, and the name, of the record with this id; of a term also the number of all of its events. */
export type FilterOption = {
  readonly id: number
  readonly value: string
  readonly name: string
  readonly count?: number
  /** It is offered only because the page has it. */
  readonly isOther?: boolean
}

/** The options of the filter form. */
export type FilterOptions = {
  readonly categories: readonly FilterOption[]
  readonly tags: readonly FilterOption[]
  readonly venue: readonly FilterOption[]
  readonly organizer: readonly FilterOption[]
}

/** The most options of a filter: longer lists would be larger than the page. Visitors find the others by search and by links. */
const mostOptions = 100

/** Milliseconds after which the options are read again: whether a venue still has events may be out of date for so long. */
const lifetime = 60_000

const dependsOn: readonly ChangeKind[] = ['venue', 'organizer', 'term']

/** Caches the options of the form until a venue, an organizer or a term changes. */
export const createFilterOptions = (changeFeed: ChangeFeed, app: Pick<AppContext, 'clock' | 'database'>) => {
  let known: { readonly options: FilterOptions; readonly version: number; readonly at: number } | undefined
  return async (records: RecordReader): Promise<FilterOptions> => {
    const age = app.clock() - (known?.at ?? 0)
    if (known && age < lifetime && !changeFeed.haveChanged(dependsOn, known.version)) return known.options
    const version = changeFeed.version
    const options = await loadOptions(app, records)
    known = { options, version, at: app.clock() }
    return options
  }
}

/** What public events have that lists show: what belongs to hidden ones alone leads to nothing. */
const loadOptions = async (
  { database }: Pick<AppContext, 'database'>,
  records: RecordReader,
): Promise<FilterOptions> => {
  const used = { per_page: mostOptions, hide_empty: true }
  const linked = { per_page: mostOptions, has_events: true }
  const [categories, tags, venues, organizers] = await Promise.all([
    records.categories.list(used),
    records.tags.list(used),
    records.venues.list(linked),
    records.organizers.list(linked),
  ])
  const inLists = async (
    by: Chosen,
    { records: some }: RecordPage<TermRecord | VenueRecord | OrganizerRecord>,
  ): Promise<readonly FilterOption[]> => {
    const found = await findInLists(
      database,
      by,
      some.map(({ id }) => id),
    )
    return inOrder(some.filter(({ id }) => found.has(id)).map(optionOf))
  }
  return {
    categories: await inLists('categories', categories),
    tags: await inLists('tags', tags),
    venue: await inLists('venue', venues),
    organizer: await inLists('organizer', organizers),
  }
}

const optionOf = (record: TermRecord | VenueRecord | OrganizerRecord): FilterOption => {
  const { id } = record
  if ('venue' in record) return { id, value: String(id), name: plainText(record.venue) }
  if ('organizer' in record) return { id, value: String(id), name: plainText(record.organizer) }
  return { id, value: decodeSlug(record.slug), name: plainText(record.name), count: record.count }
}

/** What the values of filters name. */
const resources = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' } as const

/**
 * The options of a page, and its state with the values that they have: an address may name a category by its id, and have values that are not among
 * the options.
 * @throws ApiError `rest_invalid_param`
 */
export const resolveOptions = async (
  context: PageContext,
  state: PageState,
): Promise<{ readonly state: PageState; readonly options: FilterOptions }> => {
  const known = await context.options()
  const resolved = await Promise.all(
    chosen.map(async (name) => {
      const isKnown = (value: string): boolean => known[name].some((option) => option.value === value)
      const others = valuesOf(state, name).filter((value) => !isKnown(value))
      if (others.length === 0) return { name, options: known[name], values: undefined }
      const { records } = context
      const read = await records.events.readFilters(new URLSearchParams({ [name]: others.join(',') }))
      const ids = (read[name] ?? []).map(Number)
      const missing = ids.filter((id) => !known[name].some((option) => option.id === id))
      const found = (await records[resources[name]].byIds(missing)).map((it) => ({ ...optionOf(it), isOther: true }))
      const options = [...found, ...known[name]]
      const values = [
        ...(state.filters[name] ?? '').split(',').filter(isKnown),
        ...ids.flatMap((id) => options.find((option) => option.id === id)?.value ?? String(id)),
      ]
      return { name, options, values: values.filter((value) => value !== state.term?.slug) }
    }),
  )
  const filters = { ...state.filters }
  for (const { name, values } of resolved)
    if (values && filters[name] !== undefined) filters[name] = [...new Set(values)].join(',')
  const options = Object.fromEntries(resolved.map(({ name, options }) => [name, options]))
  return { state: { ...state, filters }, options: { ...known, ...options } }
}

const { compare } = new Intl.Collator('en')

const inOrder = (options: readonly FilterOption[]): readonly FilterOption[] =>
  options.toSorted((one, other) => compare(one.name, other.name))
