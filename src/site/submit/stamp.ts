import { randomBytes } from 'node:crypto'
import { isSigned, signClaim } from '../../core/site-secret.ts'
import type { Database } from '../../db/database.ts'
import { clientNetwork, clientSite } from '../../lib/client-network.ts'
import { siteHashLength } from '../../resources/submissions/stored.ts'

const purpose = 'submit'

/** Milliseconds that a person needs at least to fill in a form. */
export const shortestFill = 3000

/** Milliseconds in which a form must be sent. */
const longest = 24 * 3_600_000

/** Makes the signed time of a form, by which forms that programs send at once are recognized; no two forms have the same. */
export const stampForm = async (database: Database, now: number): Promise<string> => {
  const claim = `${now}.${randomBytes(9).toString('base64url')}`
  return claim + (await signClaim(database, purpose, claim))
}

/** The token of the secret link of what is sent with a stamp: a form that is sent several times has one. Without the key, nobody can tell it. */
export const tokenOfStamp = (database: Database, stamp: string): Promise<string> =>
  signClaim(database, purpose, `token ${stamp}`)

/** The milliseconds since a stamp was made by {@link stampForm}; undefined for any other text, and for one that is too old. */
export const ageOfStamp = async (database: Database, stamp: string, now: number): Promise<number | undefined> => {
  const [, claim = '', time = '', signature = ''] = /^((\d{1,15})\.[\w-]{12})([\w-]{43})$/.exec(stamp) ?? []
  const age = now - Number(time)
  if (signature === '' || age < 0 || age > longest) return undefined
  return (await isSigned(database, purpose, claim, signature)) ? age : undefined
}

/**
 * A keyed hash of the network of a client: it counts what comes from there, and does not tell the address. It begins with that of the larger
 * network, {@link siteHashLength} characters long, which is the same for all IPv6 networks of one /48.
 */
export const hashNetwork = async (database: Database, address: string): Promise<string> => {
  const network = clientNetwork(address)
  const hash = async (name: string) => (await signClaim(database, purpose, `network ${name}`)).slice(0, siteHashLength)
  return (await hash(clientSite(address) ?? network)) + (await hash(network))
}
