import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { href, type Visit } from '../page-context.ts'
import { addressOf, changed, type FilterName, type PageState } from '../state.ts'
import type { FilterOption, FilterOptions } from './filter-options.ts'

/** The filters in effect. */
export const shownFilters = ({ filters }: PageState): FilterName[] => Object.keys(filters) as FilterName[]

const chosen = ['categories', 'tags', 'venue', 'organizer'] as const

const labels = {
  categories: 'filter.category',
  tags: 'filter.tag',
  venue: 'filter.venue',
  organizer: 'filter.organizer',
} as const

/** The search box and the filters; all of it is a form that needs no script. */
export const filterForm = async (visit: Visit, state: PageState): Promise<Markup> => {
  const { speech } = visit
  const options = await visit.options()
  const { filters } = state
  const plain = changed(state, { filters: {} })
  const isOpen = shownFilters(state).some((name) => name !== 'search')
  const box = (name: 'featured' | 'free'): Markup =>
    markup`<label class="box"><input type="checkbox" name="${name}" value="true"${filters[name] === 'true' && trusted(' checked')}> ${speech.text(`filter.${name}`)}</label>\n`
  return markup`<form class="filters" role="search" action="${href(visit, addressOf(plain))}" method="get">
<div class="search"><label for="search">${speech.text('filter.search')}</label>
<input type="search" id="search" name="search" value="${filters.search ?? ''}" maxlength="200" enterkeyhint="search">
<button type="submit">${speech.text('filter.find')}</button></div>
<details${isOpen && trusted(' open')}><summary>${speech.text('filter.filters')}</summary>
<div class="fields">
${chosen.map((name) => select(visit, state, name, options))}
${box('featured')}${box('free')}<button type="submit">${speech.text('filter.apply')}</button>
</div></details>
${shownFilters(state).length > 0 && markup`<p><a href="${href(visit, addressOf(plain))}">${speech.text('filter.reset')}</a></p>`}
</form>`
}

/** A choice of one; what the address asks for besides, such as several ids, stays chosen. */
const select = (
  { speech }: Visit,
  { filters, term }: PageState,
  name: (typeof chosen)[number],
  all: FilterOptions,
): Content => {
  const isOfPage =
    (name === 'categories' && term?.taxonomy === 'category') || (name === 'tags' && term?.taxonomy === 'tag')
  const value = filters[name] ?? ''
  const options = all[name]
  const isKnown = value === '' || options.some((option) => option.value === value)
  if (isOfPage || (options.length === 0 && value === '')) return undefined
  const entry = (option: FilterOption): Markup =>
    markup`<option value="${option.value}"${option.value === value && trusted(' selected')}>${option.name}</option>\n`
  return markup`<label>${speech.text(labels[name])}
<select name="${name}"><option value="">${speech.text('filter.any')}</option>
${!isKnown && entry({ value, name: value })}${options.map(entry)}</select></label>
`
}
