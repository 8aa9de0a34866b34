import type { RequestContext } from '../../../core/context.ts'
import { invalidParams } from '../../../core/errors.ts'
import type { PostRow } from '../../../db/schema.ts'
import type { EventLinks } from '../links.ts'

/** Most bytes that a write of a series copies to its dates (contract C3.2): 8 KiB for each of 1,000. */
export const maxCopied = 8 * 1024 * 1024

/** Bytes for which a link counts, about what its row and its places in indexes take. */
const linkBytes = 100

/** What a row of an event takes: the bytes of its texts, and of its links if they are written too. */
const bytesOf = (row: Partial<PostRow<'event'>>, links?: EventLinks): number => {
  let bytes = 0
  for (const value of Object.values(row)) if (typeof value === 'string') bytes += Buffer.byteLength(value)
  if (!links) return bytes
  return bytes + linkBytes * (links.venues.length + links.organizers.length + links.terms.length)
}

/**
 * Whether everything that an event has is stored again for each date of its series decides on how much one request writes: without a bound, a
 * megabyte becomes a gigabyte.
 * @throws ApiError `rest_invalid_param` on `recurrence` if the dates have more in all than may be written at once; it says how many dates fit.
 */
export const requireFewCopies = (
  { copies = { left: maxCopied } }: Pick<RequestContext, 'copies'>,
  /** The row that each of so many dates gets, or the rows that they will have. */
  rows: { readonly each: Partial<PostRow<'event'>>; readonly dates: number } | readonly Partial<PostRow<'event'>>[],
  links?: EventLinks,
): void => {
  const dates = 'each' in rows ? rows.dates : rows.length
  if (dates < 2) return
  const bytes =
    'each' in rows ? dates * bytesOf(rows.each, links) : rows.reduce((sum, row) => sum + bytesOf(row, links), 0)
  if (bytes > maxCopied) throw refusal(bytes, dates, maxCopied)
  const counted = Math.max(bytes, dates * (copies.leastOfDate ?? 0))
  if (counted > copies.left) throw copies.leastOfDate ? tooMany(dates) : refusal(bytes, dates, copies.left)
  copies.left -= counted
}

const tooMany = (dates: number) =>
  invalidParams(
    new Map([
      [
        'recurrence',
        `It has ${dates} dates, and the series before it have taken the room that all of this import have: import it in another file, or end it earlier.`,
      ],
    ]),
  )

const refusal = (bytes: number, dates: number, most: number) => {
  const each = Math.ceil(bytes / dates)
  const fit = Math.floor(most / each)
  const may = fit > 1 ? `At most ${fit} dates fit` : 'Not even two dates fit'
  const reason =
    `Each date of a series has its own copy of the texts and links: here ${dates} dates with ${each} bytes each, and ${most} bytes in all` +
    ` are allowed. ${may}: end it earlier, or shorten the texts.`
  return invalidParams(new Map([['recurrence', reason]]))
}
