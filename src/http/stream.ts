import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dependencyOn } from '../cache/change-feed.ts'
import { positionHeaders } from '../core/change-position.ts'
import { ApiError } from '../core/errors.ts'
import type { ParamTable, Values } from '../core/params.ts'
import { type RecordJson, type Resource, readDocument } from '../core/resource.ts'
import { clientNetwork } from '../lib/client-network.ts'
import type { Json } from '../lib/json.ts'
import { strongEtag } from '../lib/tag.ts'
import { createLongAnswers, retryAfter, usualPace } from './long-answers.ts'
import { createResponse, publicCaching } from './response.ts'
import { buildHeaders, readQueryValues } from './rest-request.ts'
import { readFieldNames, selectFields } from './select-fields.ts'
import type { Response, RestHandler, RestRequest } from './types.ts'

/** The media type of records that are sent a line each. */
const ndjsonType = 'application/x-ndjson; charset=UTF-8'

/** Records that are read at once. */
const chunk = 100

const begin = createLongAnswers()

/**
 * Answers all records that the filters keep, a record a line, as they are read and as fast as the client takes them (contract C1.5). Records
 * that are written meanwhile move nothing, as with cursors.
 * @throws ApiError `rest_invalid_param`, or `rest_too_many_requests` where too many streams are under way.
 */
export const streamRecords =
  (resource: Resource): RestHandler =>
  async (request) => {
    const values = await readQueryValues(request)
    const { services, context, clientAddress = '', method } = request
    const { changeFeed } = services.caches
    const stamp = changeFeed.stamp()
    const position = positionHeaders(changeFeed, context.config)
    const client = context.caller.id === 0 ? clientNetwork(clientAddress) : String(context.caller.id)
    const answer = begin(services.app, client)
    if (!answer) throw new ApiError('rest_too_many_requests', { headers: { 'retry-after': String(retryAfter) } })
    try {
      const lines = answer.make(linesOf(request, resource, values))
      // Errors of the first lines can still be answered.
      const first = await lines.next()
      const body = method === 'HEAD' ? Readable.from([]) : Readable.from(joined(first, lines), { highWaterMark: 1 })
      body.once('close', answer.end)
      return streamResponse(request, body, { stamp, position })
    } catch (error) {
      answer.end()
      throw error
    }
  }

/** What changes a stream, and where its reader follows the changes from. */
type Beginning = { readonly stamp: string; readonly position: Readonly<Record<string, string>> }

const streamResponse = (
  { context, route, url }: RestRequest,
  body: Readable,
  { stamp, position }: Beginning,
): Response => {
  const { caller, validity, config } = context
  const moment = validity.until === Number.NEGATIVE_INFINITY ? context.now() : [validity.from, validity.until]
  const facts = [stamp, url, caller.id, caller.role, moment, config.publicUrl]
  const isPublic = caller.id === 0
  const caching = isPublic ? publicCaching(validity) : 'no-store, private'
  return createResponse({
    status: 200,
    type: ndjsonType,
    body,
    pace: usualPace,
    headers: { ...buildHeaders({ context, route }), ...position, 'cache-control': caching },
    etag: strongEtag(JSON.stringify(facts)),
  })
}

type Lines = AsyncGenerator<Buffer>

const lineEnd = Buffer.from('\n')

async function* joined(first: IteratorResult<Buffer>, rest: Lines): Lines {
  if (first.done) return
  yield first.value
  yield* rest
}

async function* linesOf(request: RestRequest, resource: Resource, values: Values<ParamTable>): Lines {
  const { services, context, raw } = request
  const { changeFeed, passing } = services.caches
  const own = { ...context, config: { ...context.config, maxPerPage: chunk } }
  const show = showBy(resource, values, readFieldNames(raw))
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const plan = resource.operations.list(services.app.database, own, { ...values, cursor, per_page: chunk })
    const page = await plan.find(dependencyOn(changeFeed, resource.dependsOn, plan.range))
    const found = await passing[resource.name](context.caller, page.ids)
    const pieces: Buffer[] = []
    for (const document of found)
      pieces.push(
        show ? Buffer.from(JSON.stringify(show(readDocument({ bytes: document.bytes })))) : document.bytes,
        lineEnd,
      )
    if (pieces.length > 0) yield Buffer.concat(pieces)
    cursor = page.cursor?.next
    await nextTurn()
  }
}

/** What is shown of each record, unless it is all of it as it is. */
const showBy = (
  { plain, plural }: Resource,
  values: Values<ParamTable>,
  fields: string,
): ((record: RecordJson) => Json) | undefined => {
  const wantsPlainText = values['text'] === 'plain' && plain !== undefined
  const names = fields.replaceAll(`${plural}.`, '')
  if (!wantsPlainText && names === '') return undefined
  return (record) => {
    const shown = wantsPlainText ? plain(record) : record
    return names === '' ? shown : selectFields(shown, names)
  }
}
