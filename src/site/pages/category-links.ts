import { type Content, type Markup, markup } from '../../lib/markup.ts'
import { hueClass } from '../category-hues.ts'
import { href, type PageContext } from '../page-context.ts'
import { changed, type PageState, writeAddress } from '../page-state.ts'
import type { EventFilters } from '../reader.ts'
import { countCategories } from './filter-counts.ts'
import { type FilterOption, labels } from './filter-form.ts'

/** Most categories that are offered; the filters have all of them. */
const mostShown = 9

/**
 * The categories of what a page shows, those with most events first: each is a link that chooses it besides the others, or takes it off. Those of a
 * calendar tell what its colours mean, too. `ids` are the events of a calendar, which has found them.
 */
export const categoryLinks = async (
  context: PageContext,
  state: PageState,
  given: { readonly filters: EventFilters; readonly ids: readonly number[] | undefined },
  all: readonly FilterOption[],
): Promise<Content> => {
  const { translator } = context
  const hues = await context.hues()
  const chosen = chosenCategories(state)
  // Of each category, whichever are chosen.
  const { categories, ...filters } = given.filters
  const tally =
    all.length > 0 ? await countCategories(context, state, filters, categories ? undefined : given.ids) : undefined
  const numberOf = ({ id, count = 0 }: FilterOption): number => tally?.get(id) ?? count
  const shown = all
    .filter((one) => !tally || tally.has(one.id) || chosen.includes(one.value))
    .toSorted((one, other) => numberOf(other) - numberOf(one))
    .filter((one, at) => at < mostShown || chosen.includes(one.value))
  const link = (one: FilterOption): Markup => {
    const isChosen = chosen.includes(one.value)
    const next = isChosen ? chosen.filter((value) => value !== one.value) : [...chosen, one.value]
    const hue = hueClass(hues, { categories: [one] })
    return markup`<li><a class="chip kind${hue}${isChosen && ' chosen'}" href="${href(context, writeAddress(withCategories(state, next)))}"${isChosen && removal(context, tally ? `${one.name} ${numberOf(one)}` : one.name)}>${one.name}${tally && markup` <span class="count">${numberOf(one)}</span>`}</a></li>
`
  }
  return (
    (shown.length > 1 || chosen.length > 0 || state.filters.free === 'true') &&
    markup`<nav class="kinds" aria-label="${translator.text(labels.categories)}"><ul class="chips">
${shown.map(link)}${freeLink(context, state)}</ul></nav>
`
  )
}

const removal = ({ translator }: PageContext, name: string): Markup =>
  markup` aria-current="true" aria-label="${translator.text('filter.remove', { name })}"`

/** What costs nothing, in any category. */
const freeLink = (context: PageContext, state: PageState): Markup => {
  const { free, ...others } = state.filters
  const isChosen = free === 'true'
  const name = context.translator.text('filter.free')
  const next = changed(state, { filters: isChosen ? others : { ...others, free: 'true' } })
  return markup`<li><a class="chip kind${isChosen && ' chosen'}" href="${href(context, writeAddress(next))}"${isChosen && removal(context, name)}>${name}</a></li>
`
}

/** The slugs of the categories of a page: that of its path, or those of its filter. */
const chosenCategories = ({ term, filters }: PageState): readonly string[] => {
  const ofPath = term?.taxonomy === 'category' ? [term.slug] : []
  return [...ofPath, ...(filters.categories ?? '').split(',').filter((value) => value !== '')]
}

/** The same page with these categories; one alone has a path of its own. */
const withCategories = (state: PageState, slugs: readonly string[]): PageState => {
  const { categories: _, ...filters } = state.filters
  const isOfTag = state.term?.taxonomy === 'tag'
  const [only, ...others] = slugs
  if (only !== undefined && others.length === 0 && !isOfTag)
    return changed(state, { filters, term: { taxonomy: 'category', slug: only } })
  return changed(state, {
    filters: only === undefined ? filters : { ...filters, categories: slugs.join(',') },
    term: isOfTag ? state.term : undefined,
  })
}
