import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeFeed } from '../cache/change-feed.ts'
import { type AppContext, currentSite, newRequestContext, type RequestContext, withLinks } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { anonymous } from '../core/policy.ts'
import type { RenderPage } from '../core/site-document.ts'
import type { Address } from '../http/address.ts'
import { requestState } from '../http/admission.ts'
import { findAsker } from '../http/client.ts'
import { toApiError } from '../http/error-handler.ts'
import { reply } from '../http/response.ts'
import type { Caches, Response } from '../http/types.ts'
import { isJsonObject } from '../lib/json.ts'
import { createDocumentReaders } from '../resources/documents.ts'
import { loadAssets } from './assets.ts'
import { createCategoryHues } from './category-hues.ts'
import { createFeeds } from './feeds/feeds.ts'
import { findPresentPath } from './former-address.ts'
import { href, mostRecords, type PageContext, type PageTools, readLanguage } from './page-context.ts'
import { pageResponse, redirectTo } from './page-response.ts'
import { createFilterOptions } from './pages/filter-form.ts'
import type { Page } from './pages/layout.ts'
import { failed, invalidAddress, notFound, notUnderstood } from './pages/messages.ts'
import { renderPreview } from './pages/page-preview.ts'
import { createRecordReaders } from './reader.ts'
import type { Answer, PageRoute } from './route.ts'

/** The share of the record cache that pages and feeds use for parsed records. */
const share = 1 / 4

/** Answers a request that came through the router. */
type Handler = (request: FastifyRequest, to: FastifyReply) => Promise<FastifyReply>

/** Makes the handlers of routes, by their kinds. */
export type PageContexts = { readonly renderPage: RenderPage } & {
  readonly [kind in PageRoute['kind']]: (answer: Answer) => Handler
} & {
  /** Shows an error as a page that came before the handler of a form, such as a body that is no form. */
  readonly fault: (error: Error, request: FastifyRequest, to: FastifyReply) => Promise<FastifyReply>
}

/** Makes what all pages and feeds of a server share. */
export const createPageContexts = (
  app: AppContext,
  caches: Caches,
  paramsOf: PageContext['paramsOf'],
  perPage: number,
  tools: PageTools | undefined,
): PageContexts => {
  const recordsFor = createRecordReaders(app, caches, app.config.recordCache * share)
  const options = createFilterOptions(caches.changeFeed, app)
  const hues = createCategoryHues(caches.changeFeed, app)
  const assets = loadAssets(app.config.theme)
  const feeds = createFeeds(app, caches, perPage)
  const makeContext = (
    { app, caches, recordsFor, options }: Readers,
    { address, version, asker }: Asked,
  ): PageContext => {
    const { config, clock } = app
    const ofLanguage = readLanguage(config, address)
    const requestContext = newRequestContext({
      config: { ...config, maxPerPage: mostRecords },
      now: clock(),
      version,
      caller: anonymous,
      language: ofLanguage.translator.language,
      asker,
    })
    const records = recordsFor(requestContext)
    return {
      app,
      ...withLinks(config),
      request: requestContext,
      records,
      assets,
      ...ofLanguage,
      path: address.path,
      query: address.query,
      paramsOf,
      feeds,
      options: () => options(records),
      hues,
      changeFeed: caches.changeFeed,
      tools,
    }
  }
  const contextOf = (request: FastifyRequest, version: number): PageContext => {
    const { address } = requestState(request.raw)
    const asker = findAsker(request.raw, anonymous, () => request.ip)
    return makeContext({ app, caches, recordsFor, options }, { address, version, asker })
  }
  const renderPage: RenderPage = async (config, page) => {
    const version = await caches.sync(app.clock())
    const readers = readersWithout(caches, { ...app, config })
    const address = { root: '/', language: config.language, path: '/', query: '' }
    return renderPreview(makeContext(readers, { address, version, asker: undefined }), page)
  }
  const currentContext = async (request: FastifyRequest): Promise<PageContext> => {
    const context = contextOf(request, await caches.sync(app.clock()))
    if (!context.config.languages.includes(context.translator.language)) throw new ApiError('rest_no_route')
    return context
  }
  /** Answers, or leads on from the former address of a record. */
  const answerOrLeadOn = async (answer: Answer, context: PageContext, request: FastifyRequest): Promise<Response> => {
    try {
      return await answer(context, request)
    } catch (error) {
      const path = isMissing(error) ? await findPresentPath(context, context.path) : undefined
      if (path === undefined) throw error
      return redirectTo(withQuery(context, path), 301, false)
    }
  }
  /** Shows errors that a visitor can understand as a page. */
  const withFaultPage = (
    request: FastifyRequest,
    to: FastifyReply,
    respond: () => Promise<Response>,
  ): Promise<FastifyReply> => {
    const respondToFault = async (error: unknown): Promise<Response> => {
      // The page for what is missing shows events, by the changes that are known; others need no database.
      const context = contextOf(request, isMissing(error) ? caches.changeFeed.version : 0)
      const page = await faultPage(context, error)
      if (!page) throw error
      return pageResponse(request, context, page, error instanceof ApiError ? error.headers : {})
    }
    return respond()
      .catch(respondToFault)
      .then((response) => reply(request, to, response))
  }
  return {
    renderPage,
    // The settings may have changed: the frame of the admin has the name of the site.
    file: (answer) => async (request, to) =>
      reply(request, to, await answer(contextOf(request, await caches.sync(app.clock())), request)),
    endpoint: (answer) => async (request, to) => {
      try {
        return reply(request, to, await answerOrLeadOn(answer, await currentContext(request), request))
      } catch (error) {
        // A hidden record gets the same response as one that never existed.
        throw isMissing(error) ? new ApiError('rest_no_route', { message: 'There is no such page.' }) : error
      }
    },
    page: (answer) => (request, to) =>
      withFaultPage(request, to, async () => {
        const { address } = requestState(request.raw)
        const context = await currentContext(request)
        const path = canonicalPath(context.path)
        // One page has one address.
        if (path !== context.path || (address.root !== '/' && context.prefix === '')) {
          return redirectTo(withQuery(context, path))
        }
        return answerOrLeadOn(answer, context, request)
      }),
    fault: (error, request, to) => withFaultPage(request, to, () => Promise.reject(toApiError(app, error, request))),
    form: (answer) => (request, to) =>
      withFaultPage(request, to, async () => answer(await currentContext(request), request)),
  }
}

/** What reads the records of a page, with the settings by which they are written. */
type Readers = {
  readonly app: AppContext
  readonly caches: Pick<Caches, 'changeFeed'>
  readonly recordsFor: ReturnType<typeof createRecordReaders>
  readonly options: ReturnType<typeof createFilterOptions>
}

/** What a page is asked by; nobody waits for one without an asker. */
type Asked = {
  readonly address: Pick<Address, 'root' | 'language' | 'path' | 'query'>
  readonly version: number
  readonly asker: RequestContext['asker']
}

/** Readers for one page alone: what is written by other settings must not come from the caches, nor get into them. */
const readersWithout = (caches: Caches, app: AppContext): Readers => {
  // What is kept by this feed, and is told of its changes, goes with it.
  const changeFeed: ChangeFeed = Object.create(caches.changeFeed, { watch: { value: () => undefined } })
  const site = currentSite(app)
  const documents = createDocumentReaders({ site, database: app.database, changeFeed }, 0)
  const own = { ...caches, changeFeed, documents }
  return {
    app,
    caches: own,
    recordsFor: createRecordReaders(app, own, 0),
    options: createFilterOptions(changeFeed, app),
  }
}

/** The address of a path with the query that was sent. */
const withQuery = (context: PageContext, path: string): string =>
  href(context, path) + (context.query === '' ? '' : `?${context.query}`)

/** Pages end with a slash, files do not. */
const canonicalPath = (path: string): string => (/\.[a-z]+$/.test(path) || path.endsWith('/') ? path : `${path}/`)

/** A visitor who may not see a record is not told that it exists: these errors look like a page that is not there. */
const hidden = new Set<string>([
  'event-not-accessible',
  'venue-not-accessible',
  'organizer-not-accessible',
  'event-no-longer-available',
])

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || hidden.has(error.code))

/** The page that says what went wrong; undefined for faults that have to be logged. */
const faultPage = async (context: PageContext, error: unknown): Promise<Page | undefined> => {
  if (!(error instanceof ApiError)) return undefined
  if (isMissing(error)) return notFound(context)
  if (error.code === 'rest_invalid_param') {
    const { params } = isJsonObject(error.data) ? error.data : {}
    return invalidAddress(context, isJsonObject(params) ? params : {})
  }
  if (error.status === 413 || error.status === 415) {
    return { ...notUnderstood(context, error.message), status: error.status }
  }
  // The visitor can only wait, as where the server itself has too much to do.
  if (error.status === 429) return { ...failed(context, 503), status: 429 }
  return error.status < 500 ? notUnderstood(context, error.message) : failed(context, error.status)
}
