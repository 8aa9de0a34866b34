import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { programVersion, readLastBackup } from '../../core/program-state.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import type { Database } from '../../db/database.ts'

const sizeOf = async ({ kysely, dialect }: Database): Promise<number> => {
  const query =
    dialect.name === 'sqlite'
      ? sql<{ size: number }>`select page_count * page_size as size from pragma_page_count, pragma_page_size`
      : sql<{ size: number }>`select pg_database_size(current_database()) as size`
  return Number((await query.execute(kysely)).rows[0]?.size ?? 0)
}

const readState = async ({ database, context: { config } }: SiteRequest): Promise<SiteResponse> => {
  const disk = await statfs(config.dataDirectory).catch(() => undefined)
  return {
    body: {
      version: programVersion,
      node: process.version,
      database: { kind: database.dialect.name, size: await sizeOf(database), version: database.version },
      disk: disk ? { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize } : null,
      data_directory: config.dataDirectory,
      started: new Date(Date.now() - Math.round(process.uptime() * 1000)).toISOString(),
      processes: config.workers,
      record_cache: config.recordCache,
      last_backup: (await readLastBackup(database)) ?? null,
    },
  }
}

/** How the server is, for administrators (contract C7). */
export const stateDocument: SiteDocument = {
  path: '/state',
  endpoints: [endpoint({ methods: ['GET'], params: {}, right: 'administer', answer: readState })],
}
