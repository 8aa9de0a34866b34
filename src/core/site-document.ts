import type { Readable } from 'node:stream'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { ChangeWaiting } from '../cache/change-waiting.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { ChangeKind } from '../db/schema.ts'
import type { Json } from '../lib/json.ts'
import type { RequestContext } from './context.ts'
import type { IncomingImage } from './intake.ts'
import type { Mailer } from './mailer.ts'
import type { ParamTable, RefuseUnknown, Values } from './params.ts'
import type { Right } from './policy.ts'
import type { DocumentReaders } from './resource.ts'
import type { ImageFiles } from './run-write.ts'

/** A body that is read as a stream, with its type, its length and the name of the file, '' for none, as the client says them. */
export type BodyStream = {
  readonly body: Readable
  readonly type: string
  readonly length: number
  readonly fileName: string
}

/** Public pages that are shown with settings that nobody has stored yet. */
export const previewedPages = ['home', 'list', 'month', 'event'] as const
/** One of these pages. */
export type PreviewedPage = (typeof previewedPages)[number]

/** Writes a public page, as HTML, as it would be with other settings; nothing of it is kept. */
export type RenderPage = (config: Config, page: PreviewedPage) => Promise<string>

/** A request for a document of the site. */
export type SiteRequest<P extends ParamTable = ParamTable> = {
  readonly database: Database
  /** The files of images, for writes that may bring some. */
  readonly library: ImageFiles
  /** The readers of committed records; `passing` are those that keep nothing in memory, for many records that are read once. */
  readonly documents: DocumentReaders
  readonly passing: DocumentReaders
  readonly changeFeed: ChangeFeed
  /** Where clients wait for changes. */
  readonly waiting: ChangeWaiting
  readonly context: RequestContext
  readonly values: Values<P>
  /** The value of the last path parameter. */
  readonly name: string
  /** The values of all path parameters. */
  readonly names: Readonly<Record<string, string | undefined>>
  /** The image that was sent, where the endpoint takes a file; it is discarded after the answer. */
  readonly uploaded: IncomingImage | undefined
  /** The body, where the endpoint takes a stream. */
  readonly stream: BodyStream | undefined
  /** The `If-Match` header (RFC 9110, 13.1.1). */
  readonly ifMatch: string | undefined
  /** What `_fields` names, '' for nothing: addresses of further pages repeat it. It is applied to every response. */
  readonly fields: string
  /** The `Last-Event-ID` header of server-sent events. */
  readonly lastEventId: string | undefined
  /** Sends mail; undefined where the server sends none. */
  readonly mailer: Mailer | undefined
  readonly renderPage: RenderPage
  /** The address of the client, which the throttle counts, and its `User-Agent`. */
  readonly client: { readonly address: string; readonly userAgent: string | undefined }
}

/** The response of a document of the site. */
export type SiteResponse = {
  readonly body: Json
  /** JSON as bytes, in place of the body. */
  readonly bytes?: readonly Buffer[]
  readonly headers?: Readonly<Record<string, string>>
  /** 200 without one. */
  readonly status?: 201 | 202
  /** The ETag of the record; without one it is made from the body. */
  readonly etag?: string
  /** Only changes of these kinds change the response, which may be kept in memory until then. */
  readonly dependsOn?: readonly ChangeKind[]
  /** Seconds for which caches may keep the response to an anonymous caller without asking again. */
  readonly maxAge?: number
  /** The page of a list, from which its headers follow. */
  readonly page?: SitePage
  /** A file that is sent as it is read, in place of the body. */
  readonly file?: { readonly type: string; readonly name: string; readonly body: Readable }
  /** Text that is sent as it comes, in place of the body, and never kept. */
  readonly live?: { readonly type: string; readonly body: Readable }
  /** Keeps the response to an anonymous caller out of every cache, as those to users always are. */
  readonly isPublic?: false
}

/** The place of a page in a list below `wp/v2`; with an offset the number has no effect. */
export type SitePage = {
  readonly total: number
  readonly page: number
  readonly perPage: number
  readonly offset: number | undefined
}

/** Methods under one path of a document. */
export type SiteEndpoint<P extends ParamTable = ParamTable> = {
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  readonly params: P
  /** The right that is required before parameters are checked (contract B2). */
  readonly right?: Right
  /** Refuses parameters that `params` does not have; without it they are ignored. */
  readonly refuseUnknown?: RefuseUnknown
  /** The body is an image, or multipart with one (contract B7.9). */
  readonly takesFile?: boolean
  /** The answer reads the body itself, which may be long; any type is passed on. */
  readonly takesStream?: boolean
  /** Takes only JSON, which a form of another site cannot send without a CORS preflight. */
  readonly isJsonOnly?: boolean
  /** Is open to sessions that have yet to show a second factor, since this is how they get one. */
  readonly isForEnrolment?: boolean
  /** A method, so that endpoints of different parameters meet in one list; each gets the values of its own parameters alone. */
  answer(request: SiteRequest<P>): SiteResponse | Promise<SiteResponse>
}

/** Declares an endpoint; the values that it gets have the types of its parameters. */
export const endpoint = <P extends ParamTable>(own: SiteEndpoint<P>): SiteEndpoint => own

/** A path below `wp/v2` or `kalends/v1` that belongs to no resource, such as the settings of the site (D4, C6). */
export type SiteDocument = {
  readonly path: string
  /** The last parameter of the path. */
  readonly pathParam?: 'type' | 'taxonomy' | 'id' | 'user_id' | 'revision_id' | 'uuid'
  readonly endpoints: readonly SiteEndpoint[]
}
