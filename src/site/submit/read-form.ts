import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import { imageLimit } from '../../core/image-file.ts'
import { bodyLimit, createFieldList, readMultipart } from '../../http/body.ts'
import type { Source } from '../../http/raw-params.ts'
import { cleanText } from '../../lib/text.ts'
import type { HeldFile } from '../../media/incoming.ts'
import type { Library } from '../../media/library.ts'
import { type Entries, fieldNames, trapName } from './fields.ts'

/** What was sent by the form. The reader decodes the picture, and discards it. */
export type SentForm = {
  readonly entries: Entries
  /** The signed time of the form, and what is in the field that people leave empty. */
  readonly stamp: string
  readonly trap: string
  /** The token of the submission that this one replaces, and what a button of the page behind a secret link asks for. */
  readonly replaces: string
  readonly action: string
  readonly picture?: HeldFile | undefined
  /** A picture was sent with the faulty form before this one. */
  readonly hadPicture: boolean
  /** Why the picture that was sent cannot be used. */
  readonly pictureFault?: 'type' | 'size' | undefined
}

/** Most bytes that are read: of a picture that is too large, the rest is read and forgotten, so that the other fields are kept. */
const longestBody = 5 * imageLimit + bodyLimit

/** Who receives a picture. */
type Receiver = Pick<Library, 'hold' | 'discard'>

/**
 * Reads the body of a form, with or without a picture; without a receiver, pictures are read and forgotten. Every part is read to its end: a client
 * reads the answer only after it has sent all.
 * @throws ApiError for a body that is no form, or too large.
 */
export const readSentForm = async (request: FastifyRequest, receiver: Receiver | undefined): Promise<SentForm> => {
  if (!request.isMultipart()) return sentForm(isSource(request.body) ? request.body : { one: {}, all: {} })
  try {
    if (Number(request.headers['content-length'] ?? 0) > longestBody) throw new ApiError('rest_body_too_large')
    return await readParts(request, receiver)
  } catch (error) {
    drain(request)
    throw error
  }
}

/**
 * Whether a page of another site made the browser send the form, which would use up what the network of its visitors may send. Browsers say so
 * themselves; their `Origin` is `null` here, because no page behind a secret link names itself.
 */
export const isOfOtherSite = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'cross-site'

/** Reads and forgets the rest of a body; one that does not end is broken off. */
export const drain = (request: FastifyRequest): void => {
  const { raw } = request
  raw.unpipe()
  whenLonger(raw, longestBody, () => raw.destroy())
  raw.resume()
}

/** Calls `act` once when more than `most` bytes arrive from now on: a body in chunks says nothing of its length. */
const whenLonger = (stream: Readable, most: number, act: () => void): void => {
  let size = 0
  const count = (chunk: Buffer): void => {
    size += chunk.length
    if (size <= most) return
    stream.off('data', count)
    act()
  }
  stream.on('data', count)
}

const isSource = (body: unknown): body is Source => typeof body === 'object' && body !== null && 'one' in body

const readParts = async (request: FastifyRequest, receiver: Receiver | undefined): Promise<SentForm> => {
  const fields = createFieldList()
  let brought: Pick<SentForm, 'picture' | 'pictureFault'> = {}
  let isTooLong = false
  whenLonger(request.raw, longestBody, () => {
    isTooLong = true
    // The parser ends with an error of the stream from which it reads.
    request.raw.emit('error', new ApiError('rest_body_too_large'))
  })
  try {
    for await (const part of readMultipart(request, { fileSize: imageLimit + 1, files: 1 })) {
      if (part.type === 'field') fields.add(part)
      // Browsers send a part without a name where no file was chosen.
      else if (!receiver || part.fieldname !== 'picture' || !part.filename) part.file.resume()
      else brought = await receivePicture(receiver, part.file, part.filename)
    }
    if (isTooLong) throw new ApiError('rest_body_too_large')
    return { ...sentForm(fields.read()), ...brought }
  } catch (error) {
    if (brought.picture) await receiver?.discard(brought.picture)
    throw error
  }
}

const receivePicture = async (
  receiver: Receiver,
  file: Readable,
  name: string,
): Promise<Pick<SentForm, 'picture' | 'pictureFault'>> => {
  try {
    return { picture: await receiver.hold(file, name) }
  } catch (error) {
    file.resume()
    return { pictureFault: findPictureFault(error) }
  }
}

/** Why a picture cannot be used. @throws any error that is not about the picture. */
export const findPictureFault = (error: unknown): 'type' | 'size' => {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error
  return error.code === 'rest_body_too_large' ? 'size' : 'type'
}

const sentForm = ({ one }: Source): SentForm => {
  const text = (name: string): string => {
    const value = Object.hasOwn(one, name) ? one[name] : ''
    // Thousands of empty lines say nothing, and take long to turn into paragraphs.
    return typeof value === 'string'
      ? cleanText(value)
          .replace(/\n{3,}/g, '\n\n')
          .trim()
      : ''
  }
  return {
    entries: Object.fromEntries(fieldNames.map((name) => [name, text(name)])) as Entries,
    stamp: text('stamp'),
    trap: text(trapName),
    replaces: text('replaces'),
    action: text('action'),
    hadPicture: text('had_picture') !== '',
  }
}
