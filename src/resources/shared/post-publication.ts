import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import { isInvalid } from '../../core/params.ts'
import { forbidden, hasRight } from '../../core/policy.ts'
import { floatingDate, readMoment } from '../../core/types.ts'
import type { PostTable, Status } from '../../db/schema.ts'
import { resolveMoment } from '../../lib/date-text.ts'
import { toLocal, utcZone, type Zone } from '../../lib/time-zone.ts'

/** What a payload may say about who publishes a record, and when. */
export type PublicationValues = {
  readonly author?: number
  readonly status?: Status
  readonly date?: string
  readonly date_utc?: string
}

/** The columns that follow from it. */
export type Publication = Pick<PostTable, 'author_id' | 'status' | 'trashed_from' | 'date' | 'date_utc'>

/**
 * Decides author, status and publication date of a new or changed record (contract B5.4, B5.5, F5.10, F5.11).
 * @throws ApiError `rest_forbidden` when the caller names another author or hides a record without the right to.
 */
export const decidePublication = (
  context: RequestContext,
  values: PublicationValues,
  current: Publication | undefined,
): Publication => {
  const author_id = decideAuthor(context, values, current)
  const requested = scaleStatus(context, values.status, current)
  const dates = decideDates(context, values, requested, current)
  const isPublished = requested === 'publish' || requested === 'future'
  const isDue = dates.date_utc === null || dates.date_utc <= context.stamp().utc
  // What is published with a date to come is `future`, and from that date on `publish` (contract B5.5).
  const status = isPublished ? (isDue ? 'publish' : 'future') : requested
  const trashed_from =
    status !== 'trash' ? '' : current?.status === 'trash' ? current.trashed_from : (current?.status ?? '')
  return { author_id, status, trashed_from, ...dates }
}

const decideAuthor = (
  { caller }: RequestContext,
  { author }: PublicationValues,
  current: Publication | undefined,
): number => {
  const present = current?.author_id ?? caller.id
  if (author === undefined || author === present) return present
  if (!hasRight(caller, 'edit-others')) throw forbidden(caller, 'You may not name another author.')
  return author
}

/** Who may not publish asks for it instead: `publish` and `future` become `pending` (F5.10). */
const scaleStatus = (
  { caller }: RequestContext,
  requested: Status | undefined,
  current: Publication | undefined,
): Status => {
  const mayPublish = hasRight(caller, 'publish')
  const status = requested ?? current?.status ?? (mayPublish ? 'publish' : 'draft')
  if (mayPublish || requested === undefined || requested === current?.status) return status
  if (status === 'private') throw forbidden(caller, 'You may not make records private.')
  return status === 'publish' || status === 'future' ? 'pending' : status
}

type Dates = Pick<PostTable, 'date' | 'date_utc'>

/** One of the two dates gives the other; both are kept as they are sent (F5.11). Drafts need none. */
const decideDates = (
  context: RequestContext,
  values: PublicationValues,
  status: Status,
  current: Publication | undefined,
): Dates => {
  // Unpublished work has no publication date of its own until it is given one or is published.
  const isFloating = status === 'draft' || status === 'pending'
  const local = values.date === undefined ? undefined : readDate('date', values.date, context, context.zone)
  if (values.date_utc === floatingDate && isFloating) {
    return { date: local?.local ?? current?.date ?? context.stamp().local, date_utc: null }
  }
  const sentUtc = values.date_utc === floatingDate ? undefined : values.date_utc
  const utc = sentUtc === undefined ? undefined : readDate('date_utc', sentUtc, context, utcZone)
  if (local && utc) return { date: local.local, date_utc: utc.utc }
  if (local) return { date: local.local, date_utc: local.utc }
  if (utc) return { date: toLocal(utc.utc, context.zone), date_utc: utc.utc }
  if (current && (current.date_utc !== null || isFloating)) return { date: current.date, date_utc: current.date_utc }
  const now = context.stamp()
  return { date: now.local, date_utc: isFloating ? null : now.utc }
}

const readDate = (name: string, text: string, { now }: RequestContext, zone: Zone) => {
  const moment = readMoment(text, { now, zone })
  const resolved = isInvalid(moment) ? undefined : resolveMoment(moment, zone)
  if (!resolved) throw invalidParams(new Map([[name, 'The date is outside the years 0 to 9999.']]))
  return resolved
}

/** The columns that tell when a record was last changed. */
export const modifiedNow = ({ stamp }: Pick<RequestContext, 'stamp'>): Pick<PostTable, 'modified' | 'modified_utc'> => {
  const { local, utc } = stamp()
  return { modified: local, modified_utc: utc }
}
