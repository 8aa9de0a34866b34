import type { FastifyRequest } from 'fastify'
import type { Response } from '../http/types.ts'
import { isJsonObject } from '../lib/json.ts'
import type { ParamNames } from './known-params.ts'
import type { PageContext } from './page-context.ts'

/** Answers a request at the path of a route. */
export type Answer = (context: PageContext, request: FastifyRequest) => Promise<Response>

/**
 * A path of the site, and its handler.
 * - A `page` sees all commits, has one address to which others redirect, and shows errors as a page.
 * - An `endpoint` is for programs: it sees all commits, and its errors are those of the API.
 * - A `file` depends on no record but on the settings, and is not cached.
 * - A `form` is a page for one visitor: it sees all commits, and is not cached. `post` answers what is sent to it.
 */
export type PageRoute = {
  readonly kind: 'page' | 'endpoint' | 'file' | 'form'
  /** As the router matches it: `/event/:slug/feed.ics`, `/events/*`. */
  readonly path: string
  /** The parameters that it reads: URLs that differ only in other parameters get the same response. */
  readonly params: ParamNames
  readonly answer: Answer
  readonly post?: Answer
}

/** What a request has in the place of `:name` in the path of its route; empty where the path has no such part. */
export const pathPart = (request: FastifyRequest, name: string): string =>
  isJsonObject(request.params) ? String(request.params[name] ?? '') : ''
