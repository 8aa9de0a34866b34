import { type Role, roles } from '../core/policy.ts'
import type { SettingName } from '../settings.ts'

/** The OpenID Connect provider for log-ins, and the roles that it gives. */
export type OidcSettings = {
  /** The URL below which the provider publishes its configuration. */
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  /** The claim whose values determine the role. */
  readonly claim: string
  /** The roles by value; `*` means everybody without any of the other values. */
  readonly roles: ReadonlyMap<string, Role>
}

/** The role with the most rights among those of the claim's values; undefined for a person who may not log in. */
export const roleOf = (values: readonly string[], given: OidcSettings['roles']): Role | undefined => {
  const found = values.flatMap((value) => (value === '*' ? [] : (given.get(value) ?? [])))
  return roles.find((role) => found.includes(role)) ?? given.get('*')
}

/** Reads the settings of the provider and reports their faults; undefined if there is none. */
export const readOidc = (
  values: Readonly<Record<SettingName, string>>,
  fault: (name: SettingName, message: string) => void,
): OidcSettings | undefined => {
  const { KALENDS_OIDC_ISSUER: issuer, KALENDS_OIDC_CLIENT_ID: clientId, KALENDS_OIDC_SECRET: secret } = values
  const read = readRoles(values.KALENDS_OIDC_ROLES)
  if (!read) {
    fault('KALENDS_OIDC_ROLES', `it must be values and roles such as press=editor; the roles are ${roles.join(', ')}.`)
  }
  if (issuer === '') return undefined
  if (!isProvider(issuer)) {
    fault('KALENDS_OIDC_ISSUER', 'it must be an https address, or an http address of this machine, without a query.')
    return undefined
  }
  if (clientId === '') fault('KALENDS_OIDC_CLIENT_ID', 'it is needed with KALENDS_OIDC_ISSUER.')
  if (secret === '') fault('KALENDS_OIDC_SECRET', 'it is needed with KALENDS_OIDC_ISSUER.')
  if (values.KALENDS_OIDC_CLAIM === '') fault('KALENDS_OIDC_CLAIM', 'it must not be empty.')
  return { issuer, clientId, secret, claim: values.KALENDS_OIDC_CLAIM, roles: read ?? new Map() }
}

/** Secrets and tokens pass between server and provider, so https is required, except on the same machine. */
const isProvider = (issuer: string): boolean => {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(issuer)
  const isOwnMachine = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOwnMachine)
  return isSafe && `${search}${hash}${username}${password}` === ''
}

const readRoles = (text: string): OidcSettings['roles'] | undefined => {
  if (text.trim() === '') return new Map(roles.map((role) => [role, role]))
  const read = new Map<string, Role>()
  for (const entry of text.split(',')) {
    // A value may contain "=", as names of groups in a directory do; a role does not.
    const mark = entry.lastIndexOf('=')
    const role = roles.find((known) => known === entry.slice(mark + 1).trim())
    const value = entry.slice(0, Math.max(mark, 0)).trim()
    if (role === undefined || value === '') return undefined
    read.set(value, role)
  }
  return read
}
