import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../core/context.ts'
import type { Caches } from '../../http/caches.ts'
import type { Response } from '../../http/response.ts'
import { readKnown } from '../known-params.ts'
import { absolute, type PageContext } from '../page-context.ts'
import { createFeedTexts } from './feed-texts.ts'
import { createFormats, type FormatName, geoFeedOf } from './formats.ts'
import type { Selection } from './selection.ts'
import { createFeedResponder } from './send-feed.ts'

/** What answers feeds; it keeps their texts. */
export type Feeds = {
  /** Answers the events that are selected, in a format. */
  readonly respond: (
    context: PageContext,
    request: FastifyRequest,
    format: FormatName,
    select: () => Promise<Selection>,
  ) => Promise<Response>
  /** Answers the venues with the ids that are found, as GeoJSON. */
  readonly respondWithVenues: (
    context: PageContext,
    request: FastifyRequest,
    find: (perPage: number) => Promise<readonly number[]>,
  ) => Promise<Response>
}

/** Makes what answers feeds; calendars and GeoJSON are complete, and read `perPage` ids at once. */
export const createFeeds = (app: AppContext, caches: Caches, perPage: number): Feeds => {
  const texts = createFeedTexts(app, caches)
  const formats = createFormats(texts, perPage)
  const send = createFeedResponder()
  // A change that is committed after the stamp may be in the feed already; then the ETag of the feed is only too old.
  const stamp = (): string => caches.changeFeed.stamp()
  return {
    respond: async (context, request, format, select) => {
      const before = stamp()
      const selection = await select()
      const source = { context, selection, source: sourceOf(context), stamp: before }
      return send(request, context, await formats[format](source))
    },
    respondWithVenues: async (context, request, find) => {
      const before = stamp()
      const feed = await geoFeedOf(texts.venues, await find(perPage), sourceOf(context), before)
      return send(request, context, feed)
    },
  }
}

/** The address of a feed, with the parameters that it reads. */
const sourceOf = (context: PageContext): string => {
  const query = readKnown(context).toString()
  return absolute(context, context.path + (query === '' ? '' : `?${query}`))
}
