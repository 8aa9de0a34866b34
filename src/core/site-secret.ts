import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database, Db } from '../db/database.ts'

const nameOf = (purpose: string): string => `${purpose}_secret`

/** The secret of the calendar for a purpose; undefined before it was first needed. */
const findSecret = async ({ kysely }: Db, purpose: string): Promise<string | undefined> => {
  const found = kysely.selectFrom('setting').select('value').where('name', '=', nameOf(purpose))
  return (await found.executeTakeFirst())?.value
}

const requireSecret = async (database: Database, purpose: string): Promise<string> => {
  const known = await findSecret(database, purpose)
  if (known !== undefined) return known
  return database.transact(async (db) => {
    const value = (await findSecret(db, purpose)) ?? randomBytes(32).toString('hex')
    await db.kysely
      .insertInto('setting')
      .values({ name: nameOf(purpose), value })
      .onConflict((it) => it.column('name').doNothing())
      .execute()
    return value
  })
}

const signWith = (secret: string, purpose: string, claim: string): string =>
  createHmac('sha256', secret).update(`${purpose} ${claim}`).digest('base64url')

/** Signs a claim, as 43 letters, with a secret of the calendar that is made when it is first needed. */
export const signClaim = async (database: Database, purpose: string, claim: string): Promise<string> =>
  signWith(await requireSecret(database, purpose), purpose, claim)

/** Whether {@link signClaim} has made the signature for this purpose and claim. */
export const isSigned = async (db: Db, purpose: string, claim: string, signature: string): Promise<boolean> => {
  const secret = await findSecret(db, purpose)
  if (secret === undefined) return false
  const [sent, right] = [Buffer.from(signature), Buffer.from(signWith(secret, purpose, claim))]
  return sent.length === right.length && timingSafeEqual(sent, right)
}
