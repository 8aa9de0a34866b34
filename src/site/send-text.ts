import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, namesEtag } from '../core/etag.ts'
import { changeKinds } from '../db/schema.ts'
import { compress } from '../http/compress.ts'
import { type Encoding, encodingOf } from '../http/encoding.ts'
import { stateOf } from '../http/request-state.ts'
import type { PageContext } from './page-context.ts'

/** The headers of a body that is sent in several forms. */
export const formHeaders = (form: Encoding): Record<string, string> => ({
  ...(form === 'identity' ? {} : { 'content-encoding': form }),
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
})

/** Answers 304 if the client has what the tag names already; undefined where it has not. */
export const sendUnchanged = (
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  etag: string,
): FastifyReply | undefined => {
  const known = request.headers['if-none-match']
  if (known === undefined || !namesEtag(known, etag)) return undefined
  return reply
    .code(304)
    .headers({ ...headers, etag })
    .send()
}

/** Answers a text with status 200, compressed as the client takes it, and keeps it in memory for the next one who asks. */
export const sendText = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { request: { validity } }: PageContext,
  { type, text, headers }: { readonly type: string; readonly text: string; readonly headers: Record<string, string> },
): Promise<FastifyReply> => {
  const form = encodingOf(request.headers['accept-encoding'])
  const bytes = await compress(text, form)
  // Each form has a tag of its own (RFC 9110, 8.8.3.3).
  const etag = etagOf(`${form} ${text}`)
  const others = { ...formHeaders(form), ...headers, 'cache-control': 'no-cache' }
  // Those of the body come first: they are left out of a 304.
  const own = { 'content-type': type, 'content-length': String(bytes.length), ...others, etag }
  const route = request.routeOptions.url ?? ''
  const written = { headers: Object.entries(own).flat(), chunks: [bytes], etag }
  stateOf(request.raw).keep?.({ ...written, validity, dependsOn: changeKinds, route })
  return sendUnchanged(request, reply, others, etag) ?? reply.headers(own).send(bytes)
}
