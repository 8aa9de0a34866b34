import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding } from '../../http/encoding.ts'
import { createLongAnswers, retryAfter, usualPace } from '../../http/long-answers.ts'
import { createResponse, needsBody } from '../../http/response.ts'
import type { Response } from '../../http/types.ts'
import { clientNetwork } from '../../lib/client-network.ts'
import { strongEtag } from '../../lib/tag.ts'
import type { PageContext } from '../page-context.ts'
import { encodingHeaders, textResponse } from '../text-response.ts'
import type { Text, Texts } from './text-cache.ts'

/** Number of records composed at once. */
const chunk = 50

/** Milliseconds after which other requests get a turn. */
const longestTurn = 5

/** Texts of records, some at a time, however fast the client reads. */
export async function* inChunks<T extends Text>(texts: Texts<T>, ids: readonly number[]): AsyncGenerator<readonly T[]> {
  let since = performance.now()
  for (let at = 0; at < ids.length; at += chunk) {
    const found = await texts.find(ids.slice(at, at + chunk))
    if (performance.now() - since > longestTurn) {
      await nextTurn()
      since = performance.now()
    }
    yield found
  }
}

/** The body of a feed in pieces. */
export type Parts = AsyncGenerator<string | Buffer>

/** A feed, before it is sent. */
export type Feed = {
  readonly type: string
  /** The name under which a browser saves it; undefined where it shows it. */
  readonly fileName?: string | undefined
  /** How many records it is made of at most. */
  readonly size: number
  readonly parts: () => Parts
  /** Everything that the body depends on, apart from the address, the day and the settings. */
  readonly facts: readonly unknown[]
  readonly source: string
}

/** A feed of up to this number of records is rendered as a whole and cached; a longer one is streamed. */
const whole = 500

/** Makes the function that sends feeds: short ones as a whole, cached; long ones streamed, and only a few at the same time. */
export const createFeedResponder = () => {
  const begin = createLongAnswers()
  return async (request: FastifyRequest, context: PageContext, feed: Feed): Promise<Response> => {
    const own = headersOf(feed)
    if (feed.size <= whole) {
      return textResponse(request, context, { type: feed.type, text: await join(feed.parts()), headers: own })
    }
    const encoding = chooseEncoding(request.headers['accept-encoding'], ['gzip', 'identity'])
    const headers = { ...encodingHeaders(encoding), ...own, 'cache-control': 'no-cache' }
    const etag = etagOfLong(context, feed, encoding)
    const parts = { status: 200, type: feed.type, headers, etag }
    if (!needsBody(request.raw, etag)) return createResponse({ ...parts, body: Readable.from([]) })
    const answer = begin(context.app, clientNetwork(request.ip))
    if (!answer) return tooManyFeeds
    const body = bodyOf(answer.make(feed.parts()), encoding)
    body.once('close', answer.end)
    return createResponse({ ...parts, body, pace: usualPace })
  }
}

const bodyOf = (made: Parts, encoding: Encoding): Readable => {
  const parts = Readable.from(made)
  if (encoding === 'identity') return parts
  const packed = createGzip({ level: 1 })
  pipeline(parts, packed).catch((error) => packed.destroy(error))
  return packed
}

const headersOf = ({ fileName }: Feed): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
  'content-security-policy': "default-src 'none'; sandbox",
  ...(fileName === undefined ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }),
})

const etagOfLong = ({ config, request }: PageContext, { facts, source }: Feed, form: string): string => {
  const { publicUrl, siteName, siteDescription, zone } = config
  return strongEtag(
    JSON.stringify([facts, source, request.today(), form, publicUrl, siteName, siteDescription, zone.name]),
  )
}

const join = async (parts: Parts): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const part of parts) pieces.push(Buffer.from(part))
  return Buffer.concat(pieces).toString()
}

const tooManyFeeds = createResponse({
  status: 429,
  type: 'text/plain; charset=UTF-8',
  body: 'Too many long feeds are being sent. Try again in a few seconds.\n',
  headers: { 'cache-control': 'no-store', 'retry-after': String(retryAfter) },
})
