import type { TermRow } from '../../core/params.ts'
import type { Operations } from '../../core/resource.ts'
import type { StoredPost } from '../../core/stored-post.ts'
import type { Db } from '../../db/database.ts'
import { attempt } from '../../db/savepoint.ts'
import { runStatement } from '../../db/statement.ts'
import { atOnce } from '../../lib/pause.ts'
import { written } from '../shared/post.ts'
import type { StoredRecord } from '../shared/post-definition.ts'
import { withImage } from '../shared/post-image.ts'
import { type CreatedEvent, createTogether } from './create-together.ts'
import { eventDefinition } from './definition.ts'
import type { EventLinks } from './links.ts'

/** Creates events, and answers each as it is when all are there: its terms count the others too. */
export const createManyEvents: NonNullable<Operations['createMany']> = async (db, context, payloads, pause) => {
  const options = { attempt, keepsVersions: true, atOnce, pause }
  const { created, refusals } = await createTogether(db, context, payloads, options)
  const terms = await readTerms(db, [...created.values()])
  const results: Awaited<ReturnType<NonNullable<Operations['createMany']>>>[number][] = []
  for (const payload of payloads) {
    const made = created.get(payload)
    if (!made) {
      results.push({ error: refusals.get(payload) })
      continue
    }
    const stored = await withTerms(db, made, terms)
    results.push({ result: { id: stored.row.id, ...written(context, eventDefinition, stored) } })
    await pause()
  }
  return results
}

/** The terms of events with their present counts. */
const readTerms = async (db: Db, events: readonly CreatedEvent[]): Promise<ReadonlyMap<number, TermRow>> => {
  const ids = new Set(events.flatMap(({ links }) => links.terms.map(({ id }) => id)))
  if (ids.size === 0) return new Map()
  const build = () =>
    db.kysely
      .selectFrom('term')
      .selectAll()
      .where((eb) => db.dialect.isIn(eb.ref('id'), []))
  const rows = await runStatement<TermRow>(db, 'terms by ids', build, [db.dialect.encodeIds([...ids])])
  return new Map(rows.map((row) => [row.id, row]))
}

const withTerms = async (
  db: Db,
  { row, links }: CreatedEvent,
  terms: ReadonlyMap<number, TermRow>,
): Promise<StoredRecord<'event', EventLinks>> => {
  const shown: StoredPost<'event'> = row.image_id === null ? { ...row, image: null } : await withImage(db, row)
  return { row: shown, links: { ...links, terms: links.terms.map((term) => terms.get(term.id) ?? term) } }
}
