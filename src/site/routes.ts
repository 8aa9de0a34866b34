import { tecOembedPath } from '../http/address.ts'
import { canonicalQuery } from '../http/canonical-query.ts'
import type { PageQuery } from '../http/fast-path.ts'
import { answerAdmin, answerAdminFile, redirectToAdmin } from './admin/admin.ts'
import { answerAsset, answerFavicon } from './asset-response.ts'
import { answerOembed, embeddedEvent, embeddedEvents, embeddedMonth } from './embeds/embeds.ts'
import { answerSnippet } from './embeds/snippet-page.ts'
import { formatNames } from './feeds/formats.ts'
import { type FeedOf, handleFeed, venuesFeed } from './feeds/own-feeds.ts'
import {
  alarmParams,
  countParams,
  embedParams,
  eventParams,
  listParams,
  noParamNames,
  oembedParams,
  type ParamNames,
  placeListParams,
  placeParams,
  snippetParams,
} from './known-params.ts'
import { answerDigest } from './pages/digest.ts'
import { answerDocs, answerDocsFile } from './pages/docs.ts'
import { answerCategoryPicture, answerPicture, answerSitePicture } from './pages/event-picture.ts'
import { answerCounts } from './pages/filter-counts.ts'
import { answerIndex } from './pages/index-page.ts'
import { answerNothing, answerPage } from './pages/pages.ts'
import { answerPreview } from './pages/preview.ts'
import { answerScreen } from './pages/screen.ts'
import { answerRobots, sitemapIndex, sitemapPart } from './pages/sitemap.ts'
import type { Answer, PageRoute } from './route.ts'
import { answerForm, answerSent, answerSubmission, redirectToForm } from './submit/answer.ts'
import { answerAction, answerState } from './submit/answer-state.ts'
import { answerTile } from './tiles.ts'

const route =
  (kind: PageRoute['kind']) =>
  (path: string, params: ParamNames, answer: Answer): PageRoute => ({ kind, path, params, answer })

const [page, endpoint, file] = [route('page'), route('endpoint'), route('file')]

/** The feeds below a path in all formats. */
const feeds = (path: string, subject: FeedOf): PageRoute[] =>
  formatNames.map((format) => page(`${path}feed.${format}`, listParams, handleFeed(subject, format)))

const form = (path: string, answer: Answer, post?: Answer): PageRoute => ({
  ...route('form')(path, noParamNames, answer),
  ...(post && { post }),
})

/** Every path of the site besides the REST interface: of two that match, the more specific one comes first. */
export const pageRoutes: readonly PageRoute[] = [
  ...feeds('/events/', 'all'),
  ...feeds('/events/category/:slug/', 'category'),
  ...feeds('/events/tag/:slug/', 'tag'),
  ...feeds('/venue/:slug/', 'venue'),
  ...feeds('/organizer/:slug/', 'organizer'),
  page('/event/:slug/feed.ics', alarmParams, handleFeed('event', 'ics')),
  endpoint('/event/:slug/card-:version.png', noParamNames, answerPicture),
  endpoint('/events/card-:version.png', noParamNames, answerSitePicture),
  endpoint('/events/category/:slug/card-:version.png', noParamNames, answerCategoryPicture),
  page('/venues/feed.geojson', listParams, venuesFeed),
  page('/event/*', eventParams, answerPage),
  page('/venue/*', placeParams, answerPage),
  page('/organizer/*', placeParams, answerPage),
  page('/', listParams, answerPage),
  page('/index.php', listParams, answerPage),
  page('/events', listParams, answerPage),
  page('/events/filters/', countParams, answerCounts),
  page('/events/*', listParams, answerPage),
  page('/tag/*', listParams, answerPage),
  page('/feed', listParams, answerPage),
  page('/feed/*', listParams, answerPage),
  page('/events/screen/', listParams, answerScreen),
  page('/events/digest/', listParams, answerDigest),
  page('/venues', placeListParams, answerIndex('venues')),
  page('/venues/', placeListParams, answerIndex('venues')),
  page('/organizers', placeListParams, answerIndex('organizers')),
  page('/organizers/', placeListParams, answerIndex('organizers')),
  page('/embed/event/:slug/', noParamNames, embeddedEvent),
  page('/embed/', snippetParams, answerSnippet),
  page('/embed/events/', embedParams, embeddedEvents),
  page('/embed/month/', embedParams, embeddedMonth),
  endpoint('/oembed', oembedParams, answerOembed),
  endpoint('/oembed/', oembedParams, answerOembed),
  endpoint(tecOembedPath, oembedParams, answerOembed),
  page('/docs', noParamNames, answerDocs),
  page('/docs/', noParamNames, answerDocs),
  file('/docs/:file', noParamNames, answerDocsFile),
  file('/admin', noParamNames, redirectToAdmin),
  file('/admin/files/:file', noParamNames, answerAdminFile),
  file('/admin/*', noParamNames, answerAdmin),
  page('/sitemap.xml', noParamNames, sitemapIndex),
  page('/sitemap-:name-:page.xml', noParamNames, sitemapPart),
  file('/preview/:token/', noParamNames, answerPreview),
  form('/submit', redirectToForm),
  form('/submit/', answerForm, answerSubmission),
  form('/submit/sent/', answerSent),
  form('/submit/:token/', answerState, answerAction),
  file('/robots.txt', noParamNames, answerRobots),
  file('/favicon.ico', noParamNames, answerFavicon),
  file('/assets/*', noParamNames, answerAsset),
  file('/tiles/:zoom/:x/:y', noParamNames, answerTile),
  file('/*', noParamNames, answerNothing),
]

/** The pattern of the paths that a route matches. */
const patternOf = ({ path }: PageRoute): string =>
  path
    .replace(/[.]/g, '\\$&')
    .replace(/:\w+(?=-)/g, '[^/?-]+')
    .replace(/:\w+/g, '[^/?]+')
    .replace(/\*/g, '[^?]*')

const matchers = pageRoutes.map(({ params, ...rest }) => ({
  params,
  pattern: new RegExp(`^(?:/[a-z]{2}(?=/))?${patternOf({ params, ...rest })}$`, 'i'),
}))

const everyParam: ParamNames = new Set(pageRoutes.flatMap(({ params }) => [...params]))

/**
 * The parameters that a path reads; it may have a language before it. A path with an escape may match another route once the router has
 * decoded it, so all parameters count there.
 */
export const pathParamNames = (path: string): ParamNames =>
  path.includes('%') ? everyParam : (matchers.find(({ pattern }) => pattern.test(path))?.params ?? noParamNames)

/** The query of a page or a feed in one spelling, as the keys of the response cache have it. */
export const pageQuery: PageQuery = (path, query) => canonicalQuery(query, pathParamNames(path))

const cached = pageRoutes.filter(({ kind }) => kind !== 'file' && kind !== 'form').map(patternOf)

const cachedPages = new RegExp(`^(?:/[a-z]{2}(?=[/?]|$))?(?:${cached.join('|')})?(?:\\?.*)?$`, 'is')

/** Whether the URL may be that of a page or a feed whose response is cached. */
export const isPage = (url: string): boolean => cachedPages.test(url)
