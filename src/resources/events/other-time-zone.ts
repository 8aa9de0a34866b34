import { filter } from '../../core/resource.ts'
import { bool } from '../../core/types/values.ts'

/** Selects events whose local time differs from that of the site. Only the month page uses it; the interface has no such filter. */
export const otherTimeZoneFilter = filter<'event', boolean, boolean>({
  type: bool,
  isCheap: true,
  shape: (wanted) => wanted,
  where:
    ({ param }, wanted) =>
    (eb) =>
      eb(
        'event.timezone',
        wanted ? '<>' : '=',
        param((_, { config }) => config.zone.name),
      ),
})
