import type { Database } from '../db/database.ts'
import type { Library } from '../media/library.ts'
import { type Import, importAll } from './engine.ts'
import { reserveIds } from './keep/source-ids.ts'
import { type BadPart, type Item, makeItems } from './read/items.ts'
import { createContext, type ImportSettings, startReaders } from './read/readers.ts'
import type { ReadOptions, ReadRecords } from './read/record.ts'
import type { Result } from './result.ts'

/** What is asked of an import. */
export type ImportOptions = {
  /** The name of the source, in which external ids are unique. */
  readonly source: string
  /** Records that were imported before and have changed at the source are updated. */
  readonly updates: boolean
  /** Records that were edited here since are left as they are. */
  readonly keepsEdited?: boolean
  /** Nothing is kept; the result tells what would happen. */
  readonly isDry?: boolean
  /** The status of all events. */
  readonly status?: string | undefined
  /** The name of a category that all events get in addition. */
  readonly category?: string | undefined
  /** The id of the user who becomes the author of all records. */
  readonly author?: number | undefined
  /** Events that are over before this date, `YYYY-MM-DD`, are left out. */
  readonly since?: string | undefined
  /** Whether images are copied into the library; by default they are. */
  readonly images?: 'copy' | 'no' | undefined
  /** The IANA zone of times that name none; by default the site's. */
  readonly timezone?: string | undefined
  /** Of CSV: the column of the file for a field. */
  readonly map?: Readonly<Record<string, string>> | undefined
}

/** How an import is run: see `importAll`. */
type Running = {
  readonly runId: number
  readonly result: Result
  /** Called before each batch with the number of bytes that were read so far; false ends the import. */
  readonly onBatch: (bytes: number) => boolean | Promise<boolean>
  readonly around?: Import['around'] | undefined
  readonly after?: number
  readonly batchSize?: number
  /** New records get the ids that they have in the source. It is none of the options, which may come with a request. */
  readonly keepsIds?: boolean
  /** Most bytes that its series copy to their dates, each date counting 1 KiB at least (contract C3.2). */
  readonly mostCopied?: number
}

/** Room for a million dates: somebody has chosen the file. */
const usuallyCopied = 1024 * 1024 * 1024

/** Bytes for which a date counts at least, about what its row and its places in indexes take. */
const leastOfDate = 1024

/**
 * Imports a source; `running.result` holds what came of it, also when it fails in the middle.
 * @throws UserError what {@link reserveIds} does, where ids are kept.
 */
export const importSource = async (
  { database, library, settings }: { database: Database; library: Library; settings: ImportSettings },
  read: ReadRecords,
  options: ImportOptions,
  { runId, result, onBatch, around, after = 0, keepsIds = false, mostCopied = usuallyCopied, ...running }: Running,
): Promise<void> => {
  const { source: name, updates, keepsEdited = false, isDry = false } = options
  let bytes = 0
  const { config } = settings
  const reading = makeReadOptions(settings, options)
  const kept = keepsIds
    ? await reserveIds(database, read, reading, { config, source: name, isDry, goesOn: onBatch })
    : undefined
  const onBytes = (more: number) => {
    bytes += more
  }
  const all = await readItems({ database, settings }, kept ?? read, options, onBytes)
  const copies = { left: mostCopied, leastOfDate }
  const run = { source: name, id: runId, updates, keepsEdited, keepsIds, copies }
  const to = { database, library, context: createContext(settings), run, isDry, ...(around && { around }) }
  const readers = startReaders(settings)
  try {
    const items = { items: all, after, ...running }
    await importAll(to, readers, items, { result, onBatch: () => onBatch(bytes) })
  } finally {
    await readers.close()
  }
}

const makeReadOptions = (settings: ImportSettings, { map, timezone }: ImportOptions): ReadOptions => ({
  timezone: timezone ?? settings.config.zone.name,
  series: { today: createContext(settings).today().slice(0, 10), months: settings.config.seriesMonths },
  ...(map && { map }),
})

/** The items of a source, as an import with these options takes them. */
export const readItems = async (
  { database, settings }: { readonly database: Database; readonly settings: ImportSettings },
  read: ReadRecords,
  options: ImportOptions,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<AsyncGenerator<Item | BadPart>> => {
  const overrides = { ...options, authors: await readAuthors(database), hasImages: options.images !== 'no' }
  return makeItems(read(makeReadOptions(settings, options), onBytes), overrides)
}

/** The ids of users by the names under which they may stand in a source. */
const readAuthors = async ({ kysely }: Database): Promise<ReadonlyMap<string, number>> => {
  const users = await kysely.selectFrom('user').select(['id', 'name', 'display_name', 'slug', 'email']).execute()
  const names = users.flatMap(({ id, ...texts }) =>
    Object.values(texts).map((text) => [text.toLowerCase(), id] as const),
  )
  return new Map(names.filter(([name]) => name !== ''))
}
