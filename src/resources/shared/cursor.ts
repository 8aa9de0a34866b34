import { invalidParams } from '../../core/errors.ts'
import type { Param } from '../../core/params.ts'
import type { IdPage } from '../../core/resource.ts'
import { text } from '../../core/types.ts'
import type { OrderTerm, Place } from '../../query/ordered-page.ts'
import { readCursorPlace, writeCursorPlace } from '../../query/place-text.ts'

/** The parameter of a list that is read from place to place (contract C1.5). */
export const cursorParam: Param<string> = {
  type: text(4000),
  about:
    'Reads the list with a cursor instead of by page number: send it empty first, then the `next_cursor` of the previous response. Records written meanwhile do not shift the pages. No total is counted, and `page` has no effect.',
  extension: 'C1.5',
}

/**
 * The place that a cursor names; undefined for the beginning.
 * @throws ApiError `rest_invalid_param` for a text that is no cursor of a list in this order.
 */
export const readCursor = (cursor: string, order: readonly OrderTerm[]): Place | undefined => {
  if (cursor === '') return undefined
  const place = readCursorPlace(cursor, order)
  if (place) return place
  const fault = 'It must be empty, or the next_cursor of a list in the same order.'
  throw invalidParams(new Map([['cursor', fault]]))
}

/** The page of a list that is read by a cursor, from the places of its rows and of the one behind them. */
export const cursorPage = (places: readonly Place[], perPage: number, order: readonly OrderTerm[]): IdPage => {
  const shown = places.slice(0, perPage)
  const last = shown.at(-1)
  return {
    ids: shown.map((place) => Number(place.at(-1))),
    total: 0,
    cursor: { next: last && places.length > perPage ? writeCursorPlace(last, order) : undefined },
  }
}
