import { isJsonObject } from '../../src/lib/json.ts'
import type { Reply } from '../support/calendar.ts'
import type { DeclaredOperation, InterfaceDocument } from './document.ts'

/** A request as it was sent. */
export type SentRequest = {
  readonly role: string
  readonly method: string
  /** The path of the document that the URL was made of. */
  readonly path: string
  readonly url: string
  /** Without credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly hasWrongCredentials: boolean
  readonly payload: string | Buffer | undefined
}

/** What an answer really says: without the envelope of `_envelope`. */
export type PlainAnswer = { readonly status: number; readonly body: unknown; readonly isWrapped: boolean }

/** The method that counts: `_method`, or the header, on a POST (contract B3.4, F0.5). */
export const methodOf = ({ method, url, headers }: Pick<SentRequest, 'method' | 'url' | 'headers'>): string => {
  if (method !== 'POST') return method
  const asked = /[?&]_method=([a-z]+)/i.exec(url)?.[1] ?? headers['x-http-method-override'] ?? ''
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i.test(asked)) return method
  // The client of a POST waits for a body, so that HEAD becomes GET.
  return asked.toUpperCase() === 'HEAD' ? 'GET' : asked.toUpperCase()
}

/** Takes an answer out of its envelope. */
export const unwrap = ({ url }: Pick<SentRequest, 'url'>, { status, body }: Reply): PlainAnswer => {
  const isWrapped =
    url.includes('_envelope=') &&
    status === 200 &&
    isJsonObject(body) &&
    Object.keys(body).join() === 'body,status,headers'
  return isWrapped ? { status: Number(body['status']), body: body.body, isWrapped } : { status, body, isWrapped }
}

/** Everything that is wrong with an answer, as the document, contract B2 and common sense have it. */
export const judge = (document: InterfaceDocument, sent: SentRequest, reply: Reply): string[] => {
  const answer = unwrap(sent, reply)
  const method = methodOf(sent)
  const operation = document.operations.get(`${method === 'HEAD' ? 'GET' : method} ${sent.path}`)
  return [
    ...judgeAlways(reply, answer),
    ...judgeCaller(sent, method, answer),
    ...judgeHeaders(sent, reply, answer),
    ...(method === 'HEAD' || answer.status === 304
      ? judgeNoBody(reply)
      : judgeBody(document, sent, method, operation, reply, answer)),
    ...(operation && !operation.answers.has(answer.status) ? [`undeclared status ${answer.status}`] : []),
  ]
}

/** What errors of a runtime, a database or a file system look like; none of it is in what the requests send. */
const leaks =
  /node_modules|node:internal|\.ts:\d|\n\s+at |sqlite|SQLITE|no such (table|column)|near \\".*syntax error|constraint failed|from \\"(event|venue|organizer|term|user|record)\\"|kalends-test-|ENOENT|Kysely|FST_ERR|TypeError|RangeError|ReferenceError/

const judgeAlways = (reply: Reply, { status }: PlainAnswer): string[] => {
  const findings: string[] = []
  if (status >= 500 || reply.status >= 500) findings.push(`status ${status}`)
  const leak = leaks.exec(reply.text)
  if (leak) findings.push(`the answer tells of the inside: ${leak[0]}`)
  return findings
}

const judgeCaller = (
  { role, path, url, headers, hasWrongCredentials }: SentRequest,
  method: string,
  { status, body }: PlainAnswer,
): string[] => {
  const code = isJsonObject(body) ? body['code'] : undefined
  if (hasWrongCredentials) {
    // The status of an enveloped HEAD is not told.
    const isRefused = [401, 429, 414].includes(status) || (method === 'HEAD' && /[?&]_envelope=/.test(url))
    return isRefused ? [] : [`wrong credentials were answered with ${status}`]
  }
  const findings: string[] = []
  // Whoever has a link, or has forgotten a password, has no credentials; guesses are counted (contract C5.5).
  const isForAll = path === '/welcome' || path === '/forgotten'
  // So are guesses of the password that a second factor needs (C5.8).
  if (status === 429 && !isForAll && !/^\/(?:second-factor|passkeys)/.test(path))
    findings.push('429 to right credentials')
  if (status === 401 && (role !== 'none' || (code !== 'rest_forbidden' && method !== 'HEAD')))
    findings.push('401 to right credentials')
  if (code === 'rest_cookie_invalid_nonce' && !(role === 'none' && 'x-wp-nonce' in headers))
    findings.push('a nonce that was not sent')
  const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
  // Everybody who is logged in changes oneself (contract C5).
  const mayChange = role === 'subscriber' && path.startsWith('/users/')
  if (isWrite && (role === 'none' || role === 'subscriber') && !mayChange && !isForAll && status < 400)
    findings.push(`${role} may write`)
  return findings
}

const judgeHeaders = (sent: SentRequest, { headers, status, text }: Reply, answer: PlainAnswer): string[] => {
  const findings: string[] = []
  const asksToWrap = /[?&]_envelope=/.test(sent.url)
  // An answer without a body has no place for an envelope, and a description is never in one.
  const isLines = isStream(sent, headers)
  if (asksToWrap && !isLines && !answer.isWrapped && status < 300 && text !== '' && methodOf(sent) !== 'OPTIONS')
    findings.push('no envelope')
  if (status !== 304 && !isLines && !/^application\/json; charset=utf-8$/i.test(headers['content-type'] ?? '')) {
    findings.push(`content type ${headers['content-type']}`)
  }
  if (headers['x-content-type-options'] !== 'nosniff') findings.push('no nosniff')
  if (headers['set-cookie'] !== undefined) findings.push('a cookie is set')
  if (answer.status === 429 && !answer.isWrapped && !/^\d+$/.test(headers['retry-after'] ?? ''))
    findings.push('no Retry-After')
  if (answer.status < 300 && !asksToWrap && headers['etag'] === undefined) findings.push('no ETag')
  return findings
}

/** Whether it is a stream of lines, each of which is JSON (contract C1.5), or a row of a table (C4.3). */
const isStream = ({ url }: SentRequest, headers: Reply['headers']): boolean =>
  (url.includes('.ndjson') && headers['content-type'] === 'application/x-ndjson; charset=UTF-8') ||
  isTable(url, headers)

const isTable = (url: string, headers: Reply['headers']): boolean =>
  (url.includes('/export.csv') && headers['content-type'] === 'text/csv; charset=UTF-8') ||
  (url.includes('/export.ics') && headers['content-type'] === 'text/calendar; charset=UTF-8')

const judgeLines = ({ url }: SentRequest, { text, headers }: Reply): string[] => {
  if (isTable(url, headers)) return text === '' || text.endsWith('\r\n') ? [] : ['a table without its last line']
  const lines = text === '' ? [] : text.split('\n').slice(0, -1)
  return lines.flatMap((line) => {
    try {
      return typeof JSON.parse(line) === 'object' ? [] : ['a line that is no record']
    } catch {
      return [`a line that is no JSON: ${line.slice(0, 100)}`]
    }
  })
}

const judgeNoBody = ({ text }: Reply): string[] => (text === '' ? [] : ['a body where none belongs'])

const judgeBody = (
  document: InterfaceDocument,
  sent: SentRequest,
  method: string,
  operation: DeclaredOperation | undefined,
  reply: Reply,
  { status, body }: PlainAnswer,
): string[] => {
  if (isStream(sent, reply.headers)) return judgeLines(sent, reply)
  if (reply.body === undefined) return [`no JSON: ${reply.text.slice(0, 100)}`]
  if (status >= 400) return judgeError(document, method, operation, { status, body })
  if (!operation) return method === 'OPTIONS' && status === 200 ? [] : [`${status} without an operation`]
  const declared = operation.answers.get(status)
  const isPart = /[?&]_fields/.test(sent.url) || String(sent.payload ?? '').includes('_fields')
  const validate = isPart ? declared?.validatePart : declared?.validate
  if (!validate || validate(body)) return []
  const [fault] = validate.errors ?? []
  return [`the body breaks its schema: ${fault?.instancePath} ${fault?.message} ${JSON.stringify(fault?.params)}`]
}

const judgeError = (
  document: InterfaceDocument,
  method: string,
  operation: DeclaredOperation | undefined,
  { status, body }: { status: number; body: unknown },
): string[] => {
  const validate = operation?.answers.get(status)?.validate ?? document.validateError
  const { code, data } = (isJsonObject(body) ? body : {}) as { code?: unknown; data?: { status?: unknown } }
  const findings = validate(body) ? [] : [`an undeclared error: ${status} ${String(code)}`]
  if (data?.status !== status) findings.push(`data.status is ${String(data?.status)}, the status ${status}`)
  const isNoRoute = status === 404 && code === 'rest_no_route'
  if (!operation && method !== 'OPTIONS' && !isNoRoute && ![401, 403, 414, 429].includes(status)) {
    findings.push(`${status} ${String(code)} where there is no route`)
  }
  return findings
}
