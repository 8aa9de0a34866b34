import type { Scope } from '../context.ts'
import { floatingDate, readMoment } from '../crud/date-types.ts'
import { invalidParams } from '../crud/errors.ts'
import { isInvalid } from '../crud/params.ts'
import { forbidden, hasRight } from '../crud/permissions.ts'
import type { PostTable, Status } from '../db/schema.ts'
import { resolveMoment } from '../lib/date-text.ts'
import { nowText, parseZone, toLocal, type Zone } from '../lib/time-zone.ts'

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
  scope: Scope,
  values: PublicationValues,
  current: Publication | undefined,
): Publication => {
  const author_id = decideAuthor(scope, values, current)
  const requested = scaleStatus(scope, values.status, current)
  const dates = decideDates(scope, values, requested, current)
  const status = settleSchedule(scope, requested, dates.date_utc)
  const trashed_from =
    status !== 'trash' ? '' : current?.status === 'trash' ? current.trashed_from : (current?.status ?? '')
  return { author_id, status, trashed_from, ...dates }
}

const decideAuthor = ({ caller }: Scope, { author }: PublicationValues, current: Publication | undefined): number => {
  const present = current?.author_id ?? caller.id
  if (author === undefined || author === present) return present
  if (!hasRight(caller, 'edit-others')) throw forbidden(caller, 'You may not name another author.')
  return author
}

/** Who may not publish asks for it instead: `publish` and `future` become `pending` (F5.10). */
const scaleStatus = ({ caller }: Scope, requested: Status | undefined, current: Publication | undefined): Status => {
  const mayPublish = hasRight(caller, 'publish')
  const status = requested ?? current?.status ?? (mayPublish ? 'publish' : 'draft')
  if (mayPublish || requested === undefined || requested === current?.status) return status
  if (status === 'private') throw forbidden(caller, 'You may not make records private.')
  return status === 'publish' || status === 'future' ? 'pending' : status
}

type Dates = Pick<PostTable, 'date' | 'date_utc'>

/** One of the two dates gives the other; both are kept as they are sent (F5.11). Drafts need none. */
const decideDates = (
  scope: Scope,
  values: PublicationValues,
  status: Status,
  current: Publication | undefined,
): Dates => {
  const local = values.date === undefined ? undefined : readDate('date', values.date, scope, scope.zone)
  if (values.date_utc === floatingDate && isFloating(status)) {
    return { date: local?.local ?? current?.date ?? toLocal(nowText(scope.now), scope.zone), date_utc: null }
  }
  const sentUtc = values.date_utc === floatingDate ? undefined : values.date_utc
  const utc = sentUtc === undefined ? undefined : readDate('date_utc', sentUtc, scope, utcZone)
  if (local && utc) return { date: local.local, date_utc: utc.utc }
  if (local) return { date: local.local, date_utc: local.utc }
  if (utc) return { date: toLocal(utc.utc, scope.zone), date_utc: utc.utc }
  if (current && (current.date_utc !== null || isFloating(status))) return pick(current)
  const now = nowText(scope.now)
  return { date: toLocal(now, scope.zone), date_utc: isFloating(status) ? null : now }
}

const pick = ({ date, date_utc }: Dates): Dates => ({ date, date_utc })

/** Unpublished work has no publication date of its own until it is given one or is published. */
const isFloating = (status: Status): boolean => status === 'draft' || status === 'pending'

const utcZone = parseZone('UTC') as Zone

const readDate = (name: string, text: string, { now }: Scope, zone: Zone) => {
  const moment = readMoment(text, { now, zone })
  const resolved = isInvalid(moment) ? undefined : resolveMoment(moment, zone)
  if (!resolved) throw invalidParams(new Map([[name, 'The date lies outside the years 0 to 9999.']]))
  return resolved
}

/** `publish` with a date to come is `future`, `future` with a date gone by is `publish` (contract B5.5). */
const settleSchedule = ({ now }: Scope, status: Status, date_utc: string | null): Status => {
  if (status !== 'publish' && status !== 'future') return status
  return date_utc !== null && date_utc > nowText(now) ? 'future' : 'publish'
}

/** The publication date as records show it: a floating one has no UTC side (F2.1). */
export const showDateUtc = (date_utc: string | null): string => date_utc ?? floatingDate

/** The columns that tell when a record was last changed. */
export const modifiedNow = ({ now, zone }: Scope): Pick<PostTable, 'modified' | 'modified_utc'> => {
  const modified_utc = nowText(now)
  return { modified: toLocal(modified_utc, zone), modified_utc }
}
