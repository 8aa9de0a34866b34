import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf } from '../../core/etag.ts'
import { createSlots } from '../../core/limiter.ts'
import { encodingOf } from '../../http/encoding.ts'
import { clientNetworkOf } from '../../lib/client-network.ts'
import type { PageContext } from '../page-context.ts'
import { formHeaders, sendText, sendUnchanged } from '../send-text.ts'
import type { Text, Texts } from './text-cache.ts'

/** Records that are put together at once. */
const chunk = 50

/** Milliseconds after which others are answered in between. */
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
  /** What is saved under a name of its own. */
  readonly fileName?: string | undefined
  /** How many records it is made of at most. */
  readonly size: number
  readonly parts: () => Parts
  /** All that the body depends on besides the address, the day and the settings. */
  readonly facts: readonly unknown[]
  readonly source: string
}

/** A feed of so many records is made as a whole and kept in memory; a longer one is sent as it is made. */
const whole = 500

/** Long feeds in progress in a process, and of those the ones of one client. */
const [mostLong, mostOfClient] = [8, 2]

/** Seconds after which a client that was refused may ask again. */
const retryAfter = 5

/** Milliseconds that a client may take nothing of a long feed. */
const longestPause = 60_000

/** Makes what sends feeds: a short one as a whole, which is kept; a long one as it is made, and only a few at the same time. */
export const createFeedSender = () => {
  const places = createSlots(mostLong, mostOfClient)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    context: PageContext,
    feed: Feed,
  ): Promise<FastifyReply> => {
    const own = headersOf(feed)
    if (feed.size <= whole) {
      return sendText(request, reply, context, { type: feed.type, text: await join(feed.parts()), headers: own })
    }
    const form = encodingOf(request.headers['accept-encoding'], ['gzip', 'identity'])
    const headers = { ...formHeaders(form), ...own, 'cache-control': 'no-cache' }
    const etag = etagOfLong(context, feed, form)
    const unchanged = sendUnchanged(request, reply, headers, etag)
    if (unchanged) return unchanged
    reply.headers({ 'content-type': feed.type, ...headers, etag })
    // An empty stream, since the length of the body is not known.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    const end = places.take(clientNetworkOf(request.ip))
    if (!end) return refuse(reply)
    finished(reply.raw).then(end, end)
    reply.raw.setTimeout?.(longestPause, () => reply.raw.destroy())
    const parts = Readable.from(feed.parts())
    if (form === 'identity') return reply.send(parts)
    const packed = createGzip({ level: 1 })
    pipeline(parts, packed).catch((error) => packed.destroy(error))
    return reply.send(packed)
  }
}

const headersOf = ({ fileName }: Feed): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
  'content-security-policy': "default-src 'none'; sandbox",
  ...(fileName === undefined ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }),
})

const etagOfLong = ({ config, request }: PageContext, { facts, source }: Feed, form: string): string => {
  const { publicUrl, siteName, siteDescription, zone } = config
  return etagOf(JSON.stringify([facts, source, request.today, form, publicUrl, siteName, siteDescription, zone.name]))
}

const join = async (parts: Parts): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const part of parts) pieces.push(Buffer.from(part))
  return Buffer.concat(pieces).toString()
}

const refuse = (reply: FastifyReply): FastifyReply => {
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
  return reply
    .code(503)
    .headers({
      'content-type': 'text/plain; charset=UTF-8',
      'cache-control': 'no-store',
      'retry-after': String(retryAfter),
      'x-content-type-options': 'nosniff',
    })
    .send('Too many long feeds are being sent. Try again in a few seconds.\n')
}
