import { attemptInRoom } from '../../core/attempt-in-room.ts'
import type { RequestContext } from '../../core/context.ts'
import { lookUpRows } from '../../core/named-rows.ts'
import {
  type Found,
  type ParamTable,
  type ParsedValues,
  type References,
  settleReading,
  type Values,
} from '../../core/params.ts'
import type { Db } from '../../db/database.ts'
import type { Try } from '../../db/savepoint.ts'
import { type ImageInput, requireImage, settleImage } from '../shared/image-input.ts'
import { type Draft, draftPost, insertPosts } from '../shared/post.ts'
import type { SettledWrite } from '../shared/post-definition.ts'
import { eventDefinition } from './definition.ts'
import type { EventLinks } from './links.ts'
import { createSeries } from './series/create.ts'

/** The payload of a new event, as far as it can be read without the database. */
export type ReadEvent = {
  readonly reading: ParsedValues
  readonly references: readonly References[]
  /** The draft of a payload without faults, if it is known already. */
  readonly draft?: Draft<'event'> | undefined
  /** The id that the event is to have, if it is no series: only an import says it. */
  readonly id?: number | undefined
}

/** A new event with its links, without its image; of a series the first one. */
export type CreatedEvent = SettledWrite<'event', EventLinks>

/** How events are created together. */
export type Together = {
  /** Runs what may fail. */
  readonly attempt: Try
  /** Whether the history keeps the first version of each event. */
  readonly keepsVersions: boolean
  /** Most events that are inserted at once; `pause` is awaited after so many. */
  readonly atOnce?: number
  readonly pause?: () => Promise<void>
  /** Replaces what values link to by what is known already. */
  readonly replace?: (values: Values<ParamTable>) => Values<ParamTable>
  /** Notes the links of an event that was created by itself. */
  readonly learn?: (links: EventLinks, values: Values<ParamTable>) => void
}

/** What came of new events: those that were created, and the errors of the others. */
export type CreatedTogether<I> = {
  readonly created: ReadonlyMap<I, CreatedEvent>
  readonly refusals: ReadonlyMap<I, unknown>
}

/**
 * Creates events within a transaction, many times as fast as one by one. Each event gets the id, and each bad one the error, that it would
 * get by itself: events that follow each other and need no new venue, organizer, term or image are inserted together.
 */
export const createTogether = async <I extends ReadEvent>(
  db: Db,
  context: RequestContext,
  items: readonly I[],
  options: Together,
): Promise<CreatedTogether<I>> => {
  const { replace = (values) => values, learn, atOnce = Number.POSITIVE_INFINITY, pause } = options
  const refusals = new Map<I, unknown>()
  const created = new Map<I, CreatedEvent>()
  const create = async (run: readonly Ready<I>[]): Promise<void> => {
    await createRun(db, context, run, options, { created, refusals })
    await pause?.()
  }
  const found = await lookUp(db, items)
  let hasNewTerms = false
  let run: Ready<I>[] = []
  for (const item of items) {
    // A term that an earlier event has created may be what a text of this one names.
    let ready: Ready<I> | Unready = settle(context, item, hasNewTerms ? await lookUp(db, [item]) : found, replace)
    if ('error' in ready || !isComplete(ready) || run.length >= atOnce) {
      await create(run)
      run = []
      // What it refers to may have just been created by the events that waited.
      if ('error' in ready) ready = settle(context, item, await lookUp(db, [item]), replace)
    }
    if ('error' in ready) refusals.set(item, ready.error)
    else if (isComplete(ready)) run.push(ready)
    else {
      await create([ready])
      const made = created.get(item)
      if (made) learn?.(made.links, ready.values)
      hasNewTerms ||= !taxonomies.every((name) => isKnown(ready.values[name]))
    }
  }
  await create(run)
  return { created, refusals }
}

const lookUp = (db: Db, items: readonly ReadEvent[]): Promise<Found> =>
  lookUpRows(
    db,
    items.flatMap(({ references }) => references),
  )

/** Why an event cannot be created. */
type Unready = { readonly error: unknown }

/** An event whose references are valid. */
type Ready<I> = { readonly item: I; readonly values: Values<ParamTable>; readonly draft: Draft<'event'> }

const settle = <I extends ReadEvent>(
  context: RequestContext,
  item: I,
  found: Found,
  replace: (values: Values<ParamTable>) => Values<ParamTable>,
): Ready<I> | Unready => {
  try {
    const values = settleReading(eventDefinition.fields, item.reading, found)
    const draft = item.draft ?? draftPost(context, eventDefinition, values)
    return { item, values: replace(values), draft }
  } catch (error) {
    return { error }
  }
}

const taxonomies = ['categories', 'tags']

/** Whether the event is a single one, and everything that it refers to exists already. */
const isComplete = ({ values }: Pick<Ready<unknown>, 'values'>): boolean => {
  if (values['recurrence']) return false
  const image: ImageInput | null | undefined = values['image']
  return [...taxonomies, 'venue', 'organizer'].every((name) => isKnown(values[name])) && (!image || !!image.id)
}

const isKnown = (inputs: readonly object[] = []): boolean => inputs.every((input) => 'id' in input)

/** Creates events together. If that fails, it creates each half by itself, and so on until the event at fault is alone. */
const createRun = async <I extends ReadEvent>(
  db: Db,
  context: RequestContext,
  run: readonly Ready<I>[],
  options: Pick<Together, 'attempt' | 'keepsVersions'>,
  { created, refusals }: { readonly created: Map<I, CreatedEvent>; readonly refusals: Map<I, unknown> },
): Promise<void> => {
  const [first] = run
  if (!first) return
  const work = async () => {
    const { recurrence } = first.values
    if (recurrence) return [await createSeries(db, context, first.values, recurrence)]
    const posts = []
    for (const { item, draft, values } of run) {
      const image: ImageInput | null | undefined = values['image']
      if (image) requireImage(context, image)
      const plan = await eventDefinition.links.plan(db, context, values, undefined)
      posts.push({ draft, plan, image_id: image ? await settleImage(db, context, image) : null, id: item.id })
    }
    return insertPosts(db, context, eventDefinition, posts, options.keepsVersions)
  }
  const tried = await attemptInRoom(context, () => options.attempt(db, work))
  if ('result' in tried) {
    for (const [at, { item }] of run.entries()) {
      const made = tried.result[at]
      if (made) created.set(item, made)
    }
    return
  }
  if (run.length === 1) {
    refusals.set(first.item, tried.error)
    return
  }
  const middle = Math.ceil(run.length / 2)
  await createRun(db, context, run.slice(0, middle), options, { created, refusals })
  await createRun(db, context, run.slice(middle), options, { created, refusals })
}
