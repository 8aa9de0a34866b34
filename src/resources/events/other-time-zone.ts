import { filter } from '../../core/resource.ts'
import { bool } from '../../core/types/values.ts'

/** Events whose clock is not that of the site. The interface has no such filter; months need it. */
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
