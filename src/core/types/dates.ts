import { type Moment, parseDateText } from '../../lib/date-text.ts'
import { parseZone, type Zone } from '../../lib/time-zone.ts'
import { type Invalid, invalid, isInvalid, type ParamType, type ReadContext } from '../params.ts'
import { textIndex } from './values.ts'

const dateFault =
  'It must be a date such as 2027-06-01, 2027-06-01 10:00, 2027-06-01T10:00:00+02:00, a Unix timestamp, or a phrase such as "next friday 4pm".'

/** Reads a date in any accepted form, in the zone of the context. */
export const readMoment = (
  raw: unknown,
  { now, zone }: Pick<ReadContext, 'now' | 'zone'>,
  rollsOver = false,
): Moment | Invalid => {
  const text = typeof raw === 'number' ? String(raw) : raw
  return (typeof text === 'string' && parseDateText(text, { now, zone, rollsOver })) || invalid(dateFault)
}

/**
 * A date in a list filter, read in the site's zone (contract B4.4, B4.5). A day past the end of its month continues in the next month, since
 * clients compute the end of a month that way (D5.1).
 */
export const moment: ParamType<Moment> = {
  schema: { type: 'string' },
  index: {},
  read: (raw, context) => readMoment(raw, context, true),
}

/** A date to be stored: its form is checked here, and it is read later in the zone of the event (contract B4.5, B7.3). */
export const dateText: ParamType<string> = {
  schema: { type: ['string', 'integer'] },
  index: textIndex,
  read: (raw, context) => {
    const value = readMoment(raw, context)
    return isInvalid(value) ? value : String(raw)
  },
}

/** The publication date that a record shows when it has none yet (F2.1). */
export const floatingDate = '0000-00-00 00:00:00'

/** A publication date, or the value of records without one, so that every record can be written back (contract B6.2). */
export const publicationDate: ParamType<string> = {
  ...dateText,
  read: (raw, context) => (raw === floatingDate ? raw : dateText.read(raw, context)),
}

/** A time zone (contract B7.3). */
export const timeZone: ParamType<Zone | null> = {
  schema: { type: 'string' },
  index: textIndex,
  read: (raw) =>
    (typeof raw === 'string' ? parseZone(raw) : undefined) ??
    invalid(
      'It must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2, UTC-5:30, +02:00 or Z. Abbreviations such as PST are ambiguous.',
    ),
}
