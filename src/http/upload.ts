import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestContext } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { imageLimit } from '../core/image-file.ts'
import type { IncomingImage } from '../core/intake.ts'
import type { Library } from '../media/library.ts'
import { tooLarge } from '../media/spool.ts'
import { bodyLimit, createFieldList, jsonTypePattern, readMultipart } from './body.ts'
import { readFileName } from './file-name.ts'
import { readForm, type Source } from './raw-params.ts'

/** An uploaded image, and the fields of a multipart body. */
export type Upload = { readonly image: IncomingImage; readonly fields: Source }

/** Accepts a file as the body; the handler reads its stream. */
export const acceptFiles = (server: FastifyInstance): void => {
  server.removeContentTypeParser(['*', 'application/x-www-form-urlencoded', jsonTypePattern])
  server.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => body)
}

/**
 * Receives an image as the body, or as the part `file` of a multipart body (contract B7.9). Its type is detected from the content; the name
 * and type that the client sends are not trusted.
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
    // The client has disconnected, which is not an error of the server.
    if (request.raw.readableAborted) throw new ApiError('rest_bad_request')
    // The rest of the body is read and discarded, since a client reads the response only after it has sent everything.
    request.raw.unpipe().resume()
    throw error
  }
}

type Receive = (stream: Readable, fileName: string) => Promise<IncomingImage>

const readWhole = async (request: FastifyRequest, receive: Receive): Promise<Upload> => {
  const type = request.headers['content-type'] ?? ''
  const body = request.body
  if (!(body instanceof Readable) || !isImageType(type)) throw noFile(type)
  const name = fileNameOf(request.headers['content-disposition'])
  return { image: await receive(body, name), fields: readForm('') }
}

const noFile = (type: string): ApiError => {
  if (type === '') return new ApiError('rest_upload_no_data')
  const wrong = `A file of the type ${type.split(';')[0]} is no image that can be stored; JPEG, PNG, WebP, GIF and AVIF can. `
  const right =
    'Send the image as the body with its type, such as Content-Type: image/jpeg, or as the part "file" of multipart/form-data.'
  return new ApiError('rest_unsupported_media_type', { message: (isImageType(type) ? '' : wrong) + right })
}

const isImageType = (type: string): boolean => /^(image\/|application\/octet-stream\b)/i.test(type)

const fileNameOf = (header: string | undefined): string => {
  if (header === undefined) throw new ApiError('rest_upload_no_content_disposition')
  const name = readFileName(header)
  if (name === undefined) throw new ApiError('rest_upload_invalid_disposition')
  return name
}

const misplaced = (name: string): string =>
  name === 'file'
    ? 'The part "file" has no filename: send it as a file.'
    : `Send the image as the part "file", not "${name}".`

const readParts = async (request: FastifyRequest, receive: Receive, library: Library): Promise<Upload> => {
  let image: IncomingImage | undefined
  const fields = createFieldList()
  try {
    // One byte more than the limit, so that a file that is too large can be detected.
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
