import { isJsonObject, type Json } from '../lib/json.ts'
import { type Item, parsePayload } from './read/items.ts'

/** The payload without its image, and without those of the venues and organizers in it. */
export const withoutImage = (item: Item): string => {
  const { image: _, ...payload } = parsePayload(item)
  const bare: Record<string, Json> = { ...payload }
  for (const name of ['venue', 'organizer']) {
    const value = bare[name]
    if (value !== undefined) bare[name] = Array.isArray(value) ? value.map(withoutOwnImage) : withoutOwnImage(value)
  }
  return JSON.stringify(bare)
}

const withoutOwnImage = (record: Json): Json => {
  if (!isJsonObject(record)) return record
  const { image: _, ...others } = record
  return others
}
