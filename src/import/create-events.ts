import type { RequestContext } from '../core/context.ts'
import { lookUpRows } from '../core/named-rows.ts'
import { type Found, type ParamTable, settleReading, type Values } from '../core/params.ts'
import type { Db } from '../db/database.ts'
import type { Try } from '../db/savepoint.ts'
import { eventDefinition } from '../resources/events/definition.ts'
import type { LinkPlan } from '../resources/events/links.ts'
import type { EventLinks } from '../resources/events/relations.ts'
import { createSeries } from '../resources/events/series/create.ts'
import { type ImageInput, requireImage, settleImage } from '../resources/shared/image-input.ts'
import { type Draft, draftPost, insertPosts } from '../resources/shared/post-write.ts'
import type { ReadItem } from './item.ts'
import { type LinkCache, learnLinks, replaceLinks } from './link-cache.ts'

/** What came of new events: the ids of those that were created, of a series the first, and the errors of the others. */
export type CreatedEvents = {
  readonly created: ReadonlyMap<ReadItem, number>
  readonly refusals: ReadonlyMap<ReadItem, unknown>
}

/**
 * Creates events within a transaction. Each event gets the id, and each bad one the error, that it would get by itself.
 * Events that follow each other and need no new venue, organizer, term or image are inserted together. `attempt` runs what may fail.
 */
export const createEvents = async (
  db: Db,
  context: RequestContext,
  lines: readonly ReadItem[],
  linkCache: LinkCache['rows'],
  attempt: Try,
): Promise<CreatedEvents> => {
  const refusals = new Map<ReadItem, unknown>()
  const ids = new Map<ReadItem, number>()
  const createRun: CreateRun = async (db, context, run, refusals) => {
    const created = await create(db, context, run, refusals)
    const kept = run.filter(({ line }) => !refusals.has(line))
    for (const [at, { row }] of created.entries()) {
      const line = kept[at]?.line
      if (line) ids.set(line, row.id)
    }
    return created
  }
  const create = createRunBy(attempt)
  const found = await lookUp(db, lines)
  let hasNewTerms = false
  let run: Ready[] = []
  for (const line of lines) {
    // A term that an earlier line has created may be what a text of this line names.
    let ready = settle(context, line, hasNewTerms ? await lookUp(db, [line]) : found, linkCache)
    if ('error' in ready || !isComplete(ready)) {
      await createRun(db, context, run, refusals)
      run = []
      // What it refers to may have just been created by the lines that waited.
      if ('error' in ready) ready = settle(context, line, await lookUp(db, [line]), linkCache)
    }
    if ('error' in ready) refusals.set(line, ready.error)
    else if (isComplete(ready)) run.push(ready)
    else {
      const [created] = await createRun(db, context, [ready], refusals)
      if (created) learnLinks(linkCache, created.links, ready.values)
      hasNewTerms ||= !taxonomies.every((name) => isKnown(ready.values[name]))
    }
  }
  await createRun(db, context, run, refusals)
  return { created: ids, refusals }
}

const lookUp = (db: Db, lines: readonly ReadItem[]): Promise<Found> =>
  lookUpRows(
    db,
    lines.flatMap(({ references }) => references),
  )

/** A line whose references are valid. */
type Ready = { readonly line: ReadItem; readonly values: Values<ParamTable>; readonly draft: Draft<'event'> }

const settle = (
  context: RequestContext,
  line: ReadItem,
  found: Found,
  linkCache: LinkCache['rows'],
): Ready | { error: unknown } => {
  try {
    const values = settleReading(eventDefinition.fields, line.reading, found)
    const draft = line.draft ?? draftPost(context, eventDefinition, values)
    return { line, values: replaceLinks(linkCache, values), draft }
  } catch (error) {
    return { error }
  }
}

const taxonomies = ['categories', 'tags']

/** Whether the event is a single one, and everything that it refers to exists already. */
const isComplete = ({ values }: Ready): boolean => {
  if (values['recurrence']) return false
  const image: ImageInput | null | undefined = values['image']
  return [...taxonomies, 'venue', 'organizer'].every((name) => isKnown(values[name])) && (!image || !!image.id)
}

const isKnown = (inputs: readonly object[] = []): boolean => inputs.every((input) => 'id' in input)

type Created = Awaited<ReturnType<typeof insertPosts<'event', EventLinks, LinkPlan>>>[number]

type CreateRun = (
  db: Db,
  context: RequestContext,
  run: readonly Ready[],
  refusals: Map<ReadItem, unknown>,
) => Promise<readonly Created[]>

/** Creates events together and returns them. If that fails, it creates each half by itself, and so on until the event at fault is alone. */
const createRunBy = (attempt: Try): CreateRun => {
  const createRun: CreateRun = async (db, context, run, refusals) => {
    const [first] = run
    if (!first) return []
    const tried = await attempt(db, async () => {
      const { recurrence } = first.values
      if (recurrence) return [await createSeries(db, context, first.values, recurrence)]
      const posts = []
      for (const { draft, values } of run) {
        const image: ImageInput | null | undefined = values['image']
        if (image) requireImage(context, image)
        const plan = await eventDefinition.links.plan(db, context, values, undefined)
        posts.push({ draft, plan, image_id: image ? await settleImage(db, context, image) : null })
      }
      return insertPosts(db, context, eventDefinition, posts, false)
    })
    if ('result' in tried) return tried.result
    if (run.length === 1) {
      refusals.set(first.line, tried.error)
      return []
    }
    const middle = Math.ceil(run.length / 2)
    const before = await createRun(db, context, run.slice(0, middle), refusals)
    return [...before, ...(await createRun(db, context, run.slice(middle), refusals))]
  }
  return createRun
}
