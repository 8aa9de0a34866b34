import { invalid } from '../core/params.ts'
import { text } from '../core/types/values.ts'
import { parseZone } from '../lib/time-zone.ts'

/** The name of a time zone. */
export const zoneName = text(100, (sent) =>
  parseZone(sent) ? sent : invalid('It must be an IANA time zone such as Europe/Paris.'),
)

/** Reads `field=column,field=column`; undefined for another text. */
export const readMap = (sent: string): Readonly<Record<string, string>> | undefined => {
  const pairs = sent.split(',').map((pair) => pair.split(/=(.*)/s).slice(0, 2))
  if (pairs.some(([field = '', column = '']) => field.trim() === '' || column.trim() === '')) return undefined
  return Object.fromEntries(pairs.map(([field = '', column = '']) => [field.trim(), column.trim()]))
}
