import type { FastifyRequest } from 'fastify'
import type { Response } from '../http/response.ts'
import { isJsonObject } from '../lib/json.ts'
import type { ParamNames } from './known-params.ts'
import type { PageContext } from './page-context.ts'

/** Answers a request at the path of a route. */
export type Answer = (context: PageContext, request: FastifyRequest) => Promise<Response>

/**
 * A path of the site, and what answers it.
 * - A `page` sees what has been committed, has one address, to which others redirect, and shows what went wrong as a page.
 * - An `endpoint` is for programs: it sees what has been committed, and its errors are those of the interface.
 * - A `file` depends on no record, and is not cached.
 */
export type PageRoute = {
  readonly kind: 'page' | 'endpoint' | 'file'
  /** As the router matches it: `/event/:slug/feed.ics`, `/events/*`. */
  readonly path: string
  /** The parameters that it reads: two URLs that differ only in others get the same response. */
  readonly params: ParamNames
  readonly answer: Answer
}

/** What the path of a request has at the place of `:name`. */
export const pathPart = (request: FastifyRequest, name: string): string =>
  isJsonObject(request.params) ? String(request.params[name] ?? '') : ''
