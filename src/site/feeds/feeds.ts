import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../core/context.ts'
import type { Caches, Response } from '../../http/types.ts'
import { readKnown } from '../known-params.ts'
import { absolute, type PageContext } from '../page-context.ts'
import { createFeedTexts } from './feed-texts.ts'
import { createFormats, type FormatName, writeGeoFeed } from './formats.ts'
import type { Selection } from './selection.ts'
import { createFeedResponder } from './send-feed.ts'

/** The handlers of feeds, which cache the texts of records. */
export type Feeds = {
  /** Returns the selected events in a format. */
  readonly respond: (
    context: PageContext,
    request: FastifyRequest,
    format: FormatName,
    select: () => Promise<Selection>,
  ) => Promise<Response>
  /** Returns venues as GeoJSON. */
  readonly respondWithVenues: (
    context: PageContext,
    request: FastifyRequest,
    find: (idsPerRead: number) => Promise<readonly number[]>,
  ) => Promise<Response>
}

/** Makes the handlers of feeds; calendars and GeoJSON are complete, and read `idsPerRead` ids at once. */
export const createFeeds = (app: AppContext, caches: Caches, idsPerRead: number): Feeds => {
  const texts = createFeedTexts(app, caches)
  const formats = createFormats(texts, idsPerRead)
  const send = createFeedResponder()
  // A change committed after the stamp may already be in the feed; then only its ETag is too old.
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
      const feed = await writeGeoFeed(texts.venues, await find(idsPerRead), sourceOf(context), before)
      return send(request, context, feed)
    },
  }
}

/** The address of a feed, with the parameters that it reads. */
const sourceOf = (context: PageContext): string => {
  const query = readKnown(context).toString()
  return absolute(context, context.path + (query === '' ? '' : `?${query}`))
}
