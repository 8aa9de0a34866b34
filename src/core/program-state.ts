import { readFileSync } from 'node:fs'
import type { Db } from '../db/database.ts'

// `package.json` is beside `src` in a clone, and beside `dist` in a package.
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** The version of Kalends. */
export const programVersion = version

/** When the last backup was made, as an ISO text in UTC; undefined where there is none. */
export const readLastBackup = async ({ kysely }: Db): Promise<string | undefined> =>
  (await kysely.selectFrom('note').select('value').where('name', '=', 'last_backup').executeTakeFirst())?.value
