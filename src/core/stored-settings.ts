import type { Config, Logo } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Json } from '../lib/json.ts'
import { isSettingName, type SettingName, siteSettings } from './site-settings.ts'

/** The settings that are stored in the database, and the image that one of them names. */
export type StoredSettings = {
  readonly values: ReadonlyMap<SettingName, Json>
  readonly logo: Logo | undefined
}

/** What a new calendar has stored. */
export const nothingStored: StoredSettings = { values: new Map(), logo: undefined }

/** Reads what is stored. Names of other releases are ignored. */
export const readStoredSettings = async ({ kysely }: Db): Promise<StoredSettings> => {
  const rows = await kysely.selectFrom('setting').selectAll().execute()
  const values = new Map<SettingName, Json>()
  for (const { name, value } of rows) if (isSettingName(name)) values.set(name, JSON.parse(value))
  const id = Number(values.get('site_logo') ?? 0)
  const images = kysely.selectFrom('image').select(['id', 'path', 'width', 'height'])
  return { values, logo: id > 0 ? await images.where('id', '=', id).executeTakeFirst() : undefined }
}

/** Stores values of settings. */
export const storeSettings = async ({ kysely }: Db, values: ReadonlyMap<SettingName, Json>): Promise<void> => {
  for (const [name, value] of values) {
    const row = { name, value: JSON.stringify(value) }
    const insert = kysely.insertInto('setting').values(row)
    await insert.onConflict((it) => it.column('name').doUpdateSet({ value: row.value })).execute()
  }
}

/** The settings of a server with what is stored: what the environment sets wins, and what nobody has set is the default. */
export const withStored = (config: Config, { values, logo }: StoredSettings): Config => {
  const base = config.asStarted ?? config
  let effective: Config = { ...base, asStarted: base, logo }
  for (const [name, value] of values) {
    const { sources, apply } = siteSettings[name]
    if (!sources.some((source) => base.fixed.has(source))) effective = { ...effective, ...apply(effective, value) }
  }
  return Object.freeze(effective)
}
