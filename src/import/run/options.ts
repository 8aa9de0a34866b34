import { invalid, isInvalid, type ParamType } from '../../core/params.ts'
import { text, url } from '../../core/types.ts'
import { isDay, parseZone } from '../../lib/time-zone.ts'
import { withoutWebcal } from '../../lib/url.ts'

/** The address of a calendar, as people copy it: of `http` or `https`, or of `webcal`, which is `https` here, also with blanks around it. */
export const feedAddress: ParamType<string> = {
  ...url,
  read: (raw, context) => {
    const found = url.read(typeof raw === 'string' ? withoutWebcal(raw.trim()) : raw, context)
    return isInvalid(found) ? invalid('It must be an address of http, https or webcal.') : found
  },
}

const zoneFault = 'It must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2.'

/** The name of a time zone. */
export const zoneName = text(100, (sent) => (parseZone(sent) ? sent : invalid(zoneFault)))

/** The name of a time zone, or '' for none. */
export const optionalZone = text(100, (sent) => (sent.trim() === '' || parseZone(sent) ? sent : invalid(zoneFault)))

/** A day, `YYYY-MM-DD`. */
export const dayText = text(10, (sent) => (isDay(sent) ? sent : invalid('It must be a date such as 2026-01-31.')))

/** Reads `field=column,field=column`; undefined for another text. */
export const readMap = (sent: string): Readonly<Record<string, string>> | undefined => {
  const pairs = sent.split(',').map((pair) => pair.split(/=(.*)/s).slice(0, 2))
  if (pairs.some(([field = '', column = '']) => field.trim() === '' || column.trim() === '')) return undefined
  return Object.fromEntries(pairs.map(([field = '', column = '']) => [field.trim(), column.trim()]))
}

const mapFault = 'It must be field=column, such as title=Name,start_date=Begin.'

/** The columns of a table as one text, `field=column,field=column`. */
export const columnMap = text(5000, (sent) => (readMap(sent) ? sent : invalid(mapFault)))

/** The columns of a table, or '' for those that are recognised. */
export const optionalMap = text(5000, (sent) => (sent.trim() === '' || readMap(sent) ? sent : invalid(mapFault)))
