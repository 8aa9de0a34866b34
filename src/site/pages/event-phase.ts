import { toEpoch } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { laterBy, toDay } from '../dates.ts'
import type { PageContext } from '../page-context.ts'

/** Whether an event is still to come, is on, or is over. */
export type Phase = 'ahead' | 'on' | 'over'

type Timed = Pick<EventRecord, 'id' | 'utc_start_date' | 'utc_end_date'>

const beginOf = ({ utc_start_date }: Timed): number => toEpoch(utc_start_date)
const endOf = ({ utc_end_date }: Timed): number => toEpoch(utc_end_date)

const phaseAt = (event: Timed, now: number): Phase =>
  endOf(event) <= now ? 'over' : beginOf(event) <= now ? 'on' : 'ahead'

/**
 * Tells of each event by its id whether it is on. The response is valid until the next of them begins or ends. What neither begins nor ends
 * around today is the same all day, so that other pages stay valid until midnight.
 */
export const findPhases = async (
  { request }: Pick<PageContext, 'request'>,
  events: readonly Timed[],
): Promise<ReadonlyMap<number, Phase>> => {
  const today = toDay(request.today())
  // The day of the site may be another one than in UTC.
  const [before, after] = [laterBy(today, -1), laterBy(today, 1)]
  const isNear = (utc: string): boolean => toDay(utc) >= before && toDay(utc) <= after
  const near = events.filter(({ utc_start_date, utc_end_date }) => isNear(utc_start_date) || isNear(utc_end_date))
  const phases = new Map(events.map((event) => [event.id, phaseAt(event, toEpoch(request.today()))]))
  if (near.length === 0) return phases
  const moments = near.flatMap((event) => [beginOf(event), endOf(event)])
  const { found } = await request.during(async (now) => ({
    found: near.map((event) => [event.id, phaseAt(event, now)] as const),
    from: Math.max(...moments.filter((moment) => moment <= now)),
    until: Math.min(...moments.filter((moment) => moment > now)),
  }))
  return new Map([...phases, ...found])
}
