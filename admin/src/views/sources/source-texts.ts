import { t } from '../../texts.ts'
import type { Source, Vanished } from './sources-api.ts'

/** What can become of events that are no longer at their source. */
export const vanishedNames: Readonly<Record<Vanished, () => string>> = {
  cancel_then_trash: () => t('They are cancelled, and after a day moved to the trash'),
  cancel: () => t('They are cancelled'),
  trash: () => t('They are moved to the trash'),
  keep: () => t('They stay as they are'),
}

/** Usual intervals, in seconds. */
const intervals: readonly (readonly [seconds: number, name: () => string])[] = [
  [900, () => t('every 15 minutes')],
  [3600, () => t('every hour')],
  [21_600, () => t('every 6 hours')],
  [86_400, () => t('every day')],
  [604_800, () => t('every week')],
]

/** The name of an interval in seconds. */
export const intervalName = (seconds: number): string =>
  intervals.find(([known]) => known === seconds)?.[1]() ?? t('every {count} seconds', { count: seconds })

/** The intervals to choose from, with the present one. */
export const intervalOptions = (present: number): readonly (readonly [string, string])[] =>
  [...new Set([...intervals.map(([seconds]) => seconds), present])]
    .sort((one, other) => one - other)
    .map((seconds) => [String(seconds), intervalName(seconds)])

const states: Readonly<Record<Source['state'], () => string>> = {
  active: () => t('in order'),
  failing: () => t('cannot be read'),
  waiting: () => t('waits for you'),
  stopped: () => t('stopped'),
}

/** The name of the state of a source. */
export const sourceState = ({ state }: Source): string => states[state]()
