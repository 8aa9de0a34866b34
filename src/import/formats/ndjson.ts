import { StringDecoder } from 'node:string_decoder'
import { isJsonObject, type JsonObject } from '../../lib/json.ts'
import { type ImportRecord, importedKinds, type JsonRecord, type ReadFormat, type UnreadPart } from '../record.ts'

/**
 * NDJSON: each line is the payload of an event, as `POST /events` takes it, or a record as `kalends export` writes it, with its kind and its
 * links. Empty lines count, so that the numbers are those of an editor.
 */
export const readNdjson: ReadFormat = async function* (source) {
  let number = 0
  for await (const line of readLines(source)) {
    number++
    const json = line.replace(/^\ufeff/, '').trim()
    const record = json === '' ? undefined : recordOf(json, number)
    if (record) yield record
  }
}

/** Kinds of lines of an export that only an import with ids takes in. */
const others: readonly unknown[] = ['user', 'setting']

const recordOf = (json: string, number: number): JsonRecord | ImportRecord | UnreadPart | undefined => {
  const place = `line ${number}`
  const plain: JsonRecord = { kind: 'event', json, place, number }
  if (!json.includes('"external_id"') && !json.startsWith('{"kind":')) return plain
  const object = parse(json)
  const { kind, payload, external_id, source, kept, merged, ...more } = object ?? {}
  const known = importedKinds.find((one) => one === kind)
  if (others.includes(kind) && isJsonObject(payload)) return undefined
  if (known && isJsonObject(payload) && kept !== undefined) {
    if (isJsonObject(more['occurrence']) && more['occurrence']['follows']) return undefined
    if (payload['status'] === 'trash')
      return { place, fault: 'It is in the trash: only an import with --keep-ids takes it in.', isExpected: true }
  }
  if (known && isJsonObject(payload))
    return {
      ...more,
      kind: known,
      payload,
      place,
      number,
      ...(typeof external_id === 'string' && { externalId: external_id }),
    }
  if (typeof external_id !== 'string' || typeof source !== 'string') return plain
  return { ...plain, externalId: `${source} ${external_id}` }
}

const parse = (json: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(json)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The lines of a text. Only the line feed ends one: other separators of Unicode may stand in the texts. Of a source that breaks off, the line
 * that it broke is left out.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.write(Buffer.from(chunk))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  const last = rest + decoder.end()
  // A line feed at the end begins no further line.
  if (last !== '') yield last
}
