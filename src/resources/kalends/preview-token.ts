import { isSigned, signClaim } from '../../core/site-secret.ts'
import type { Database } from '../../db/database.ts'

/** Milliseconds for which the address of a preview is valid. */
export const previewTime = 10 * 60_000

const purpose = 'preview'

/** Makes the token by which anybody can see an event until a moment in epoch milliseconds. */
export const signPreview = async (database: Database, eventId: number, until: number): Promise<string> => {
  const claim = `${eventId}.${until}`
  return `${claim}.${await signClaim(database, purpose, claim)}`
}

/** Returns the id of the event that a token shows; undefined for one that is wrong or over. */
export const readPreview = async (database: Database, token: string, now: number): Promise<number | undefined> => {
  const [, id = '', until = '', signature = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (signature === '' || Number(until) < now) return undefined
  return (await isSigned(database, purpose, `${id}.${until}`, signature)) ? Number(id) : undefined
}
