import type { Database } from '../db/database.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { Json } from '../lib/json.ts'
import type { RequestContext } from './context.ts'
import type { ParamTable, Values } from './params.ts'
import type { Right } from './policy.ts'

/** A request for a document of the site. */
export type SiteRequest<P extends ParamTable = ParamTable> = {
  readonly database: Database
  readonly context: RequestContext
  readonly values: Values<P>
  /** The value of the path parameter. */
  readonly name: string
}

/** The response of a document of the site. */
export type SiteResponse = { readonly body: Json; readonly headers?: Readonly<Record<string, string>> }

/** Methods under one path of a document. */
export type SiteEndpoint<P extends ParamTable = ParamTable> = {
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH')[]
  readonly params: P
  /** The right that is required before parameters are checked (contract B2). */
  readonly right?: Right
  readonly answer: (request: SiteRequest<P>) => Awaitable<SiteResponse>
}

/** A path below `wp/v2` that belongs to no resource, such as the settings of the site (D4). */
export type SiteDocument = {
  readonly path: string
  readonly pathParam?: 'type' | 'taxonomy'
  readonly endpoints: readonly SiteEndpoint[]
}
