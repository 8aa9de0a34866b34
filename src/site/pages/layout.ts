import type { Analytics, TabView } from '../../config.ts'
import { languageNames } from '../../i18n/catalogue.ts'
import type { JsonObject } from '../../lib/json.ts'
import { tecNamespace } from '../../lib/links.ts'
import { type Content, type Markup, markup, trusted } from '../../lib/markup.ts'
import { pathOfAccent } from '../accent.ts'
import { writingDirection } from '../dates.ts'
import type { Theme } from '../embeds/theme.ts'
import { fontLinks } from '../own-font.ts'
import { absolute, asWebcal, href, languagePrefix, type PageContext, rooted } from '../page-context.ts'
import { changed, dateFor, type PageState, writeAddress } from '../page-state.ts'
import { submitLink } from '../submit/open.ts'

/** A picture of a record, with its pixels where they are known. */
export type Picture = {
  readonly url: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** A page without its frame. */
export type Page = {
  readonly status: number
  readonly title: string
  readonly description?: string | undefined
  /** The canonical path of the page, below the language; error pages have none. */
  readonly canonical?: string | undefined
  readonly image?: Picture | undefined
  readonly type?: 'website' | 'article'
  readonly jsonLd?: JsonObject | undefined
  /** Feeds with the content of the page, by their path. */
  readonly feeds?: readonly (readonly [type: string, path: string, title: string])[]
  /** Other links of the page, by their relation. */
  readonly links?: readonly (readonly [rel: string, url: string, type?: string])[]
  /** The styles of the page; by default those of all pages. */
  readonly styles?: readonly string[]
  /** It shows a month, a week or a day, and has their styles. */
  readonly hasCalendar?: boolean
  /** It may have a map, and then has its styles and its script. */
  readonly hasMap?: boolean
  readonly scripts?: readonly string[]
  /** Further scripts that are modules. */
  readonly modules?: readonly string[]
  /** It shows other pages of the site in frames. */
  readonly hasFrames?: boolean
  /** The colours, where they do not depend on the visitor's device. */
  readonly theme?: Theme
  /** Its scripts create elements with inline styles. */
  readonly hasStyledElements?: boolean
  readonly isIndexed?: boolean
  /** Seconds after which a browser loads it again. */
  readonly refresh?: number
  /** Other sites may show it in a frame; it has no header and no footer. */
  readonly isFramed?: boolean
  /** The path of the same content in the interface, below its namespace (F1.2), such as `events/12`; '' is the namespace itself. */
  readonly api?: string
  /** The events that it shows, for links to other views. */
  readonly state?: PageState
  /** `false`: no view and no feed could show an event, so that nothing leads to them. */
  readonly hasViews?: boolean
  readonly main: Markup
}

/** The whole document. */
export const renderDocument = (context: PageContext, page: Page): string => {
  const { translator, config } = context
  const title = page.title === config.siteName ? page.title : `${page.title} – ${config.siteName}`
  return markup`<!doctype html>
<html lang="${translator.tag}" dir="${writingDirection(translator)}" data-your-time="${translator.text('event.yourTime')}"${translator.clock !== '' && markup` data-clock="${translator.clock}"`}${config.font !== 'sans' && markup` data-font="${config.font}"`}${page.theme && page.theme !== 'auto' && markup` data-theme="${page.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${headOf(context, page, title)}
</head>
<body>
${!page.isFramed && [markup`<a class="skip" href="#main">${translator.text('site.skip')}</a>\n`, headerOf(context, page)]}
<main id="main" tabindex="-1">
${page.main}
</main>
${!page.isFramed && footerOf(context, page)}
</body>
</html>
`.text
}

/** The API address in a page, which clients of TEC look for (contract B1.3, D2.2, F1.2). */
export const apiRoot = (links: PageContext['links'], { api = '' }: Pick<Page, 'api'>): string =>
  links.api(api, tecNamespace)

const headOf = (context: PageContext, page: Page, title: string): Content => {
  const { config, assets, translator, links } = context
  const canonical = page.canonical === undefined ? undefined : absolute(context, page.canonical)
  const description = page.description || config.siteDescription
  const { image } = page
  return [
    // Links in a frame open in the window around it.
    page.isFramed && markup`<base target="_top">\n`,
    (page.styles ?? [rooted(context, assets.get('style.css').path)]).map(
      (path) => markup`<link rel="stylesheet" href="${path}">\n`,
    ),
    page.hasCalendar && markup`<link rel="stylesheet" href="${rooted(context, assets.get('calendar.css').path)}">\n`,
    page.hasMap &&
      markup`<link rel="stylesheet" href="${rooted(context, assets.get('map.css').path)}">
<script type="module" src="${rooted(context, assets.get('map.js').path)}"></script>
`,
    config.accentColor !== '' &&
      markup`<link rel="stylesheet" href="${rooted(context, pathOfAccent(config.accentColor))}">\n`,
    fontLinks(context),
    assets.theme.styles && markup`<link rel="stylesheet" href="${rooted(context, assets.theme.styles.path)}">\n`,
    markup`<script type="module" src="${rooted(context, assets.get('site.js').path)}"></script>
<link rel="icon" type="image/svg+xml" href="${rooted(context, assets.get('icon.svg').path)}">
<meta name="color-scheme" content="light dark">
<link rel="https://api.w.org/" href="${links.site}/wp-json/">
<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${apiRoot(links, {})}">
<link rel="alternate" type="application/json" href="${apiRoot(links, page)}">
`,
    description && markup`<meta name="description" content="${shorten(description, 200)}">\n`,
    page.isIndexed === false && markup`<meta name="robots" content="noindex">\n`,
    canonical !== undefined && [
      markup`<link rel="canonical" href="${canonical}">\n`,
      offered(context).map(
        ([language]) =>
          markup`<link rel="alternate" hreflang="${language}" href="${links.page(languagePrefix(config, language) + page.canonical)}">\n`,
      ),
      markup`<link rel="alternate" hreflang="x-default" href="${links.page(page.canonical ?? '')}">
<meta property="og:url" content="${canonical}">\n`,
    ],
    markup`<meta property="og:title" content="${page.type === 'article' ? page.title : title}">
<meta property="og:type" content="${page.type ?? 'website'}">
<meta property="og:site_name" content="${config.siteName}">
<meta property="og:locale" content="${translator.tag.replace('-', '_')}">
`,
    description && markup`<meta property="og:description" content="${shorten(description, 200)}">\n`,
    image &&
      markup`<meta property="og:image" content="${image.url}">
${
  image.width &&
  markup`<meta property="og:image:width" content="${image.width}">
<meta property="og:image:height" content="${image.height}">
`
}<meta name="twitter:card" content="summary_large_image">
`,
    page.feeds?.map(
      ([type, path, name]) =>
        markup`<link rel="alternate" type="${type}" title="${name}" href="${links.page(path)}">\n`,
    ),
    page.links?.map(([rel, url, type]) =>
      type === undefined
        ? markup`<link rel="${rel}" href="${url}">\n`
        : markup`<link rel="${rel}" type="${type}" href="${url}">\n`,
    ),
    page.modules?.map((path) => markup`<script type="module" src="${path}"></script>\n`),
    config.analytics && counterOf(config.analytics),
    page.scripts?.map((path) => markup`<script defer src="${path}"></script>\n`),
    page.jsonLd && dataElement('application/ld+json', page.jsonLd),
  ]
}

/** The element of a program that counts visits. */
const counterOf = ({ url, attributes }: Analytics): Markup =>
  markup`<script defer src="${url}"${attributes.map(([name, value]) => markup` ${trusted(name)}="${value}"`)}></script>\n`

/** Data in a page, which browsers do not execute; `<` is escaped, because it could end the element. */
export const dataElement = (type: `application/${'ld+' | ''}json`, data: JsonObject): Markup =>
  trusted(`<script type="${type}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)

/** The languages that the operator offers, each with its name. */
const offered = ({ config }: PageContext) => languageNames.filter(([language]) => config.languages.includes(language))

const everything: PageState = { view: 'list', page: 1, zoom: 0, filters: {} }

/** The views of the events, which keep the filters of the page. */
const headerOf = (context: PageContext, { state = everything, ...page }: Page): Markup => {
  const { translator, config } = context
  const names = config.views.filter((view) => view !== 'map' || config.tiles)
  const link = (view: TabView): Markup => {
    const path = writeAddress(changed(state, { view, date: dateFor(view, state.date) }))
    const isThis = state !== everything && page.status === 200 && view === state.view
    return markup`<li><a href="${href(context, path)}"${isThis && trusted(' aria-current="true"')} class="tab">${translator.text(`view.${view}`)}</a></li>\n`
  }
  const { head } = context.assets.theme
  const tag = trusted(head ? 'div' : 'header')
  const own = markup`<${tag} class="head">
<a class="name" href="${href(context, '/')}">${logoOf(context)}${config.siteName}</a>
${
  page.hasViews !== false &&
  names.length > 1 &&
  markup`<nav class="views" aria-label="${translator.text('site.menu')}"><ul class="tabs">
${names.map(link)}</ul></nav>`
}
${ownLinks(context)}</${tag}>`
  return head ? markup`<header>\n<div class="site-head">${head}</div>\n${own}\n</header>` : own
}

/** The links that the operator adds, and the one to the form by which visitors submit events. */
const ownLinks = (context: PageContext): Content => {
  const { headerLinks, siteName, submissions } = context.config
  return (
    (headerLinks.length > 0 || submissions) &&
    markup`<nav class="own" aria-label="${siteName}"><ul>
${headerLinks.map(({ name, url }) => markup`<li><a href="${url}">${name}</a></li>\n`)}${submitLink(context)}</ul></nav>
`
  )
}

/** The logo before the name of the site; the name is its text alternative. */
const logoOf = ({ config: { logo }, links }: PageContext): Content =>
  logo &&
  markup`<img class="logo" src="${links.media(logo.path)}" alt="" width="${logo.width}" height="${logo.height}">`

const footerOf = (context: PageContext, page: Page): Markup => {
  const { translator, config } = context
  const path = page.canonical ?? '/events/'
  const others = offered(context).map(([language, name]) => {
    const target = href({ links: context.links, prefix: languagePrefix(config, language) }, path)
    const isThis = language === translator.language
    return markup`<li><a href="${target}" lang="${language}" hreflang="${language}"${isThis && trusted(' aria-current="true"')}>${name}</a></li>\n`
  })
  const { foot } = context.assets.theme
  const tag = trusted(foot ? 'div' : 'footer')
  const own = markup`<${tag} class="foot">
${
  page.feeds &&
  page.hasViews !== false && [
    markup`<nav aria-label="${translator.text('site.feeds')}"><p>${translator.text('feed.hint')}</p><ul>\n`,
    page.feeds.map(([type, address, name]) => [
      type === 'text/calendar' &&
        markup`<li><a href="${asWebcal(context.links.page(address))}">${translator.text('site.feeds')}</a></li>\n`,
      markup`<li><a type="${type}" href="${rooted(context, address)}">${name}</a></li>\n`,
    ]),
    trusted('</ul></nav>'),
  ]
}
${
  others.length > 1 &&
  markup`<nav aria-label="${translator.text('site.languages')}"><ul class="languages">
${others}</ul></nav>
`
}<p class="about">${(['venues', 'organizers'] as const).map(
    (name) =>
      markup`<a href="${href(context, `/${name}/`)}">${translator.text(name === 'venues' ? 'event.venue.other' : 'event.organizer.other')}</a> `,
  )}${config.footerLinks.map(({ name, url }) => markup`<a href="${url}">${name}</a> `)}<a class="developers" href="${rooted(context, '/docs')}">${translator.text('site.interface')}</a> <span class="runs">${translator.text('site.runs')}</span></p>
</${tag}>`
  return foot ? markup`<footer>\n${own}\n<div class="site-foot">${foot}</div>\n</footer>` : own
}

/** The beginning of a text, up to a number of characters, ending after a word. */
export const shorten = (text: string, most: number): string => {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2))
  // Half of a character is none.
  return `${words.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
