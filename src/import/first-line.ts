import { ApiError } from '../core/errors.ts'
import { isJsonObject } from '../lib/json.ts'

/** Most characters of the first line in the error message. */
const shown = 30

/**
 * Checks the first non-empty line, so that a file of another kind is refused as a whole.
 * @throws ApiError with the beginning of the line.
 */
export const requireObject = (bytes: Buffer): void => {
  const text = new TextDecoder().decode(bytes).trim()
  try {
    if (isJsonObject(JSON.parse(text))) return
  } catch {
    // Refused like JSON of another kind.
  }
  throw noObject(text)
}

const blanks = [0x09, 0x0a, 0x0d, 0x20]
const brace = 0x7b

/** Whether the first piece of a file cannot be the beginning of a JSON object, so that the rest need not be received. */
export const isOtherKind = (piece: Uint8Array): boolean => {
  const first = piece.find((byte) => !blanks.includes(byte))
  return first !== undefined && first !== brace
}

/** The error for a file whose first line is not a JSON object. */
export const noObject = (text: string): ApiError => {
  // Do not show binary data, such as a picture.
  const isText = !/[^\P{C}\t\n\r]|\ufffd/u.test(text.slice(0, shown))
  const begins = isText ? `it begins with ${text.split('\n')[0]?.slice(0, shown).trim()}` : 'the file is no text'
  const message = `The first line is no JSON object: ${begins}. A file of events has one JSON object on each line.`
  return new ApiError('rest_invalid_body', { message })
}
