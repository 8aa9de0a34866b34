import type { OrderTerm, Place } from './ordered-page.ts'

/** A place as clients get it: base64url of JSON, with the order in which it is a place. */
export const writeCursorPlace = (place: Place, order: readonly OrderTerm[]): string =>
  Buffer.from(JSON.stringify([textOf(order), ...place])).toString('base64url')

/** Reads such a text; undefined unless it is a place in this order. */
export const readCursorPlace = (text: string, order: readonly OrderTerm[]): Place | undefined => {
  const [name, ...values] = parse(text)
  if (name !== textOf(order) || values.length !== order.length) return undefined
  const place: (number | string)[] = []
  for (const [at, value] of values.entries()) {
    if (!isOf(order[at], value)) return undefined
    place.push(value)
  }
  return place
}

const textOf = (order: readonly OrderTerm[]): string =>
  order.map(({ name, direction }) => `${direction === 'desc' ? '-' : ''}${name}`).join()

const parse = (text: string): readonly unknown[] => {
  if (!/^[\w-]+$/.test(text)) return []
  try {
    const found: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

/** Values reach the database: a text has no NUL, and an id is a whole number. */
const isOf = (term: OrderTerm | undefined, value: unknown): value is number | string => {
  if (term?.kind === 'text') return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
  return typeof value === 'number' && (term?.name === 'id' ? Number.isSafeInteger(value) : Number.isFinite(value))
}
