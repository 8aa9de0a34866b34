import type { ChangeFeed } from '../cache/change-feed.ts'
import { type AppContext, withLinks } from '../core/context.ts'
import type { Mailer } from '../core/mailer.ts'
import { mailToUser, type Notice, type Recipient } from '../core/mails.ts'
import { readLastBackup } from '../core/program-state.ts'
import type { Db } from '../db/database.ts'
import type { ReviewMail } from '../db/schema.ts'
import { nowText, toLocal } from '../lib/time-zone.ts'
import {
  type AwaitedEvent,
  claimAwaited,
  claimSettled,
  findAwaited,
  findNewlyAwaited,
  findSettled,
} from '../resources/kalends/awaited-reviews.ts'
import { findRecipients } from '../resources/kalends/recipients.ts'
import { type BackgroundJob, repeat } from './repeat.ts'

/** Milliseconds between two rounds. */
const interval = 5000

/** Milliseconds between two messages about what waits: many submissions at once are one message. */
const pause = 60_000

/** Most events that are kept for a message about them. */
const mostUntold = 1000

/** Most events that a message names. */
const mostNamed = 20

/** The hour, by the clock of the site, from which on the messages of a day are sent. */
const hourOfDay = '08'

/** Days after which a backup is old, and between two reminders of it. */
const daysOfBackup = 7

/** Failures in a row after which administrators are told of a source: the next reading may find its server again. */
const failuresUntilTold = 3

type Tools = { readonly app: AppContext; readonly mailer: Mailer; readonly changeFeed: ChangeFeed }

/**
 * Makes the job that tells people with accounts by mail what they have chosen: what waits for review, at once or once a day; what became of their own
 * events, however that was done; sources that fail, and backups that are old. Each message is claimed in a transaction before it is sent: of several
 * processes, one sends it, and one that stops in between loses it rather than sending it twice. A round sends one message after the other.
 */
export const tellStaff = (tools: Tools): BackgroundJob => {
  const { app, changeFeed } = tools
  const rounds = { first: interval, interval, fault: 'staff were not told what waits for them' }
  let last = Number.NEGATIVE_INFINITY
  /** What has begun to wait since the last message about it. */
  let untold: readonly AwaitedEvent[] = []
  /** The version of the content in which nothing was left to note or to tell: until an event changes, nothing is looked up. */
  let seen: number | undefined
  return repeat(app, rounds, async (isOpen) => {
    const version = await changeFeed.catchUp()
    if (seen === undefined || changeFeed.haveChanged(['event'], seen)) {
      const awaited = await noteAwaited(tools)
      untold = [...untold, ...awaited].slice(0, mostUntold)
      const isDone = await tellSettled(tools, isOpen)
      if (isDone && awaited.length === 0) seen = version
    }
    if (untold.length > 0 && performance.now() - last >= pause) {
      const told = untold
      untold = []
      if (await tellReviewers(tools, 'now', told)) last = performance.now()
    }
    if (!isOpen()) return
    await tellSources(tools)
    await tellDaily(tools)
  })
}

/** A mail server that is slow delays the next round; nobody waits for it. */
const send = async ({ app, mailer }: Tools, recipients: readonly Recipient[], notice: Notice): Promise<void> => {
  for (const recipient of recipients) await mailer.send(mailToUser(app, recipient, notice))
}

/** The address of a page of the admin. Settings may have changed since the last round. */
const adminPage = ({ config }: AppContext, path: string): string => withLinks(config).links.page(`/admin${path}`)

/** Groups events: the dates of a series of which the same became are one group, all others stand alone. */
const oncePerSeries = (events: readonly AwaitedEvent[]): readonly (readonly AwaitedEvent[])[] => [
  ...Map.groupBy(events, ({ id, series_id, status }) =>
    series_id === null ? `event ${id}` : `series ${series_id} ${status}`,
  ).values(),
]

/** Tells those who review, and have chosen to be told so soon, of some events; returns whether there was anybody. */
const tellReviewers = async (tools: Tools, soon: ReviewMail, events: readonly AwaitedEvent[]): Promise<boolean> => {
  const { app } = tools
  const groups = oncePerSeries(events).flatMap((dates) => dates.slice(0, 1))
  const reviewers = (await findRecipients(app.database, 'edit-others')).filter(
    ({ review_mail }) => review_mail === soon,
  )
  for (const reviewer of reviewers) {
    // What editors leave for others to look at is no news to themselves.
    const others = groups.filter(({ author_id }) => author_id !== reviewer.id)
    const named = others.slice(0, mostNamed).map(({ id, title, start_date }) => ({
      title,
      date: start_date.slice(0, 10),
      url: adminPage(app, `/events/${id}`),
    }))
    if (others.length > 0)
      await send(tools, [reviewer], {
        kind: 'waiting',
        count: others.length,
        events: named,
        url: adminPage(app, '/review'),
      })
  }
  return reviewers.length > 0
}

/** Notes what has begun to wait, whether or not anybody is told of it: its author will be. Returns what no other process has noted. */
const noteAwaited = async ({ app: { database } }: Tools): Promise<readonly AwaitedEvent[]> => {
  const found = await findNewlyAwaited(database)
  return found.length === 0 ? [] : database.transact((db) => claimAwaited(db, found))
}

/** Tells authors what became of their events; returns whether nothing is left. */
const tellSettled = async (tools: Tools, isOpen: () => boolean): Promise<boolean> => {
  const { app } = tools
  const settled = await findSettled(app.database)
  if (settled.length === 0) return true
  const authors = new Map((await findRecipients(app.database, 'edit')).map((author) => [author.id, author]))
  for (const dates of oncePerSeries(settled)) {
    const [first] = dates
    if (!first) continue
    if (!isOpen()) return false
    const ids = dates.map(({ id }) => id)
    const outcome = await app.database.transact((db) => claimSettled(db, ids, first.id))
    const author = authors.get(first.author_id)
    if (!outcome || author?.own_mail !== 1 || outcome.userId === author.id) continue
    const notice = noticeOf(app, first, outcome.note)
    if (notice) await send(tools, [author], notice)
  }
  return false
}

/** What the author of an event is told of it; undefined of one that is hidden. */
const noticeOf = (app: AppContext, { id, title, slug, status }: AwaitedEvent, note: string): Notice | undefined => {
  if (status === 'publish')
    return { kind: 'published', title, note, url: withLinks(app.config).links.page(`/event/${slug}/`) }
  if (status === 'draft') return { kind: 'rework', title, note, url: adminPage(app, `/events/${id}`) }
  return status === 'trash' ? { kind: 'rejected', title, note } : undefined
}

const tellSources = async (tools: Tools): Promise<void> => {
  const { app } = tools
  const { kysely } = app.database
  const changed = await kysely
    .selectFrom('source')
    .select(['id', 'name', 'state', 'message', 'failures'])
    .whereRef('state', '<>', 'told_state')
    .where((eb) => eb.or([eb('state', '<>', 'failing'), eb('failures', '>=', failuresUntilTold)]))
    .execute()
  for (const { id, name, state, message } of changed) {
    const isClaimed = await app.database.transact(async (db) => {
      const { numUpdatedRows } = await db.kysely
        .updateTable('source')
        .set({ told_state: state })
        .where('id', '=', id)
        .where('state', '=', state)
        .where('told_state', '<>', state)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
    if (isClaimed && state !== 'active')
      await send(tools, await findTroubled(app.database), {
        kind: 'source',
        name,
        note: message,
        url: adminPage(app, '/sources'),
      })
  }
}

const findTroubled = async (db: Db): Promise<readonly Recipient[]> =>
  (await findRecipients(db, 'administer')).filter(({ trouble_mail }) => trouble_mail === 1)

/** The notes of the day of which the daily messages were sent last, and of the backup and the weeks since it of which somebody was told. */
const [noteOfDay, noteOfBackup] = ['staff_mail_day', 'staff_mail_backup'] as const

const tellDaily = async (tools: Tools): Promise<void> => {
  const { app } = tools
  const { database, config, clock } = app
  const local = toLocal(nowText(clock()), config.zone)
  const day = local.slice(0, 10)
  if (local.slice(11, 13) < hourOfDay || (await readNote(database, noteOfDay)) === day) return
  // On the first day of all nobody has chosen yet. A day to come was noted by a clock that was wrong.
  const before = await database.transact((db) => exchangeNote(db, noteOfDay, day))
  if (before === undefined || before >= day) return
  await tellReviewers(tools, 'daily', await findAwaited(database))
  const last = await readLastBackup(database)
  const count = last === undefined ? 0 : Math.floor((clock() - Date.parse(last)) / 86_400_000)
  if (count < daysOfBackup) return
  const reminder = `${last} ${Math.floor(count / daysOfBackup)}`
  if ((await database.transact((db) => exchangeNote(db, noteOfBackup, reminder))) === reminder) return
  await send(tools, await findTroubled(database), { kind: 'backup', count, url: adminPage(app, '/state') })
}

const readNote = async ({ kysely }: Db, name: string): Promise<string | undefined> =>
  (await kysely.selectFrom('note').select('value').where('name', '=', name).executeTakeFirst())?.value

/** Writes a note, and returns what it said before: of several processes, one gets the old text. */
const exchangeNote = async (db: Db, name: string, value: string): Promise<string | undefined> => {
  const before = await readNote(db, name)
  if (before !== value)
    await db.kysely
      .insertInto('note')
      .values({ name, value })
      .onConflict((it) => it.column('name').doUpdateSet({ value }))
      .execute()
  return before
}
