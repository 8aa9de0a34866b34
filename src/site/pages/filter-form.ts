import { namesOf } from '../../lib/json.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { href, type PageContext } from '../page-context.ts'
import { addressOf, changed, type FilterName, type PageState } from '../page-state.ts'
import type { FilterOption, FilterOptions } from './filter-options.ts'

/** The filters in effect. */
export const shownFilters = ({ filters }: PageState): FilterName[] => namesOf(filters)

const chosen = ['categories', 'tags', 'venue', 'organizer'] as const

const labels = {
  categories: 'filter.category',
  tags: 'filter.tag',
  venue: 'filter.venue',
  organizer: 'filter.organizer',
} as const

/** The search box and the filters; all of it is a form that needs no script. */
export const filterForm = async (context: PageContext, state: PageState): Promise<Markup> => {
  const { translator } = context
  const options = await context.options()
  const { filters } = state
  const plain = changed(state, { filters: {} })
  const isOpen = shownFilters(state).some((name) => name !== 'search')
  const box = (name: 'featured' | 'free' | 'collapse', value = 'true'): Markup =>
    markup`<label class="box"><input type="checkbox" name="${name}" value="${value}"${filters[name] === value && trusted(' checked')}> ${translator.text(`filter.${name}`)}</label>\n`
  return markup`<form class="filters" role="search" action="${href(context, addressOf(plain))}" method="get">
<div class="search"><label for="search">${translator.text('filter.search')}</label>
<input type="search" id="search" name="search" value="${filters.search ?? ''}" placeholder="${translator.text('filter.search')}" maxlength="200" enterkeyhint="search">
<button type="submit">${translator.text('filter.find')}</button></div>
<details${isOpen && trusted(' open')}><summary>${translator.text('filter.filters')}</summary>
<div class="fields">
${chosen.map((name) => select(context, state, name, options))}
${box('featured')}${box('free')}${box('collapse', 'series')}<button type="submit">${translator.text('filter.apply')}</button>
</div></details>
${shownFilters(state).length > 0 && markup`<a class="chip" href="${href(context, addressOf(plain))}">${translator.text('filter.reset')}</a>`}
</form>`
}

/** A choice of one value. A value that is not among the options, such as several ids in the address, stays chosen. */
const select = (
  { translator }: PageContext,
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
  return markup`<label>${translator.text(labels[name])}
<select name="${name}"><option value="">${translator.text('filter.any')}</option>
${!isKnown && entry({ value, name: value })}${options.map(entry)}</select></label>
`
}
