import type { ChangeFeed } from '../cache/change-feed.ts'
import { type Config, type FontFile, fontFaces, type Logo } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Json } from '../lib/json.ts'
import type { AppContext } from './context.ts'
import { type FontName, isFontName, parseFont } from './font-files.ts'
import { isSettingName, type SettingName, siteSettings } from './site-settings.ts'

/** The settings that are stored in the database, with the files of the site's own font, and the image that one of them names. */
export type StoredSettings = {
  readonly values: ReadonlyMap<SettingName, Json>
  readonly fonts: readonly FontFile[]
  readonly logo: Logo | undefined
}

/** What the table of settings has: settings, and the files of the site's own font in base64. */
export type StoredName = SettingName | FontName

/** What a new calendar has stored. */
const nothingStored: StoredSettings = { values: new Map(), fonts: [], logo: undefined }

/** Reads what is stored, or what would be with some other values. Names of other releases are ignored. */
export const readStoredSettings = async (
  { kysely }: Db,
  others: ReadonlyMap<SettingName, Json> = new Map(),
): Promise<StoredSettings> => {
  const rows = await kysely.selectFrom('setting').selectAll().execute()
  const values = new Map<SettingName, Json>()
  const fonts: FontFile[] = []
  for (const { name, value } of rows) {
    if (isSettingName(name)) values.set(name, JSON.parse(value))
    else if (isFontName(name)) fonts.push(parseFont(name, JSON.parse(value)))
  }
  for (const [name, value] of others) values.set(name, value)
  const id = Number(values.get('site_logo') ?? 0)
  const images = kysely.selectFrom('image').select(['id', 'path', 'width', 'height'])
  // Every server names the styles of the font alike.
  fonts.sort((one, other) => fontFaces.indexOf(one.face) - fontFaces.indexOf(other.face))
  return { values, fonts, logo: id > 0 ? await images.where('id', '=', id).executeTakeFirst() : undefined }
}

/** Stores values of settings. */
export const storeSettings = async ({ kysely }: Db, values: ReadonlyMap<StoredName, Json>): Promise<void> => {
  for (const [name, value] of values) {
    const row = { name, value: JSON.stringify(value) }
    const insert = kysely.insertInto('setting').values(row)
    await insert.onConflict((it) => it.column('name').doUpdateSet({ value: row.value })).execute()
  }
}

/** Removes a file of the site's own font. */
export const removeFont = async ({ kysely }: Db, name: FontName): Promise<void> => {
  await kysely.deleteFrom('setting').where('name', '=', name).execute()
}

/** The settings of a server with what is stored: what the environment sets wins, and what nobody has set is the default. */
export const withStored = (config: Config, { values, fonts, logo }: StoredSettings): Config => {
  const base = config.asStarted ?? config
  let effective: Config = { ...base, asStarted: base, fontFiles: fonts, logo }
  for (const [name, value] of values) {
    const { sources, apply } = siteSettings[name]
    if (!sources.some((source) => base.fixed.has(source))) effective = { ...effective, ...apply(effective, value) }
  }
  return Object.freeze(effective)
}

/** What reads the changes that were committed, before each request. */
type Syncing = { readonly changeFeed: ChangeFeed; readonly sync: (now: number) => Promise<number> }

/** A server whose settings are always those that are stored. */
export type Followed = {
  readonly app: AppContext
  /** Reads the settings again whenever a sync finds that they have changed. */
  readonly follow: <C extends Syncing>(caches: C) => C
}

/** Lets the settings of a server follow the database; `given` may still change its own until it listens. */
export const followSettings = (given: AppContext): Followed => {
  let stored = nothingStored
  let known: { readonly base: Config; readonly of: typeof stored; readonly config: Config } | undefined
  const app: AppContext = {
    database: given.database,
    clock: given.clock,
    log: given.log,
    get config() {
      // One object for all requests, since caches compare what follows from it.
      if (known?.base !== given.config || known.of !== stored)
        known = { base: given.config, of: stored, config: withStored(given.config, stored) }
      return known.config
    },
  }
  const follow = <C extends Syncing>(caches: C): C => {
    let readAt = 0
    const sync = async (now: number): Promise<number> => {
      const version = await caches.sync(now)
      if (!caches.changeFeed.haveChanged(['setting'], readAt)) return version
      const current = caches.changeFeed.version
      const found = await readStoredSettings(given.database)
      // Of two reads at the same time, the older one may end later.
      if (current >= readAt) {
        stored = found
        readAt = current
      }
      return version
    }
    return { ...caches, sync }
  }
  return { app, follow }
}
