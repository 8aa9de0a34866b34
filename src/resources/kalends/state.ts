import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import type { Database } from '../../db/database.ts'

// `package.json` is beside `src` in a clone, and beside `dist` in a package.
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

const sizeOf = async ({ kysely, dialect }: Database): Promise<number> => {
  const query =
    dialect.name === 'sqlite'
      ? sql<{ size: number }>`select page_count * page_size as size from pragma_page_count, pragma_page_size`
      : sql<{ size: number }>`select pg_database_size(current_database()) as size`
  return Number((await query.execute(kysely)).rows[0]?.size ?? 0)
}

const readState = async ({ database, context: { config } }: SiteRequest): Promise<SiteResponse> => {
  const disk = await statfs(config.dataDirectory).catch(() => undefined)
  const backup = await database.kysely
    .selectFrom('note')
    .select('value')
    .where('name', '=', 'last_backup')
    .executeTakeFirst()
  return {
    body: {
      version,
      node: process.version,
      database: { kind: database.dialect.name, size: await sizeOf(database), version: database.version },
      disk: disk ? { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize } : null,
      data_directory: config.dataDirectory,
      started: new Date(Date.now() - Math.round(process.uptime() * 1000)).toISOString(),
      processes: config.workers,
      record_cache: config.recordCache,
      last_backup: backup?.value ?? null,
    },
  }
}

/** How the server is, for administrators (contract C7). */
export const stateDocument: SiteDocument = {
  path: '/state',
  endpoints: [endpoint({ methods: ['GET'], params: {}, right: 'administer', answer: readState })],
}
