import { createHash } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { SubmissionTable } from '../../db/schema.ts'
import { nowText } from '../../lib/time-zone.ts'

/** A submission without its pictures, which may be large. */
export type Submission = Omit<
  Selectable<SubmissionTable>,
  'picture' | 'preview' | 'token_hash' | 'network_hash' | 'is_told'
> & {
  readonly has_picture: number
}

/** Days in which an address must be confirmed. */
const confirmDays = 1

/** Most submissions that wait at once: more than anybody reviews, and few enough to be no burden. */
const maxWaiting = 500

/** Most bytes of a preview: a list of events has one for each. */
export const maxPreviewBytes = 100 * 1024

/** Most bytes of all pictures that wait for an approval. */
const maxPictureBytes = 1024 * 1024 * 1024

/** Most bytes of all texts that wait for an approval, as they were sent, for each date of a series. */
const maxTextBytes = 32 * 1024 * 1024

/** Most submissions whose address is not confirmed, and most bytes of their pictures; beyond that, the oldest ones go. */
const [maxUnconfirmed, maxUnconfirmedBytes] = [1000, 256 * 1024 * 1024]

/** Most submissions from one network in an hour and in a day, and most that wait from one address. */
const [maxPerHour, maxPerDay, maxPerAddress] = [10, 30, 10]

/** So many times as much may come from all networks of a larger one: an IPv6 client may have 65,536 of them. */
const networksOfSite = 5

/** Characters at the beginning of the hash of a network that belong to the larger network. */
export const siteHashLength = 11

const [hour, day] = [3_600_000, 86_400_000]

const hashToken = (token: string): string => createHash('sha256').update(`submission:${token}`).digest('base64url')

const columns = [
  'id',
  'state',
  'is_confirmed',
  'name',
  'email',
  'language',
  'created_utc',
  'payload',
  'event_id',
  'was_taken',
  'replaces_id',
  'picture_name',
] as const satisfies (keyof SubmissionTable)[]

const select = ({ kysely }: Db) =>
  kysely
    .selectFrom('submission')
    .select(columns)
    .select(sql<number>`case when picture is null then 0 else 1 end`.as('has_picture'))

/** The submission with the token of its secret link; if it was sent again, the one that took its place. */
export const findByToken = async (db: Db, token: string): Promise<Submission | undefined> => {
  const found = await findOwn(db, token)
  return found && findSuccessor(db, found)
}

/** The submission with an id or, if it was sent again, the one that took its place. */
export const findLatest = async (db: Db, id: number): Promise<Submission | undefined> => {
  const found = await select(db).where('id', '=', id).executeTakeFirst()
  return found && findSuccessor(db, found)
}

const findSuccessor = async (db: Db, submission: Submission): Promise<Submission> => {
  let found = submission
  while (found.state === 'withdrawn') {
    const next = await select(db)
      .where('replaces_id', '=', found.id)
      .where('state', '<>', 'unconfirmed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!next) break
    found = next
  }
  return found
}

/** The submission that was given a token itself. */
export const findOwn = async (db: Db, token: string): Promise<Submission | undefined> =>
  /^[\w-]{43}$/.test(token) ? select(db).where('token_hash', '=', hashToken(token)).executeTakeFirst() : undefined

/** The submission from which an event comes. */
export const findByEvent = async (
  db: Db,
  { submission_id }: { readonly submission_id: number | null },
): Promise<Submission | undefined> =>
  submission_id === null ? undefined : select(db).where('id', '=', submission_id).executeTakeFirst()

type NewSubmission = Omit<Insertable<SubmissionTable>, 'id' | 'token_hash' | 'event_id' | 'was_taken' | 'is_told'>

/** Adds a submission; returns its id. The token of its secret link is stored only as a hash. */
export const insertSubmission = async ({ kysely }: Db, token: string, row: NewSubmission): Promise<number> => {
  const { id } = await kysely
    .insertInto('submission')
    .values({ ...row, token_hash: hashToken(token), event_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Why something cannot be submitted just now: too many events or pictures wait, or too much has come from one network or address. */
export type Refusal = 'full' | 'pictures' | 'often'

const isWaiting = sql`(submission.state = 'open' and event.status = 'pending')`

/** How many dates a submitted event has: each has its own copy of the texts. */
const dates = sql`(select count(*) from event as date where date.submission_id = submission.id)`

/** Whether there is room for another event that waits, and for a picture of some bytes with it. */
export const findRoom = async (db: Db, pictureBytes: number): Promise<Exclude<Refusal, 'often'> | undefined> => {
  const { waiting, texts } = await db.kysely
    .selectFrom('submission')
    .innerJoin('event', 'event.id', 'submission.event_id')
    .select(sql<number>`coalesce(sum(case when ${isWaiting} then 1 else 0 end), 0)`.as('waiting'))
    .select(sql<number>`coalesce(sum(length(submission.payload) * ${dates}), 0)`.as('texts'))
    .where('event.status', 'in', ['pending', 'draft'])
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= maxWaiting || Number(texts) >= maxTextBytes) return 'full'
  return pictureBytes > 0 && !(await hasRoomForPicture(db, pictureBytes)) ? 'pictures' : undefined
}

/** Whether there is room for a picture beside those of visitors' events that wait, and all that authors have sent. */
export const hasRoomForPicture = async ({ kysely }: Db, pictureBytes: number): Promise<boolean> => {
  const { bytes } = await kysely
    .selectFrom('submission')
    .leftJoin('event', 'event.id', 'submission.event_id')
    .select(sql<number>`coalesce(sum(length(submission.picture)), 0)`.as('bytes'))
    .where((eb) => eb.or([eb('event.status', 'in', ['pending', 'draft']), eb('submission.state', '=', 'picture')]))
    .executeTakeFirstOrThrow()
  return Number(bytes) + pictureBytes <= maxPictureBytes
}

/** Removes the oldest submissions whose address is not confirmed, where there are too many of them or their pictures are too large. */
export const evictUnconfirmed = async ({ kysely, dialect }: Db): Promise<void> => {
  const rows = await kysely
    .selectFrom('submission')
    .select('id')
    .select(sql<number>`coalesce(length(picture), 0)`.as('bytes'))
    .where('state', '=', 'unconfirmed')
    .orderBy('id', 'desc')
    .execute()
  let bytes = 0
  const surplus = rows.filter((row, at) => {
    bytes += Number(row.bytes)
    return at >= maxUnconfirmed || bytes > maxUnconfirmedBytes
  })
  if (surplus.length === 0) return
  const ids = surplus.map(({ id }) => id)
  await kysely
    .deleteFrom('submission')
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .execute()
}

/** Whether a network and an address may submit another event at `now`, in epoch milliseconds; the answer is exact within a transaction. */
export const findRefusal = async (
  { kysely }: Db,
  { networkHash, email }: { readonly networkHash: string; readonly email: string },
  now: number,
): Promise<'often' | undefined> => {
  const countSince = (time: number, length: number) =>
    sql<number>`coalesce(sum(case when substr(network_hash, 1, ${sql.lit(length)}) = ${networkHash.slice(0, length)}
      and created_utc > ${nowText(now - time)} then 1 else 0 end), 0)`
  const { ofHour, ofDay, ofSiteInHour, ofSiteInDay, ofAddress } = await kysely
    .selectFrom('submission')
    .leftJoin('event', 'event.id', 'submission.event_id')
    .select([
      countSince(hour, networkHash.length).as('ofHour'),
      countSince(day, networkHash.length).as('ofDay'),
      countSince(hour, siteHashLength).as('ofSiteInHour'),
      countSince(day, siteHashLength).as('ofSiteInDay'),
      sql<number>`coalesce(sum(case when lower(submission.email) = ${email.toLowerCase()} and (submission.state = 'unconfirmed' or ${isWaiting}) then 1 else 0 end), 0)`.as(
        'ofAddress',
      ),
    ])
    .executeTakeFirstOrThrow()
  const isOften =
    Number(ofHour) >= maxPerHour ||
    Number(ofDay) >= maxPerDay ||
    Number(ofSiteInHour) >= maxPerHour * networksOfSite ||
    Number(ofSiteInDay) >= maxPerDay * networksOfSite ||
    Number(ofAddress) >= maxPerAddress
  return isOften ? 'often' : undefined
}

/** The picture of a submission, for one that replaces it. */
export const readFiles = ({ kysely }: Db, id: number) =>
  kysely.selectFrom('submission').select(['picture_name', 'picture', 'preview']).where('id', '=', id).executeTakeFirst()

/**
 * Removes what is no longer needed at `now`, in epoch milliseconds: submissions whose address was not confirmed in time, those older than
 * `days`, the hashes of networks after a day, and pictures of events that no longer wait.
 */
export const forgetSubmissions = async ({ kysely }: Db, now: number, days: number): Promise<void> => {
  const before = (time: number): string => nowText(now - time)
  await kysely
    .deleteFrom('submission')
    .where((eb) =>
      eb.or([
        eb('created_utc', '<', before(days * day)),
        eb.and([eb('state', '=', 'unconfirmed'), eb('created_utc', '<', before(confirmDays * day))]),
      ]),
    )
    .execute()
  await kysely
    .updateTable('submission')
    .set({ network_hash: '' })
    .where('network_hash', '<>', '')
    .where('created_utc', '<', before(day))
    .execute()
  // What an author has sent is there as long as the event may come back from where it is; a visitor's event has no way back.
  for (const [state, statuses] of [
    ['open', ['pending', 'draft']],
    ['picture', ['pending', 'draft', 'private', 'trash']],
  ] as const)
    await kysely
      .updateTable('submission')
      .set({ picture: null, preview: null })
      .where('picture', 'is not', null)
      .where('created_utc', '<', before(day))
      .where('state', '=', state)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('event')
              .select('event.id')
              .whereRef('event.submission_id', '=', 'submission.id')
              .where('event.status', 'in', statuses),
          ),
        ),
      )
      .execute()
}
