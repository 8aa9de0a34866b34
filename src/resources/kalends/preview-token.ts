import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database, Db } from '../../db/database.ts'

/** Milliseconds for which the address of a preview is valid. */
export const previewTime = 10 * 60_000

const secretName = 'preview_secret'

const findSecret = async ({ kysely }: Db): Promise<string | undefined> => {
  const found = kysely.selectFrom('setting').select('value').where('name', '=', secretName)
  return (await found.executeTakeFirst())?.value
}

/** The secret of the calendar, which the first preview makes. */
const requireSecret = async (database: Database): Promise<string> => {
  const known = await findSecret(database)
  if (known !== undefined) return known
  return database.transact(async (db) => {
    const value = (await findSecret(db)) ?? randomBytes(32).toString('hex')
    await db.kysely
      .insertInto('setting')
      .values({ name: secretName, value })
      .onConflict((it) => it.column('name').doNothing())
      .execute()
    return value
  })
}

const sign = (secret: string, claim: string): string =>
  createHmac('sha256', secret).update(`preview ${claim}`).digest('base64url')

/** Makes the token by which anybody can see an event until a moment in epoch milliseconds. */
export const signPreview = async (database: Database, eventId: number, until: number): Promise<string> => {
  const claim = `${eventId}.${until}`
  return `${claim}.${sign(await requireSecret(database), claim)}`
}

/** Returns the id of the event that a token shows; undefined for one that is wrong or over. */
export const readPreview = async (database: Database, token: string, now: number): Promise<number | undefined> => {
  const [, id = '', until = '', signature = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  const secret = signature === '' ? undefined : await findSecret(database)
  if (secret === undefined || Number(until) < now) return undefined
  const isRight = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, `${id}.${until}`)))
  return isRight ? Number(id) : undefined
}
