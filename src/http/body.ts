import fastifyMultipart, { type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import { readForm, readFormBody, readJsonBody, type Source } from './raw-params.ts'

/** Most bytes of a body (contract B9). */
export const bodyLimit = 1024 * 1024

/** Most bytes of a batch: 8 KiB for each of 500 operations (contract C4.2). Parsing them takes some 40 milliseconds. */
export const batchLimit = 4 * bodyLimit

/** The media types of JSON. */
export const jsonTypePattern = /^application\/(?:[\w.+-]+\+)?json\b/i

/** The media types of forms. */
export const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Adds parsers for JSON, urlencoded and multipart bodies, and refuses every other type (contract B7.1, B9). */
export const addBodyParsers = async (server: FastifyInstance): Promise<void> => {
  server.removeAllContentTypeParsers()
  await server.register(fastifyMultipart, {
    limits: { fieldSize: bodyLimit, fields: 2000, fileSize: bodyLimit, files: 5 },
  })
  const asBuffer = { parseAs: 'buffer' } as const
  server.addContentTypeParser(jsonTypePattern, asBuffer, readJsonBody)
  server.addContentTypeParser('application/x-www-form-urlencoded', asBuffer, readFormBody)
  server.addContentTypeParser('*', asBuffer, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw new ApiError('rest_unsupported_media_type')
    return undefined
  })
}

/** Reads the parameters of a multipart body without files. */
export const readFields = async (request: FastifyRequest): Promise<Source> => {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new ApiError('rest_body_too_large')
  const fields = createFieldList()
  for await (const part of readMultipart(request)) {
    if (part.type === 'file') {
      part.file.resume()
      throw new ApiError('rest_invalid_body', {
        message: `The field ${part.fieldname} contains a file; files are not accepted here.`,
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
