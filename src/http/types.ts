import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { CredentialCache, LastUses } from '../accounts/credential-cache.ts'
import type { ChangeFeed, EventRange } from '../cache/change-feed.ts'
import type { ChangeWaiting } from '../cache/change-waiting.ts'
import type { InvalidationFlag } from '../cache/fragment-cache.ts'
import type { AppContext, CacheableContext, RequestContext, ResponseValidity } from '../core/context.ts'
import type { IncomingImage } from '../core/intake.ts'
import type { Mailer } from '../core/mailer.ts'
import type { ParamTable, RawParams, RefuseUnknown } from '../core/params.ts'
import type { Right } from '../core/policy.ts'
import type { DocumentReaders, ReadResource } from '../core/resource.ts'
import type { BodyStream, RenderPage } from '../core/site-document.ts'
import type { ChangeKind } from '../db/schema.ts'
import type { JsonObject } from '../lib/json.ts'
import type { Library } from '../media/library.ts'
import type { Address } from './address.ts'
import type { Source } from './raw-params.ts'

/** A method of the interface; HEAD and OPTIONS follow from these. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The operation of an endpoint; `site` is that of documents which belong to no resource. */
export type Operation =
  | 'index'
  | 'doc'
  | 'list'
  | 'stream'
  | 'create'
  | 'read'
  | 'update'
  | 'put'
  | 'batch'
  | 'remove'
  | 'site'

/** The patterns of path parameters for the router and the index of the namespace. */
export const pathPatterns = {
  id: '\\d+',
  slug: '[^/]+',
  source: '.+',
  external_id: '.+',
  type: '[\\w-]+',
  taxonomy: '[\\w-]+',
  user_id: '(?:\\d+|me)',
  revision_id: '\\d+',
  uuid: '[\\da-fA-F-]+',
} as const

/** The name of a path parameter. */
export type PathParam = keyof typeof pathPatterns

/** One operation of a path, from which handlers, the namespace index, `/doc` and tests follow. */
export type Endpoint = {
  readonly operation: Operation
  readonly methods: readonly Method[]
  /** The parameters of the query and the body. */
  readonly params: ParamTable
  /** The body is a file, or multipart with one. */
  readonly takesFile?: boolean
  /** The handler reads the body as a stream. */
  readonly takesStream?: boolean
  /** The right that is required before parameters are checked. */
  readonly right?: Right | undefined
  /** Refuses parameters that `params` does not have; without it the resource decides. */
  readonly refuseUnknown?: RefuseUnknown | undefined
  /** Takes only JSON, which a form of another site cannot send without a CORS preflight. */
  readonly isJsonOnly?: boolean
  /** Is open to sessions that have yet to show a second factor. */
  readonly isForEnrolment?: boolean
  /** Most bytes of the body, where that is not the limit of all bodies. */
  readonly bodyLimit?: number
  readonly handle: RestHandler
}

/** A path below a namespace with its endpoints. */
export type Route = {
  /** `calendar/events/v1`, which includes The Events Calendar's `tribe/events/v1` (contract B1.1), `wp/v2` or `kalends/v1`. */
  readonly namespace: string
  /** With the path parameter in braces, as OpenAPI writes it: `/events/{id}`; '' is the namespace itself. */
  readonly path: string
  /** The last parameter of the path. */
  readonly pathParam?: PathParam
  readonly resource?: ReadResource
  /** Whether it shows the calendar to clients of WordPress (D4); such routes are not in `/doc`. */
  readonly isAdapter?: boolean
  readonly endpoints: readonly Endpoint[]
}

/** What the handlers of a process share. */
export type Services = {
  readonly app: AppContext
  readonly caches: Caches
  readonly library: Library
  readonly description: SelfDescription
  /** Sends mail; undefined where the server sends none. */
  readonly mailer?: Mailer | undefined
  readonly renderPage: RenderPage
}

/** A request of the interface with its context and parameters. */
export type RestRequest = {
  readonly services: Services
  readonly route: Route
  readonly endpoint: Endpoint
  readonly context: CacheableContext
  readonly address: Address
  readonly method: string
  /** The path and query as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The address of the client; unknown to reads that the fast path answers. */
  readonly clientAddress?: string
  /** The value of the last path parameter: an id, a slug … */
  readonly name: string
  /** The values of all path parameters, where there may be several. */
  readonly names?: Readonly<Record<string, string>>
  /** The parameters of the body and the query. */
  readonly raw: RawParams
  readonly body?: Source | undefined
  /** The uploaded image. */
  readonly uploaded?: IncomingImage | undefined
  /** The body, where the endpoint reads it as a stream. */
  readonly stream?: BodyStream | undefined
  /** Returns a signal that is aborted when the client disconnects before the response. */
  readonly signal?: () => AbortSignal
}

/** Answers a request of the interface; what it throws becomes an error response. */
export type RestHandler = (request: RestRequest) => Response | Promise<Response>

/** The conditions under which a cached response is valid. */
export type CacheRule = {
  /** The time in which it is valid, in epoch milliseconds. */
  readonly validity: ResponseValidity
  /** Only changes of these kinds can invalidate it. */
  readonly dependsOn: readonly ChangeKind[]
  /** Only changes of events in this range can invalidate it. */
  readonly range?: EventRange | undefined
  /** A flag is set when a record of the response has changed. */
  readonly flags?: readonly (readonly InvalidationFlag[])[]
  /** Makes the response of a list anew when only records in it have changed: their ids and the total are still right. */
  readonly renew?: () => Promise<Response>
}

/** How fast a client has to take a stream; what is slower is broken off. */
export type Pace = {
  /** Most milliseconds in which the client takes nothing. */
  readonly longestPause: number
  /** Fewest bytes a second, on average of so many milliseconds in which the stream waits for the client. */
  readonly bytesPerSecond: number
  readonly during: number
}

/** An HTTP response, ready to be written now, and again from the cache. */
export type Response = {
  readonly status: number
  /** Names and values in turn, as Node expects them. */
  readonly headers: string[]
  /** The headers of a 304, without those that describe the body (RFC 9110, 15.4.5). */
  readonly headersWithoutBody: string[]
  /** The body in chunks, since writing several is faster than joining them. A stream is read once and never cached. */
  readonly body: readonly Buffer[] | Readable
  /** How fast a client has to take a stream. */
  readonly pace?: Pace | undefined
  readonly etag: string | undefined
  readonly cache?: CacheRule | undefined
}

/** A cached response; `version` is the latest version of the content at which it was found valid. */
export type CachedResponse = {
  response: Response
  readonly cache: CacheRule
  /** The route of the request, for the metrics. */
  readonly route: string
  version: number
}

/** The cached responses of a process by URL and, except for anonymous callers, by caller. */
export type ResponseCache = {
  /**
   * Returns the response that is valid at this time (epoch milliseconds) and version of the content; a list is renewed where only records in
   * it have changed.
   */
  readonly find: (key: string, now: number, version: number) => Promise<CachedResponse | undefined>
  /** Caches a response on the second request for its key: most URLs are requested only once. */
  readonly offer: (key: string, response: Response, route: string, version: number) => void
}

/** The caches of a process, and the change feed that invalidates them. */
export type Caches = {
  readonly changeFeed: ChangeFeed
  /**
   * Reads the changes of other processes, publishes scheduled records that are due at this time (epoch milliseconds), and returns the
   * version of the content.
   */
  readonly sync: (now: number) => Promise<number>
  readonly credentials: CredentialCache
  readonly lastUses: LastUses
  readonly documents: DocumentReaders
  /** The same for streams, which read everything once and would push out of memory what is asked for again. */
  readonly passing: DocumentReaders
  readonly responses: ResponseCache
  /** Where clients wait for changes. */
  readonly waiting: ChangeWaiting
}

/** The descriptions of the interface: indexes and OpenAPI documents, which follow from the routes (contract B8.2). */
export type SelfDescription = {
  readonly index: (context: RequestContext, address: Address, raw: RawParams) => JsonObject
  readonly doc: (context: RequestContext) => string
  readonly route: (context: RequestContext, address: Address, route: Route) => JsonObject
  readonly site: (context: RequestContext, address: Address) => JsonObject
}
