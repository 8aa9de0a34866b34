import { type Role, roles } from '../core/policy.ts'
import type { SettingName } from '../settings.ts'

/** The OpenID Connect provider by which people log in, and the roles that it gives them. */
export type OidcSettings = {
  /** The address below which the provider describes itself. */
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  /** The claim whose values decide on the role. */
  readonly claim: string
  /** The roles of the values; `*` stands for everybody who has none of the other values. */
  readonly roles: ReadonlyMap<string, Role>
}

/** The role that the values of a claim give: that with most rights; undefined for a person who may not come in. */
export const roleOf = (values: readonly string[], given: OidcSettings['roles']): Role | undefined => {
  const found = values.flatMap((value) => (value === '*' ? [] : (given.get(value) ?? [])))
  return roles.find((role) => found.includes(role)) ?? given.get('*')
}

/** Reads the provider; undefined where none is set. Each fault is reported. */
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

/** Passwords and tokens pass between the server and the provider, so all but this machine itself is asked over https. */
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
    // A value may hold "=", as the names of groups in a directory do; a role holds none.
    const mark = entry.lastIndexOf('=')
    const role = roles.find((known) => known === entry.slice(mark + 1).trim())
    const value = entry.slice(0, Math.max(mark, 0)).trim()
    if (role === undefined || value === '') return undefined
    read.set(value, role)
  }
  return read
}
