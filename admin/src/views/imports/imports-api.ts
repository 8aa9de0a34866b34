import { CalendarError } from 'kalends-client'
import { root } from '../../api/root.ts'
import { sessionFetch } from '../../api/session.ts'
import { type Query, read, write } from '../../api/site.ts'
import { sendFile } from '../../api/upload.ts'
import { formatInstant, t } from '../../texts.ts'

/** Something that was not imported, or not wholly, and where it is in the file; a fault of the whole file has no place. */
export type ImportFault = { readonly line?: number; readonly place?: string; readonly message: string }

/** A record that an undone import has left. */
export type KeptRecord = { readonly id: number; readonly kind: string; readonly title: string }

/** The kinds of records that are imported. */
export const importedKinds = ['event', 'venue', 'organizer', 'category', 'tag', 'image'] as const

type ImportedKind = (typeof importedKinds)[number]

/** What becomes of the records of an import. */
export const actions = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const

export type Action = (typeof actions)[number]

/** Numbers of records. */
export type Counts = Readonly<Record<Action, number>>

/** A record as a dry run shows it. */
export type PreviewRecord = {
  readonly kind: ImportedKind
  readonly action: Action
  readonly title: string
  readonly start_date?: string
}

/** What came of the records of each kind. */
type RunReport = {
  readonly counts?: { readonly [kind in ImportedKind]?: Counts }
  /** How many were created only since events name them. */
  readonly named?: { readonly [kind in ImportedKind]?: number }
  readonly remarks?: readonly ImportFault[]
  readonly preview?: readonly PreviewRecord[]
}

/** What imports and the runs of sources have in common. */
export type ImportRun = Counts & {
  readonly id: number
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'
  readonly faults: readonly ImportFault[]
  readonly report: RunReport
  readonly message: string
  readonly started: string | null
  readonly finished: string | null
}

/** An import as `kalends/v1/imports` shows it. */
export type Import = ImportRun & {
  /** The name of the file, or the address without its query; '' where none was sent. */
  readonly file: string
  /** Nothing of it was kept. */
  readonly dry_run?: true
  /** 0 for formats that are not read line by line. */
  readonly lines: number
  readonly done: number
  readonly user: { readonly name: string }
  /** What was undone so far, of how many records. */
  readonly result?: {
    readonly total: number
    readonly removed: number
    readonly kept: number
    readonly records: readonly KeptRecord[]
  }
}

const path = 'imports'

/** The last imports, the latest first. */
export const listImports = (): Promise<readonly Import[]> => read('kalends/v1', path)

/** Reads the state of an import. */
export const readImport = (id: number): Promise<Import> => read('kalends/v1', `${path}/${id}`)

/** Starts undoing an import on the server; the response arrives before that is finished. */
export const undoImport = (id: number): Promise<Import> => write('DELETE', 'kalends/v1', `${path}/${id}`)

/** What is imported: a file, or what an address answers. */
export type Origin = { readonly file: File } | { readonly url: string }

/** The media types of files by the end of their names; the server recognises others by their content. */
const types: Readonly<Record<string, string>> = {
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  ics: 'text/calendar',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xml: 'application/xml',
}

/** The ends of the names of files that can be imported, as the attribute `accept` takes them. */
export const accepted = Object.keys(types)
  .map((end) => `.${end}`)
  .join()

/** Sends a file or an address; the answer comes before anything is imported. A dry run only tells what would happen. */
export const sendImport = (
  origin: Origin,
  options: ImportOptions,
  isDry: boolean,
  onProgress: (share: number) => void,
): Promise<{ readonly id: number }> => {
  const query = { ...queryOf(options), ...(isDry && { dry_run: true }) }
  if ('url' in origin) return write('POST', 'kalends/v1', path, { query: { ...query, url: origin.url } })
  const { file } = origin
  const end = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return sendFile(`kalends/v1/${path}?${search}`, file, types[end] ?? 'application/octet-stream', onProgress)
}

/** The options that say something. */
const queryOf = ({ update, map, ...texts }: ImportOptions): Query => {
  const pairs = Object.entries(map).map(([field, column]) => `${field}=${column}`)
  const given = Object.entries(texts).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(given), update, ...(pairs.length > 0 && { map: pairs.join() }) }
}

/** Whether the server still works on an import. */
export const isUnfinished = ({ state }: Pick<ImportRun, 'state'>): boolean =>
  state === 'waiting' || state === 'running' || state === 'undoing'

/** Fetches the whole calendar as a file; an address for a plain link would have to contain the secret of the session. */
export const fetchExport = async (format: 'ndjson' | 'csv'): Promise<Blob> => {
  const response = await sessionFetch(new Request(root(`wp-json/kalends/v1/export.${format}`)))
  if (!response.ok) throw new CalendarError(response.status, await response.json().catch(() => undefined))
  return response.blob()
}

/** What is asked of the records of a file or a source; '' leaves it to them, or to the site. */
export type RecordOptions = {
  /** The status of all events. */
  readonly status: string
  /** The name of a category that all events get. */
  readonly category: string
  readonly images: string
  /** The time zone of times that name none. */
  readonly timezone: string
}

/** What is asked of an import. */
export type ImportOptions = RecordOptions & {
  /** Whether records that were imported before take over what has changed. */
  readonly update: boolean
  /** Of CSV: the column of the file for a field. */
  readonly map: Readonly<Record<string, string>>
}

export const usualOptions: RecordOptions = { status: '', category: '', images: '', timezone: '' }

const kindNames: Readonly<Record<ImportedKind, readonly [one: () => string, several: () => string]>> = {
  event: [() => t('Event'), () => t('Events')],
  venue: [() => t('Venue'), () => t('Venues')],
  organizer: [() => t('Organizer'), () => t('Organizers')],
  category: [() => t('Category'), () => t('Categories')],
  tag: [() => t('Tag'), () => t('Tags')],
  image: [() => t('Picture'), () => t('Images')],
}

/** The name of a record of a kind. */
export const kindName = (kind: ImportedKind): string => kindNames[kind][0]()

/** The name of several records of a kind. */
export const kindsName = (kind: ImportedKind): string => kindNames[kind][1]()

/** What came of the records of each kind that has some. */
export const countsByKind = (run: ImportRun): readonly { readonly kind: ImportedKind; readonly own: Counts }[] => {
  // Before counts of each kind were kept, only events were imported.
  const { counts = { event: run }, named = {} } = run.report
  return importedKinds.flatMap((kind) => {
    const own = counts[kind]
    const more = named[kind] ?? 0
    if (!own && more === 0) return []
    const { created, updated, unchanged, skipped, failed } = own ?? noCounts
    return [{ kind, own: { created: created + more, updated, unchanged, skipped, failed } }]
  })
}

const noCounts: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }

/** The name of an import: its file, and when it began. */
export const importName = ({ id, file, started }: Import): string =>
  [file, started && formatInstant(started)].filter(Boolean).join(', ') || String(id)

const stateNames: Readonly<Record<ImportRun['state'], () => string>> = {
  waiting: () => t('waiting'),
  running: () => t('running'),
  done: () => t('done'),
  failed: () => t('failed'),
  undoing: () => t('being undone'),
  undone: () => t('undone'),
}

/** The name of the state of an import or a run; it has failed if nothing of it was valid. */
export const stateName = ({ state, created, updated, unchanged, skipped, failed }: ImportRun): string =>
  stateNames[state === 'done' && failed > 0 && created + updated + unchanged + skipped === 0 ? 'failed' : state]()
