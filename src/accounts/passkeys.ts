import { randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type * as WebAuthn from '@simplewebauthn/server'
import type { Config } from '../config.ts'
import { ApiError } from '../core/errors.ts'
import { isSigned, signClaim } from '../core/site-secret.ts'
import type { Database, Db } from '../db/database.ts'
import { isJsonObject } from '../lib/json.ts'
import { nowText } from '../lib/time-zone.ts'
import { hasSecondFactor, renewRecoveryCodes, requireFactorRow } from './second-factor.ts'

/** A passkey without its key. Times are UTC texts. */
export type Passkey = {
  readonly uuid: string
  readonly name: string
  readonly created: string
  readonly used: string | null
}

/** The public address decides for which host passkeys are. */
type Site = Pick<Config, 'publicUrl' | 'siteName'>

type RegistrationOptions = Awaited<ReturnType<typeof WebAuthn.generateRegistrationOptions>>
type LogInOptions = Awaited<ReturnType<typeof WebAuthn.generateAuthenticationOptions>>

/** What a browser sends of a new passkey, and of one that logs in. */
export type NewPasskeyResponse = Parameters<typeof WebAuthn.verifyRegistrationResponse>[0]['response']
/** The same of one that logs in. */
export type PasskeyResponse = Parameters<typeof WebAuthn.verifyAuthenticationResponse>[0]['response']

/** Most characters of what a browser sends: an RSA key in base64 has a thousand. */
const maxResponse = 10_000

/** Whether a value has the outer form of what a browser sends; the rest is checked with the signature. */
export const isPasskeyResponse = (sent: unknown): sent is NewPasskeyResponse & PasskeyResponse =>
  isJsonObject(sent) &&
  typeof sent['id'] === 'string' &&
  /^[\w-]{1,1400}$/.test(sent['id']) &&
  isJsonObject(sent['response']) &&
  JSON.stringify(sent).length <= maxResponse

/** Most passkeys of one user, so that their list is short. */
export const maxPasskeys = 20

/** Milliseconds for which a challenge is accepted, and for which a browser asks its person. */
const patience = 5 * 60_000

/** EdDSA, ES256 and RS256, which all authenticators have one of. */
const algorithms = [-8, -7, -257]

/** Loaded when the first passkey is used: many calendars have none. */
const load = (): Promise<typeof WebAuthn> => import('@simplewebauthn/server')

/** Whether browsers have passkeys for the address of the calendar: with https or on this machine, and for no bare IP address. */
export const hasPasskeys = ({ publicUrl }: Pick<Site, 'publicUrl'>): boolean => {
  const { protocol, hostname } = new URL(publicUrl)
  return (protocol === 'https:' || hostname === 'localhost') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}

/** The passkeys of a user, the oldest first. */
export const listPasskeys = ({ kysely }: Db, userId: number): Promise<Passkey[]> =>
  kysely
    .selectFrom('passkey')
    .select(['uuid', 'label as name', 'created_utc as created', 'used_utc as used'])
    .where('user_id', '=', userId)
    .orderBy('created_utc')
    .orderBy('uuid')
    .limit(maxPasskeys)
    .execute()

const purpose = 'passkey'

/** Signed with a secret of the calendar, so that nobody fills a table by asking; `userId` is 0 for a log-in. */
const makeChallenge = async (database: Database, userId: number, now: number): Promise<string> => {
  const claim = `${userId}.${now}.${randomBytes(16).toString('base64url')}`
  return `${claim}.${await signClaim(database, purpose, claim)}`
}

/** When a challenge was made that a browser sends back; undefined for one of somebody else, or that is too old. */
const readChallenge = async (db: Db, sent: string, userId: number, now: number): Promise<number | undefined> => {
  const challenge = Buffer.from(sent, 'base64url').toString()
  const [, claim = '', owner, made = '', signature = ''] =
    /^((\d{1,16})\.(\d{1,16})\.[\w-]{1,40})\.([\w-]{1,60})$/.exec(challenge) ?? []
  const at = Number(made)
  const isDue = owner === String(userId) && at <= now && now - at < patience
  return isDue && (await isSigned(db, purpose, claim, signature)) ? at : undefined
}

/** What a browser needs to make a passkey for a user. */
export const offerPasskey = async (
  database: Database,
  site: Site,
  user: { readonly id: number; readonly name: string },
  now: number,
): Promise<RegistrationOptions> => {
  const { generateRegistrationOptions } = await load()
  const known = database.kysely.selectFrom('passkey').select('credential_id').where('user_id', '=', user.id)
  return generateRegistrationOptions({
    rpName: site.siteName,
    rpID: new URL(site.publicUrl).hostname,
    userName: user.name,
    userID: new Uint8Array(Buffer.from(String(user.id))),
    challenge: await makeChallenge(database, user.id, now),
    timeout: patience,
    attestationType: 'none',
    excludeCredentials: (await known.execute()).map(({ credential_id }) => ({ id: credential_id })),
    // Found without a user name, and with the PIN or the finger of its owner: two factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** A passkey that a browser has made for a user. */
export type MadePasskey = { readonly userId: number; readonly name: string; readonly response: NewPasskeyResponse }

/**
 * Adds a passkey; returns it, with recovery codes if it is the first second factor of the user.
 * @throws ApiError 403 when the response does not fit, 400 when there are too many.
 */
export const addPasskey = async (
  database: Database,
  site: Site,
  { userId, name, response }: MadePasskey,
  now: number,
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] }> => {
  const { verifyRegistrationResponse } = await load()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: async (sent) => (await readChallenge(database, sent, userId, now)) !== undefined,
    ...expectedOf(site),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refuse)
  if (!verified.verified) throw new ApiError('kalends_passkey_wrong')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return database.transact(async (db) => {
    if ((await listPasskeys(db, userId)).length >= maxPasskeys)
      throw new ApiError('rest_invalid_param', { message: `There are ${maxPasskeys} passkeys; remove some first.` })
    const isFirst = !(await hasSecondFactor(db, userId))
    await requireFactorRow(db, userId, now)
    const passkey = { uuid: randomUUID(), name, created: nowText(now), used: null }
    const key = { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter }
    const own = { user_id: userId, uuid: passkey.uuid, label: name, challenge_ms: 0 }
    const added = await db.kysely
      .insertInto('passkey')
      .values({ ...key, ...own, created_utc: passkey.created, used_utc: null })
      .onConflict((it) => it.column('credential_id').doNothing())
      .returning('uuid')
      .executeTakeFirst()
    // The same response was sent before, or names the passkey of somebody else.
    if (!added) throw new ApiError('kalends_passkey_wrong')
    return { passkey, recoveryCodes: isFirst ? await renewRecoveryCodes(db, userId) : [] }
  })
}

const expectedOf = ({ publicUrl }: Site) => {
  const { origin, hostname } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** Whatever is wrong with what a browser sends is not told: it is a mistake of no person. */
const refuse = (): never => {
  throw new ApiError('kalends_passkey_wrong')
}

/** What a browser needs to log somebody in, whoever has a passkey in it. */
export const askForPasskey = async (database: Database, site: Site, now: number): Promise<LogInOptions> => {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: new URL(site.publicUrl).hostname,
    challenge: await makeChallenge(database, 0, now),
    timeout: patience,
    userVerification: 'required',
  })
}

/**
 * Checks the response of a passkey, and notes its use; returns the id of its user.
 * @throws ApiError 403 when it does not fit, or was sent before.
 */
export const usePasskey = async (
  database: Database,
  site: Site,
  response: PasskeyResponse,
  now: number,
): Promise<number> => {
  const rows = database.kysely.selectFrom('passkey').selectAll().where('credential_id', '=', response.id)
  const row = await rows.executeTakeFirst()
  if (!row) throw new ApiError('kalends_passkey_wrong')
  const { verifyAuthenticationResponse } = await load()
  let made: number | undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (sent) => {
      made = await readChallenge(database, sent, 0, now)
      return made !== undefined
    },
    ...expectedOf(site),
    requireUserVerification: true,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  }).catch(refuse)
  if (!verified || made === undefined) throw new ApiError('kalends_passkey_wrong')
  const used = { counter: authenticationInfo.newCounter, challenge_ms: made, used_utc: nowText(now) }
  const { numUpdatedRows } = await database.transact(({ kysely }) =>
    kysely
      .updateTable('passkey')
      .set(used)
      .where('credential_id', '=', row.credential_id)
      .where('challenge_ms', '<', used.challenge_ms)
      .executeTakeFirstOrThrow(),
  )
  if (numUpdatedRows !== 1n) throw new ApiError('kalends_passkey_wrong')
  return row.user_id
}

/** Removes a passkey of a user; whether there was one. */
export const removePasskey = async ({ kysely }: Db, userId: number, uuid: string): Promise<boolean> => {
  const removed = kysely.deleteFrom('passkey').where('user_id', '=', userId).where('uuid', '=', uuid)
  return (await removed.executeTakeFirstOrThrow()).numDeletedRows > 0n
}
