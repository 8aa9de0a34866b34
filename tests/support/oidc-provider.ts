import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from './free-port.ts'

/** What a person is at the provider, besides the name. */
export type Claims = Readonly<Record<string, unknown>>

/** A real OpenID Connect provider with one client, in which everybody logs in by a name alone. */
export type TestProvider = {
  readonly issuer: string
  /** The persons by their names; a test may change what they are. */
  readonly people: Map<string, Claims>
  readonly close: () => Promise<void>
}

/** The client that a test provider knows. */
export const testClient = { id: 'calendar', secret: 'a secret of the calendar' }

/** Starts a provider that sends browsers back to `callback` alone. */
export const startProvider = async (callback: string): Promise<TestProvider> => {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, Claims>()
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        redirect_uris: [callback],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, kty: 'EC', alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['keys of the cookies'] },
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'name'],
    },
    findAccount: (_, name) => ({ accountId: name, claims: () => ({ sub: name, ...people.get(name) }) }),
  })
  const server = createServer(provider.callback())
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    people,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A browser without a window: it keeps cookies of each host, and follows redirects. */
export const createTestBrowser = () => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  /** Sends one request. */
  const send = async (url: string, options: RequestInit = {}): Promise<Response> => {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(options.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(url, { ...options, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  /** Follows redirects as long as they lead to addresses that are to be followed; returns the last answer and its address. */
  const follow = async (url: string, isFollowed: (url: string) => boolean = () => true, options?: RequestInit) => {
    let response = await send(url, options)
    let at = url
    for (let n = 0; n < 20; n++) {
      const location = response.headers.get('location')
      if (!location) break
      at = new URL(location, at).href
      if (!isFollowed(at)) break
      await response.arrayBuffer()
      response = await send(at)
    }
    return { response, url: at }
  }
  return { jarOf, send, follow }
}

/** A browser of a test. */
export type TestBrowser = ReturnType<typeof createTestBrowser>

/** Answers the forms of a test provider as a person of this name, who may also refuse; returns where the browser is sent then. */
export const passProvider = async (
  { follow }: TestBrowser,
  start: string,
  name: string,
  isCallback: (url: string) => boolean,
): Promise<string> => {
  let { response, url } = await follow(start, (to) => !isCallback(to))
  for (let form = 0; form < 2 && !isCallback(url); form++) {
    const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1] ?? ''
    const body = new URLSearchParams({ prompt, login: name, password: 'any' })
    ;({ response, url } = await follow(url, (to) => !isCallback(to), { method: 'POST', body }))
  }
  return url
}
