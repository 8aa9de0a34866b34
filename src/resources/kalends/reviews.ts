import type { RequestContext } from '../../core/context.ts'
import { ApiError, invalidParams } from '../../core/errors.ts'
import { mailToSubmitter, mailToUser } from '../../core/mails.ts'
import { hasRight, requireRight } from '../../core/policy.ts'
import type { Tagged, WriteOptions } from '../../core/resource.ts'
import { runWrite } from '../../core/run-write.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { findPost } from '../../core/stored-post.ts'
import { text, wordOf } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import { type ReviewTable, reviewDecisions } from '../../db/schema.ts'
import { insertAll } from '../../db/statement.ts'
import type { JsonObject } from '../../lib/json.ts'
import { nowText, toIso } from '../../lib/time-zone.ts'
import { events } from '../events/resource.ts'
import { requireEditable } from '../shared/editable.ts'
import { closeReviews } from '../shared/history.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'
import { findByEvent } from '../submissions/stored.ts'
import { boundedIds } from './bounded-ids.ts'
import { type Addressee, findRecipients, isReviewer } from './recipients.ts'

/** Most notes that are shown of an event. */
const maxNotes = 100

const reviewFields = {
  decision: { type: wordOf(...reviewDecisions), isRequired: true },
  scope: { type: wordOf('this', 'all'), default: 'this' },
  note: { type: text(5000), default: '' },
}

type Decision = Exclude<ReviewTable['decision'], 'comment'>

const decide = (
  db: Db,
  context: RequestContext,
  id: number,
  decision: Decision,
  { scope, ...options }: WriteOptions,
): Promise<Tagged> => {
  const key = { column: 'id', value: id } as const
  const { update, remove } = events.operations
  if (decision === 'reject') return remove(db, context, key, { ...options, scope })
  return update(
    db,
    context,
    key,
    { status: decision === 'approve' ? 'publish' : 'draft', scope: scope ?? 'this' },
    options,
  )
}

const review = async (question: SiteRequest<typeof reviewFields>): Promise<SiteResponse> => {
  const { database, library, ifMatch, names, values } = question
  const { decision, note = '', scope } = values
  requireRight(question.context.caller, 'publish')
  if (decision === undefined) throw new ApiError('rest_missing_callback_param')
  const work = async (db: Db, context: RequestContext) => {
    const { id, status, series_id } = await requireEditable(db, context, 'event', Number(names['id']))
    if (status === 'trash') throw new ApiError('event-is-in-trash')
    const { etag } = await decide(db, context, id, decision, { ifMatch, scope })
    // What is said of a series is said of each of its dates, and each is answered by itself.
    const ids = scope === 'all' && series_id !== null ? await findDates(db, series_id) : [id]
    await closeReviews(db, ids)
    const [date_utc, is_open] = [context.stamp().utc, decision === 'return' ? 1 : 0]
    const rows = ids.map((event_id) => ({ event_id, user_id: context.caller.id, date_utc, decision, note, is_open }))
    await insertAll(db, [{ table: 'review', rows }])
    const now = await db.kysely.selectFrom('event').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    const [latest] = await readNotes(db, id, 1)
    return { etag, body: { event: id, status: now.status, review: latest ?? null } }
  }
  const { etag, body } = await runWrite({ database, library }, question.context, work)
  if (decision === 'return') tellReturned(question, body.event, note)
  return { body, etag }
}

/**
 * Tells the person who has submitted an event that it was sent back, if the address is known to be theirs; nobody waits for it. What becomes
 * public is told by a job, however it was published.
 */
const tellReturned = (
  { database, context, mailer }: SiteRequest<typeof reviewFields>,
  id: number,
  note: string,
): void => {
  mailer?.inBackground(async () => {
    const event = await findPost(database, 'event', 'id', id)
    const submission = event && (await findByEvent(database, event))
    if (!event || submission?.is_confirmed !== 1) return
    await mailer.send(mailToSubmitter(context, 'returned', submission, { title: event.title, note }))
  })
}

/** The dates of a series that are not in the trash, of which a decision on all of it is. */
const findDates = async ({ kysely }: Db, seriesId: number): Promise<number[]> => {
  const dates = kysely.selectFrom('event').select('id').where('series_id', '=', seriesId).where('status', '<>', 'trash')
  return (await dates.orderBy('id').execute()).map(({ id }) => id)
}

const readNotes = async ({ kysely }: Db, eventId: number, most = maxNotes): Promise<JsonObject[]> => {
  const rows = await kysely
    .selectFrom('review')
    .leftJoin('user', 'user.id', 'review.user_id')
    .select(['review.id', 'review.date_utc', 'review.user_id', 'review.decision', 'review.note'])
    .select('user.display_name as user_name')
    .where('review.event_id', '=', eventId)
    .orderBy('review.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id, date_utc, user_id, user_name, decision, note }) => ({
    id,
    date: toIso(date_utc),
    user: { id: user_id, name: user_name ?? '' },
    decision,
    note,
  }))
}

const commentFields = { note: { type: text(5000), isRequired: true } }

/** Most comments that somebody writes in an hour: each is a message to others. */
const mostPerHour = 60

/** @throws ApiError where an event has as many notes as are shown, or where somebody has written too many comments of late. */
const requireRoom = async ({ kysely }: Db, { caller, now }: RequestContext, eventId: number): Promise<void> => {
  const counted = kysely.selectFrom('review').select((eb) => eb.fn.countAll<number>().as('n'))
  const ofCaller = counted
    .where('user_id', '=', caller.id)
    .where('decision', '=', 'comment')
    .where('date_utc', '>', nowText(now() - 3_600_000))
  if (Number((await ofCaller.executeTakeFirstOrThrow()).n) >= mostPerHour) {
    const message = `You have written ${mostPerHour} comments within an hour, which is the most: write the next one later.`
    throw new ApiError('rest_too_many_requests', { message, headers: { 'retry-after': '3600' } })
  }
  const ofEvent = counted.where('event_id', '=', eventId)
  if (Number((await ofEvent.executeTakeFirstOrThrow()).n) >= maxNotes)
    throw invalidParams(new Map([['note', `An event has at most ${maxNotes} notes, and this one has them.`]]))
}

/** Notes what somebody who may edit an event has to say about it, and tells the others; nobody waits for the messages. */
const comment = async (question: SiteRequest<typeof commentFields>): Promise<SiteResponse> => {
  const { database, library, names, values } = question
  const { note = '' } = values
  if (note === '') throw invalidParams(new Map([['note', 'It must not be empty.']]))
  const work = async (db: Db, context: RequestContext) => {
    const { id } = await requireEditable(db, context, 'event', Number(names['id']))
    await requireRoom(db, context, id)
    const [event_id, user_id, date_utc] = [id, context.caller.id, context.stamp().utc]
    await insertAll(db, [
      { table: 'review', rows: [{ event_id, user_id, date_utc, decision: 'comment', note, is_open: 0 }] },
    ])
    const [latest] = await readNotes(db, id, 1)
    return latest ?? null
  }
  const body = await runWrite({ database, library }, question.context, work)
  tellComment(question, Number(names['id']), note)
  return { body, status: 201 }
}

/** Tells a comment to the author of the event and those who have written about it; before anybody has, to those who are told at once what waits. */
const tellComment = (
  { database, context, mailer }: SiteRequest<typeof commentFields>,
  eventId: number,
  note: string,
): void => {
  mailer?.inBackground(async () => {
    const event = await findPost(database, 'event', 'id', eventId)
    if (!event) return
    const { kysely } = database
    const { caller, links } = context
    const written = kysely.selectFrom('review').select('user_id').distinct().where('event_id', '=', eventId)
    const writers = (await written.execute())
      .map(({ user_id }) => user_id)
      .filter((id) => id !== caller.id && id !== event.author_id)
    const isTold = (person: Addressee): boolean => {
      if (person.id === caller.id) return false
      if (person.id === event.author_id) return person.own_mail === 1
      if (!isReviewer(person)) return false
      return writers.length > 0
        ? writers.includes(person.id) && person.review_mail !== 'never'
        : person.review_mail === 'now'
    }
    const user = kysely.selectFrom('user').select(['name', 'display_name']).where('id', '=', caller.id)
    const { name, display_name } = await user.executeTakeFirstOrThrow()
    const url = links.page(`/admin/events/${eventId}`)
    const notice = { kind: 'comment', name: display_name || name, title: event.title, note, url } as const
    // Whoever may no longer edit events is not sent what is said about them.
    for (const person of await findRecipients(database, 'edit'))
      if (isTold(person)) await mailer.send(mailToUser(context, person, notice))
  })
}

const listNotes = async ({ database, context, names }: SiteRequest): Promise<SiteResponse> => {
  const { id } = await requireEditable(database, context, 'event', Number(names['id']))
  return { body: await readNotes(database, id) }
}

const openParams = { include: { type: boundedIds(50, 'events'), isRequired: true } }

/** Which of some events were sent back and wait for their authors, with what was noted; only of those that the caller may change. */
const listOpen = async ({ database, context, values }: SiteRequest<typeof openParams>): Promise<SiteResponse> => {
  const { kysely, dialect } = database
  const query = kysely
    .selectFrom('event')
    .innerJoin('review', 'review.event_id', 'event.id')
    .select(['event.id', 'review.note', 'review.date_utc'])
    .where((eb) => dialect.isIn(eb.ref('event.id'), values.include ?? []))
    .where('event.status', '=', 'draft')
    .where('review.is_open', '=', 1)
    .orderBy('event.id')
  const own = hasRight(context.caller, 'edit-others') ? query : query.where('event.author_id', '=', context.caller.id)
  const rows = await own.execute()
  return { body: rows.map(({ id, note, date_utc }): JsonObject => ({ event: id, date: toIso(date_utc), note })) }
}

/** The decisions of editors on events, with their notes to the authors (contract C7). */
export const reviewDocuments: readonly SiteDocument[] = [
  {
    path: '/reviews',
    endpoints: [
      endpoint({
        methods: ['GET'],
        params: openParams,
        right: 'edit',
        refuseUnknown: refuseUnknownBy(openParams),
        answer: listOpen,
      }),
    ],
  },
  {
    path: '/reviews/{id}',
    pathParam: 'id',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right: 'edit', answer: listNotes }),
      endpoint({ methods: ['POST'], params: reviewFields, right: 'edit-others', answer: review }),
    ],
  },
  {
    path: '/reviews/{id}/comments',
    pathParam: 'id',
    endpoints: [endpoint({ methods: ['POST'], params: commentFields, right: 'edit', answer: comment })],
  },
]
