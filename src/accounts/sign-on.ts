import type * as OpenIdClient from 'openid-client'
import type { OidcSettings } from '../config.ts'
import { type Role, roles } from '../db/schema.ts'
import type { Identity } from './identities.ts'
import { findNameFault, isEmail } from './users.ts'

/** What the browser keeps while the person logs in at the provider: the values that the response must match, and the page to open afterwards. */
export type Attempt = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly to: string
}

/** Log-ins through an OpenID Connect provider, by the authorization code flow with PKCE (OpenID Connect Core 1.0, 3.1; RFC 7636). */
export type SignOn = {
  /**
   * Begins a log-in that ends at the page `to`. Returns the provider's URL for the browser, and what the browser keeps. `callback` is
   * the URL to which the provider sends the browser back.
   */
  readonly begin: (to: string, callback: string) => Promise<{ readonly url: string; readonly attempt: Attempt }>
  /** Returns the person from the URL to which the provider sent the browser back. @throws if the response does not match the attempt. */
  readonly finish: (attempt: Attempt, answered: URL) => Promise<Identity>
}

/** Loaded at the first log-in: most calendars have no provider. */
const load = (): Promise<typeof OpenIdClient> => import('openid-client')

/** Seconds for each request to the provider. */
const patience = 10

/** Prepares log-ins; the configuration of the provider is read at the first one. */
export const createSignOn = (settings: OidcSettings): SignOn => {
  let known: Promise<OpenIdClient.Configuration> | undefined
  const configuration = (): Promise<OpenIdClient.Configuration> => {
    known ??= discover(settings).catch((error) => {
      // The next log-in asks again.
      known = undefined
      throw error
    })
    return known
  }
  return {
    begin: async (to, callback) => {
      const client = await load()
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        to,
      }
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: 'openid profile email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },
    finish: async ({ state, nonce, verifier }, answered) => {
      const [client, provider] = [await load(), await configuration()]
      const tokens = await client.authorizationCodeGrant(provider, answered, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token.')
      const more = provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {}
      return readIdentity({ ...more, ...claims }, settings)
    },
  }
}

const discover = async ({ issuer, clientId, secret }: OidcSettings): Promise<OpenIdClient.Configuration> => {
  const client = await load()
  return client.discovery(new URL(issuer), clientId, secret, undefined, {
    timeout: patience,
    // The settings allow http for this machine alone.
    ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
  })
}

/** Whether the provider has refused the code with which a browser came back. */
export const isRefusedCode = (error: unknown): boolean =>
  error instanceof Error && 'error' in error && error.error === 'invalid_grant'

/** Claims come from other programs: an invalid one is ignored, and does not prevent the log-in. */
const readIdentity = (
  claims: OpenIdClient.IDToken & OpenIdClient.UserInfoResponse,
  settings: OidcSettings,
): Identity => {
  const given = claims[settings.claim]
  const values = (Array.isArray(given) ? given : [given]).filter((value) => typeof value === 'string')
  const [login, email, fullName] = [textOf(claims.preferred_username), textOf(claims.email), textOf(claims.name)]
  const names = [login, beforeAt(login), beforeAt(email), fullName]
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: names.find((name) => findNameFault(name) === undefined) ?? '',
    email: claims.email_verified === true && isEmail(email) ? email.toLowerCase() : '',
    role: findRole(values, settings.roles),
  }
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '')

const beforeAt = (address: string): string => address.split('@')[0] ?? ''

/** The role with the most rights among those of the claim's values; undefined for a person who may not log in. */
const findRole = (values: readonly string[], given: OidcSettings['roles']): Role | undefined => {
  const found = values.flatMap((value) => (value === '*' ? [] : (given.get(value) ?? [])))
  return roles.find((role) => found.includes(role)) ?? given.get('*')
}
