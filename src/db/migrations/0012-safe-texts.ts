import { sql } from 'kysely'
import { readInlineHtml } from '../../lib/html.ts'
import { keyOf } from '../../lib/text.ts'
import { readUrl } from '../../lib/url.ts'
import type { Db } from '../database.ts'
import type { Migration } from './list.ts'

/**
 * Texts that were stored before they were sanitized last: descriptions of terms could hold links that run scripts, websites characters
 * that no URL may hold, and the keys of long names were longer than an index of PostgreSQL takes.
 */
export const safeTexts: Migration = {
  name: '0012-safe-texts',
  statements: () => [],
  revise: async (db) => {
    await rewrite(db, { table: 'term', column: 'description', where: sql`description like '%<%'` }, readInlineHtml)
    for (const table of ['event', 'venue', 'organizer'] as const) {
      const empty = table === 'event' ? null : ''
      await rewrite(db, { table, column: 'website', where: sql`website <> ''` }, (url) => repairUrl(url) ?? empty)
      await rewrite(db, { table, column: 'title_key', where: sql`length(title_key) > 200` }, keyOf)
    }
    await rewrite(db, { table: 'term', column: 'name_key', where: sql`length(name_key) > 200` }, keyOf)
  },
}

type Place = { readonly table: string; readonly column: string; readonly where: ReturnType<typeof sql> }

/** Writes anew what is not as it would be stored now. */
const rewrite = async (
  { kysely }: Db,
  { table, column, where }: Place,
  read: (text: string) => string | null,
): Promise<void> => {
  const [from, of] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{
    id: number
    text: string
  }>`select id, ${of} as text from ${from} where ${where}`.execute(kysely)
  for (const { id, text } of rows) {
    const written = read(text)
    if (written !== text) await sql`update ${from} set ${of} = ${written} where id = ${id}`.execute(kysely)
  }
}

/** A URL that is taken today: quotes encoded, a user name and password left out. Undefined for all else. */
const repairUrl = (url: string): string | undefined => {
  if (readUrl(url) !== undefined || !URL.canParse(url)) return readUrl(url)
  const repaired = new URL(url.replaceAll('"', '%22').replaceAll('`', '%60'))
  repaired.username = ''
  repaired.password = ''
  return readUrl(repaired.href)
}
