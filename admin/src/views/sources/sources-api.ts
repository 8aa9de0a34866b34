import { read, write } from '../../api/site.ts'
import { t } from '../../texts.ts'
import type { ImportRun, RecordOptions } from '../imports/imports-api.ts'

/** What becomes of events that are no longer at their source. */
export type Vanished = 'keep' | 'cancel' | 'cancel_then_trash' | 'trash'

/** What may be written of a source; `every` is in seconds. */
export type SourceFields = RecordOptions & {
  readonly url: string
  readonly every: number
  readonly vanished: Vanished
}

/** A source as `kalends/v1/sources` shows it; options that nobody has chosen are missing. */
export type Source = Partial<RecordOptions> &
  Omit<SourceFields, keyof RecordOptions> & {
    readonly id: number
    readonly name: string
    readonly state: 'active' | 'failing' | 'waiting' | 'stopped'
    readonly message: string
    readonly failures: number
    readonly is_running: boolean
    /** When it is read next. */
    readonly next: string
  }

const path = 'sources'

/** Reads all sources. */
export const listSources = (): Promise<readonly Source[]> => read('kalends/v1', path)

/** Adds a source, or changes the one with the id; the server reads it at once. */
export const writeSource = (id: number | undefined, { images, ...fields }: SourceFields): Promise<Source> => {
  const body = { ...fields, images: images === '' ? 'copy' : images }
  if (id !== undefined) return write('PATCH', 'kalends/v1', `${path}/${id}`, { body })
  const given = Object.entries(body).filter(([, value]) => value !== '')
  return write('POST', 'kalends/v1', path, { body: Object.fromEntries(given) })
}

/** Removes a source; its events stay. */
export const removeSource = (id: number): Promise<unknown> => write('DELETE', 'kalends/v1', `${path}/${id}`)

/** Reads a source at once. */
export const readNow = (id: number): Promise<Source> => write('POST', 'kalends/v1', `${path}/${id}/runs`)

/** Reads a source although most of its events are gone. */
export const confirmSource = (id: number): Promise<Source> => write('POST', 'kalends/v1', `${path}/${id}/confirm`)

/** The last runs of a source, the latest first. */
export const listRuns = (id: number): Promise<readonly ImportRun[]> => read('kalends/v1', `${path}/${id}/runs`)

/** Whether the server reads a source, or will at once. */
export const isBeingRead = ({ is_running, state, next }: Source): boolean =>
  is_running || ((state === 'active' || state === 'failing') && Date.parse(next) <= Date.now())

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
