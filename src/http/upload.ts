import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { imageLimit } from '../media/image-file.ts'
import type { IncomingImage } from '../media/intake.ts'
import type { Library } from '../media/library.ts'
import { tooLarge } from '../media/spool.ts'
import { bodyLimit, createFieldList, jsonType, readMultipart } from './body.ts'
import { readForm, type Source } from './raw-params.ts'

/** What an upload holds: the image, and the fields that a multipart body has besides. */
export type Upload = { readonly image: IncomingImage; readonly fields: Source }

/** Lets a file be the whole body: its handler reads the stream. */
export const acceptFiles = (server: FastifyInstance): void => {
  server.removeContentTypeParser(['*', 'application/x-www-form-urlencoded', jsonType])
  server.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => body)
}

/**
 * Receives an image, as the whole body or as the part `file` of a multipart one (contract B7.9). What it is decides its content:
 * names and types that the client gives are not believed.
 */
export const readUpload = async (
  request: FastifyRequest,
  context: RequestContext,
  library: Library,
): Promise<Upload> => {
  const receive: Receive = (stream, name) => library.receive(context, stream, name)
  try {
    if (Number(request.headers['content-length'] ?? 0) > imageLimit + bodyLimit) throw tooLarge(imageLimit)
    return request.isMultipart() ? await readParts(request, receive, library) : await readWhole(request, receive)
  } catch (error) {
    // Nobody is left to read the answer, and the server is not at fault.
    if (request.raw.readableAborted) throw new ApiError('rest_bad_request')
    // A client that is still sending does not read the answer before it is done.
    request.raw.unpipe().resume()
    throw error
  }
}

type Receive = (stream: Readable, fileName: string) => Promise<IncomingImage>

const readWhole = async (request: FastifyRequest, receive: Receive): Promise<Upload> => {
  const type = request.headers['content-type'] ?? ''
  const body = request.body
  if (!(body instanceof Readable) || !/^(image\/|application\/octet-stream\b)/i.test(type)) throw noFile(type)
  const name = fileNameOf(request.headers['content-disposition'])
  return { image: await receive(body, name), fields: readForm('') }
}

const noFile = (type: string): ApiError =>
  type === ''
    ? new ApiError('rest_upload_no_data')
    : new ApiError('rest_unsupported_media_type', {
        message:
          'Send the image as the body with its type, such as Content-Type: image/jpeg, or as the part "file" of multipart/form-data.',
      })

const fileNameOf = (header: string | undefined): string => {
  if (header === undefined) throw new ApiError('rest_upload_no_content_disposition')
  try {
    const { type, parameters } = parse(header)
    const name = parameters['filename']
    if (type.toLowerCase() === 'attachment' && name) return 'filename*' in parameters ? name : readBytes(name)
  } catch {
    // What cannot be parsed is answered like what says too little.
  }
  throw new ApiError('rest_upload_invalid_disposition')
}

/** Headers arrive as Latin-1, and most clients write UTF-8 into them all the same. */
const readBytes = (name: string): string => {
  const bytes = Buffer.from(name, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : name
}

const misplaced = (name: string): string =>
  name === 'file'
    ? 'The part "file" has no filename: send it as a file.'
    : `Send the image as the part "file", not "${name}".`

const readParts = async (request: FastifyRequest, receive: Receive, library: Library): Promise<Upload> => {
  let image: IncomingImage | undefined
  const fields = createFieldList()
  try {
    // One byte more than is allowed, so that the one who counts can tell.
    for await (const part of readMultipart(request, { fileSize: imageLimit + 1, files: 2 })) {
      if (image && part.type === 'file') {
        part.file.resume()
        throw new ApiError('rest_invalid_body', { message: 'Send one image at a time.' })
      }
      if (part.fieldname === 'file' && part.type === 'file') image = await receive(part.file, part.filename)
      else if (part.type === 'field' && part.fieldname !== 'file') fields.add(part)
      else throw new ApiError('rest_upload_no_data', { message: misplaced(part.fieldname) })
    }
    if (!image) throw new ApiError('rest_upload_no_data')
    return { image, fields: fields.read() }
  } catch (error) {
    if (image) await library.discard(image)
    throw error
  }
}
