import { isSigned, signClaim } from '../../core/site-secret.ts'
import type { Database } from '../../db/database.ts'

/** Milliseconds for which the address of a preview is valid. */
export const previewTime = 10 * 60_000

const purpose = 'preview'

/** What a token shows, and to whom it was given: it shows no more than that user may still read. */
export type PreviewClaim = { readonly eventId: number; readonly issuerId: number }

/** Makes the token by which anybody can see an event until a moment in epoch milliseconds. */
export const signPreview = async (
  database: Database,
  { eventId, issuerId }: PreviewClaim,
  until: number,
): Promise<string> => {
  const claim = `${eventId}.${issuerId}.${until}`
  return `${claim}.${await signClaim(database, purpose, claim)}`
}

/** Returns what a token shows; undefined for one that is wrong or over. */
export const readPreview = async (
  database: Database,
  token: string,
  now: number,
): Promise<PreviewClaim | undefined> => {
  const [, claim = '', id, issuer, until, signature = ''] =
    /^((\d{1,15})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (signature === '' || Number(until) < now) return undefined
  return (await isSigned(database, purpose, claim, signature))
    ? { eventId: Number(id), issuerId: Number(issuer) }
    : undefined
}
