import { readMap } from '../import/run/options.ts'
import { parseZone } from '../lib/time-zone.ts'
import { UsageError } from './faults.ts'

/** The options that `kalends import` and `kalends source add` have in common. */
type CommonOptions = {
  readonly status?: string | undefined
  readonly images?: string | undefined
  readonly timezone?: string | undefined
  readonly map?: string | undefined
  readonly category?: string | undefined
  readonly source?: string | undefined
  readonly name?: string | undefined
}

/** @throws UsageError for an option with a value that it cannot have. */
export const checkCommonOptions = (options: CommonOptions): void => {
  const { status, images, timezone, map } = options
  for (const name of ['category', 'source', 'name'] as const)
    if (options[name]?.trim() === '') throw new UsageError(`--${name}: it must not be empty.`)
  checkWord('status', status, ['publish', 'draft', 'pending', 'private'])
  checkWord('images', images, ['copy', 'no'])
  if (map !== undefined && !readMap(map))
    throw new UsageError(`--map ${map}: it must be field=column, such as title=Name,start_date=Begin.`)
  if (timezone !== undefined && !parseZone(timezone))
    throw new UsageError(
      `--timezone ${timezone}: it must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2.`,
    )
}

/** @throws UsageError for a value that is not among those allowed. */
export const checkWord = (name: string, value: string | undefined, allowed: readonly string[]): void => {
  if (value !== undefined && !allowed.includes(value))
    throw new UsageError(`--${name} ${value}: it must be one of ${allowed.join(', ')}.`)
}
