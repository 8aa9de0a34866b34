import fastifyMultipart, { type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, invalidParams } from '../core/errors.ts'
import { isJsonObject } from '../lib/json.ts'
import { readForm, readObject, type Source } from './raw-params.ts'

/** Most bytes of a body (contract B9). */
export const bodyLimit = 1024 * 1024

/** Most levels of nested JSON (contract B9). */
const maxDepth = 32

/** The media types of JSON. */
export const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i

/** The media types of forms. */
export const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Adds parsers for JSON, urlencoded and multipart bodies, and refuses every other type (contract B7.1, B9). */
export const addBodyParsers = async (server: FastifyInstance): Promise<void> => {
  server.removeAllContentTypeParsers()
  await server.register(fastifyMultipart, {
    limits: { fieldSize: bodyLimit, fields: 2000, fileSize: bodyLimit, files: 5 },
  })
  const asBuffer = { parseAs: 'buffer' } as const
  server.addContentTypeParser(jsonType, asBuffer, async (request: FastifyRequest, body: Buffer) => {
    requireUtf8(request)
    return body.length === 0 ? undefined : readObject(parseJson(body))
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    asBuffer,
    async (request: FastifyRequest, body: Buffer) => {
      requireUtf8(request)
      const text = decodeForm(body)
      return { ...refuseBroken(readForm(text)), isJsonText: isJson(text) }
    },
  )
  server.addContentTypeParser('*', asBuffer, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw new ApiError('rest_unsupported_media_type')
    return undefined
  })
}

/** Reads the parameters of the body; undefined when there is no body. */
export const readBody = async (request: FastifyRequest): Promise<Source | undefined> => {
  if (!request.isMultipart()) return request.body as Source | undefined
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new ApiError('rest_body_too_large')
  const fields = createFieldList()
  for await (const part of readMultipart(request)) {
    if (part.type === 'file') {
      part.file.resume()
      throw new ApiError('rest_invalid_body', {
        message: `The field ${part.fieldname} holds a file; files are not taken here.`,
      })
    }
    fields.add(part)
  }
  return fields.read()
}

/** Collects the fields of a multipart body, whose size has the same limit as other bodies (contract B9). */
export const createFieldList = () => {
  const pairs: string[] = []
  let size = 0
  return {
    add: ({ fieldname, value }: MultipartValue): void => {
      if (typeof fieldname !== 'string') throw new ApiError('rest_invalid_body', { message: 'A part has no name.' })
      const text = String(value)
      // The parser replaces bytes that are not UTF-8 by this character.
      if (text.includes('\ufffd'))
        throw new ApiError('rest_invalid_body', { message: `The field ${fieldname} is not UTF-8.` })
      size += Buffer.byteLength(fieldname) + Buffer.byteLength(text)
      if (size > bodyLimit) throw new ApiError('rest_body_too_large')
      pairs.push(`${encodeURIComponent(fieldname)}=${encodeURIComponent(text)}`)
    },
    read: (): Source => readForm(pairs.join('&').replaceAll('%5B', '[').replaceAll('%5D', ']')),
  }
}

/**
 * The parts of a multipart body.
 * @throws ApiError `rest_invalid_body` for a boundary longer than the 70 characters of RFC 2046, 5.1.1.
 */
export const readMultipart = (request: FastifyRequest, limits: { fileSize?: number; files?: number } = {}) => {
  const boundary = /boundary=\s*("[^"]*"|[^;\s]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  if (boundary.replaceAll('"', '').length > 70) {
    throw new ApiError('rest_invalid_body', { message: 'The boundary has more than 70 characters.' })
  }
  return request.parts({ limits })
}

const requireUtf8 = (request: FastifyRequest): void => {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase()
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if ((charset && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) || encoding !== 'identity') {
    throw new ApiError('rest_unsupported_media_type')
  }
}

/** Whether the text is a JSON object that was sent as a form, as by `curl --data`. */
const isJson = (text: string): boolean => {
  if (!/^\s*\{/.test(text)) return false
  try {
    return isJsonObject(JSON.parse(text))
  } catch {
    return false
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decodeForm = (body: Buffer): string => {
  try {
    return decoder.decode(body)
  } catch {
    throw new ApiError('rest_invalid_body', { message: 'The request body is not UTF-8.' })
  }
}

/** Refuses a body with undecodable parameters; in a query, unknown ones are ignored (contract B1.1). */
const refuseBroken = (source: Source): Source => {
  if (source.broken.size === 0) return source
  throw invalidParams(new Map([...source.broken].map((name) => [name, 'It is not percent-encoded UTF-8.'])))
}

const invalidJson = (message: string, number: number, text: string): ApiError =>
  new ApiError('rest_invalid_json', { message, data: { json_error_code: number, json_error_message: text } })

/** Parses JSON; the codes and texts of errors are those of The Events Calendar (TEC) (F0.1). */
const parseJson = (body: Buffer): unknown => {
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    throw invalidJson('The request body is not UTF-8.', 5, 'Malformed UTF-8 characters, possibly incorrectly encoded')
  }
  if (isTooDeep(text)) {
    throw invalidJson(`The request body is nested deeper than ${maxDepth}.`, 1, 'Maximum stack depth exceeded')
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.slice(0, 200) : 'it cannot be read'
    throw invalidJson(`The request body is not valid JSON: ${reason}`, 4, 'Syntax error')
  }
}

/** Whether JSON is nested too deeply, by counting brackets before it is parsed. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inText) {
      if (char === 0x5c) at++
      else if (char === 0x22) inText = false
    } else if (char === 0x22) inText = true
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > maxDepth) return true
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return false
}
