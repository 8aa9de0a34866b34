import { Readable } from 'node:stream'
import { positionOf } from '../../core/change-position.ts'
import { createSlots } from '../../core/limiter.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { someText, wordsOf } from '../../core/types.ts'
import { followedKinds } from '../../db/schema.ts'
import { refuseUnknownBy, wholeNumber } from '../shared/site-lists.ts'
import { type Item, readItems, requireKnown, tooManyWait } from './change-items.ts'

const streamParams = {
  afterChangeNumber: { type: wholeNumber },
  epoch: { type: someText(64) },
  kinds: { type: wordsOf(...followedKinds) },
}

type Request = SiteRequest<typeof streamParams>

/** Streams of all clients of a process, and of one network or user: browsers open few connections at once. */
const slots = createSlots(200, 4)

/** Milliseconds between two signs of life, without which proxies end a connection; and items that are read at once. */
const silence = 25_000
const portion = 500

const settings = ['setting'] as const

/**
 * Sends what changes as it changes, without contents, as server-sent events (contract C8.3). A browser that lost the connection says by
 * `Last-Event-ID` what it has seen.
 * @throws ApiError `kalends_changes_gone`, `rest_invalid_param`, or `rest_service_unavailable` where too many streams are open.
 */
const answerStream = async (request: Request): Promise<SiteResponse> => {
  const { database, context, values, changeFeed, lastEventId } = request
  const position = positionOf(changeFeed, context.config)
  const isResumed = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId)
  const after = isResumed ? Number(lastEventId) : (values.afterChangeNumber ?? position.number)
  await requireKnown(database, position, { after, reading: after, epoch: values.epoch })
  const leave = slots.take(context.asker?.().client ?? '')
  if (!leave) throw tooManyWait()
  const body = Readable.from(writeEvents(request, after), { highWaterMark: 1 })
  body.once('close', leave)
  return { body: null, live: { type: 'text/event-stream; charset=utf-8', body } }
}

async function* writeEvents({ database, context, values, changeFeed, waiting }: Request, start: number) {
  const { signal } = context.asker?.() ?? {}
  const { kinds = ['event'] } = values
  const { version } = changeFeed
  let after = start
  // Nothing comes before the first change, but the client is to know that it is connected, and from where on it goes on if that ends.
  yield `retry: 3000\nid: ${after}\n\n`
  while (!(signal?.aborted || waiting.isClosed())) {
    const seen = changeFeed.position().number
    for (;;) {
      const items = await readItems(database, { after, limit: portion, kinds, isEdit: false })
      if (items.length > 0) yield items.map(writeEvent).join('')
      after = items.at(-1)?.number ?? after
      if (items.length < portion) break
    }
    // Another epoch may have begun: who comes back with the former one is told so.
    if (changeFeed.haveChanged(settings, version)) return
    const since = performance.now()
    await waiting.next(seen, silence, signal)
    if (performance.now() - since >= silence) yield ': still connected\n\n'
  }
}

const writeEvent = ({ kind, id, number, isShown }: Item): string =>
  `id: ${number}\ndata: ${JSON.stringify({ kind, id, state: isShown ? 'updated' : 'deleted' })}\n\n`

/** The stream of changes (contract C8.3). */
export const streamDocument: SiteDocument = {
  path: '/changes/stream',
  endpoints: [
    endpoint({
      methods: ['GET'],
      params: streamParams,
      refuseUnknown: refuseUnknownBy(streamParams),
      answer: answerStream,
    }),
  ],
}
