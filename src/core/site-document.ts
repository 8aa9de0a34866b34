import type { Database } from '../db/database.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { Json } from '../lib/json.ts'
import type { RequestContext } from './context.ts'
import type { ParamTable, Values } from './params.ts'
import type { Right } from './policy.ts'

/** What is asked of a document of the site. */
export type SiteQuestion<P extends ParamTable = ParamTable> = {
  readonly database: Database
  readonly context: RequestContext
  readonly values: Values<P>
  /** What the path names. */
  readonly name: string
}

/** What it answers. */
export type SiteAnswer = { readonly body: Json; readonly headers?: Readonly<Record<string, string>> }

/** Methods under one path of a document. */
export type SiteEndpoint<P extends ParamTable = ParamTable> = {
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH')[]
  readonly params: P
  /** The right without which a caller is refused before anything is looked at (contract B2). */
  readonly right?: Right
  readonly answer: (question: SiteQuestion<P>) => Awaitable<SiteAnswer>
}

/** What clients of WordPress read of a site besides its records (D4): a path below `wp/v2`. */
export type SiteDocument = {
  readonly path: string
  readonly pathParam?: 'type' | 'taxonomy'
  readonly endpoints: readonly SiteEndpoint[]
}
