import { languageNames, type TextKey } from '../../i18n/catalogue.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { type When, whenNames } from '../../lib/week.ts'
import { absolute, href, languagePrefix, type PageContext, rooted } from '../page-context.ts'
import { pageResponse } from '../page-response.ts'
import { readNumber } from '../page-state.ts'
import { type FilterOption, labels } from '../pages/filter-form.ts'
import { whenTexts } from '../pages/when-links.ts'
import type { Answer } from '../route.ts'
import { everyDate } from '../upcoming.ts'
import { listHeight } from './embeds.ts'
import { type Look, layouts, mostEvents, readLook, usualMax } from './look.ts'
import { readTheme, type Theme, themes } from './theme.ts'

/** What the page was asked for: an element that a script fills, or a frame; '' for filters that are not set. */
type Choices = Look & {
  readonly kind: 'element' | 'frame'
  readonly filters: Readonly<Record<keyof typeof attributes, string>>
  readonly isFeatured: boolean
  readonly when: When | ''
  readonly hasEveryDate: boolean
  readonly language: string
  readonly height: number
  readonly theme: Theme
}

/** The filters, with the names that attributes of the element have. */
const attributes = { categories: 'category', tags: 'tag', venue: 'venue', organizer: 'organizer' } as const

/** The choices of days ahead, in the list of days that have a name. */
const daysAhead = [14, 30, 90, 365] as const

const filterNames = ['categories', 'tags', 'venue', 'organizer'] as const

/** `/embed/`: writes the code by which another site shows events, and shows what it does. With JavaScript both follow each choice. */
export const answerSnippet: Answer = async (context, request) => {
  const { translator } = context
  const choices = readChoices(context, new URLSearchParams(context.query))
  const code = codeOf(context, choices)
  const options = await context.options()
  const title = translator.text('embed.title')
  const select = (
    name: string,
    label: TextKey,
    value: string,
    all: readonly Pick<FilterOption, 'value' | 'name'>[],
    only = '',
  ) =>
    markup`<label${only !== '' && markup` class="${only}"`}>${translator.text(label)}
<select name="${name}">${all.map((one) => markup`<option value="${one.value}"${one.value === value && trusted(' selected')}>${one.name}</option>\n`)}</select></label>
`
  const number = (
    name: string,
    label: TextKey,
    value: number | undefined,
    [least, most]: readonly [number, number],
    only = '',
  ): Markup =>
    markup`<label${only !== '' && markup` class="${only}"`}>${translator.text(label)}
<input type="number" name="${name}" value="${value ?? ''}" min="${least}" max="${most}"></label>
`
  const named = <V extends string>(values: readonly V[], key: (value: V) => TextKey) =>
    values.map((value) => ({ value, name: translator.text(key(value)) }))
  const any = { value: '', name: translator.text('filter.any') }
  return pageResponse(request, context, {
    status: 200,
    title,
    canonical: '/embed/',
    isIndexed: false,
    hasFrames: true,
    modules: [rooted(context, context.assets.get('embed.js').path)],
    main: markup`<h1>${title}</h1>
<p class="lead">${translator.text('embed.hint')}</p>
<div class="maker">
<form class="filters snippet" method="get" action="${href(context, '/embed/')}" data-live>
<div class="fields">
${select(
  'layout',
  'embed.layout',
  choices.layout,
  named(layouts, (layout) => `embed.layout.${layout}`),
)}${select(
  'kind',
  'embed.kind',
  choices.kind,
  named(['element', 'frame'] as const, (kind) => `embed.${kind}`),
)}${select('when', 'embed.when', choices.when || String(choices.days ?? ''), [
  { value: '', name: translator.text('when.any') },
  ...named(whenNames, (when) => whenTexts[when]),
  ...daysAhead.map((days) => ({ value: String(days), name: translator.text('embed.days', { days }) })),
])}${number('max', 'embed.max', choices.max, [1, mostEvents])}${select(
  'collapse',
  'embed.repeats',
  choices.hasEveryDate ? everyDate : '',
  [
    { value: '', name: translator.text('embed.repeats.once') },
    { value: everyDate, name: translator.text('embed.repeats.each') },
  ],
)}${filterNames.map(
  (name) => options[name].length > 0 && select(name, labels[name], choices.filters[name], [any, ...options[name]]),
)}${select('language', 'embed.language', choices.language, offered(context))}${number(
  'height',
  'embed.height',
  choices.height,
  [100, 2000],
  'of-frame',
)}${select(
  'theme',
  'embed.theme',
  choices.theme,
  named(themes, (theme) => `embed.theme.${theme}`),
  'of-frame',
)}<label class="box"><input type="checkbox" name="featured" value="true"${choices.isFeatured && trusted(' checked')}> ${translator.text('filter.featured')}</label>
<p class="help">${translator.text('embed.rule')}</p>
<button type="submit">${translator.text('embed.update')}</button></div></form>
<div class="made">
<h2>${translator.text('embed.preview')}</h2>
<div data-follows><div class="preview">${trusted(previewOf(choices, code))}</div></div>
<h2>${translator.text('embed.code')}</h2>
<pre tabindex="0" data-follows><code id="snippet">${code}</code></pre>
<p><button type="button" data-copy="snippet" data-copied="${translator.text('embed.copied')}" hidden>${translator.text('embed.copy')}</button> <span role="status"></span></p>
</div>
</div>`,
  })
}

/** The languages of the site as options. */
const offered = ({ config }: PageContext): readonly Pick<FilterOption, 'value' | 'name'>[] =>
  languageNames.filter(([language]) => config.languages.includes(language)).map(([value, name]) => ({ value, name }))

const readChoices = (context: PageContext, sent: URLSearchParams): Choices => {
  const value = (name: string): string => (sent.get(name) ?? '').trim().slice(0, 200)
  const language = offered(context).find((one) => one.value === value('language'))?.value
  return {
    ...readLook(sent),
    days: daysAhead.find((days) => String(days) === (value('when') || value('days'))),
    kind: sent.get('kind') === 'frame' ? 'frame' : 'element',
    filters: {
      categories: value('categories'),
      tags: value('tags'),
      venue: value('venue'),
      organizer: value('organizer'),
    },
    isFeatured: sent.get('featured') === 'true',
    when: whenNames.find((name) => name === value('when')) ?? '',
    hasEveryDate: sent.get('collapse') === everyDate,
    language: language ?? context.translator.language,
    height: readNumber(sent.get('height'), 100, 2000) ?? listHeight,
    theme: readTheme(sent),
  }
}

const codeOf = (context: PageContext, choices: Choices): string =>
  choices.kind === 'frame' ? frameCode(context, choices) : elementCode(context, choices)

const elementCode = ({ links }: PageContext, choices: Choices): string => {
  const { filters, isFeatured, language, layout, max, days, when, hasEveryDate } = choices
  const set: Content = filterNames.map(
    (name) => filters[name] !== '' && markup` ${trusted(attributes[name])}="${filters[name]}"`,
  )
  const look: Content = [
    layout !== 'list' && markup` layout="${layout}"`,
    when !== '' && markup` when="${when}"`,
    when === '' && days !== undefined && markup` days="${days}"`,
    hasEveryDate && trusted(' repeats="each"'),
  ]
  return markup`<script type="module" src="${links.page('/assets/embed.js')}"></script>
<kalends-events src="${links.site}"${look}${set}${isFeatured && trusted(' featured="true"')} max="${max}" lang="${language}"></kalends-events>`
    .text
}

const frameCode = (context: PageContext, choices: Choices): string => {
  const { filters, isFeatured, language, height, theme, layout, max, days, when, hasEveryDate } = choices
  const { config, links } = context
  const isMonth = layout === 'month'
  const query = new URLSearchParams()
  if (layout !== 'list' && !isMonth) query.set('layout', layout)
  if (!isMonth) {
    if (when !== '') query.set('when', when)
    else if (days !== undefined) query.set('days', String(days))
    if (max !== usualMax(layout)) query.set('max', String(max))
    if (hasEveryDate) query.set('collapse', everyDate)
  }
  for (const name of filterNames) if (filters[name] !== '') query.set(name, filters[name])
  if (isFeatured) query.set('featured', 'true')
  if (theme !== 'auto') query.set('theme', theme)
  const known = config.languages.find((one) => one === language) ?? config.language
  const own = { links, prefix: languagePrefix(config, known) }
  const url = absolute(own, `/embed/${isMonth ? 'month' : 'events'}/${query.size > 0 ? `?${query}` : ''}`)
  const title = context.translator.text('list.title')
  return markup`<iframe src="${url}" title="${title}" width="100%" height="${height}" loading="lazy"></iframe>`.text
}

/** The code itself; the script of the element is at the head of the page. */
const previewOf = ({ kind }: Choices, code: string): string =>
  kind === 'frame' ? code : code.slice(code.indexOf('\n') + 1)
