import assert from 'node:assert/strict'
import type { Reply, Site } from './site.ts'
import type { Scenario } from './together.ts'

/** Asks every process at once. */
const askAll = (site: Site, ask: (process: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: site.requests }, (_, process) => ask(process)))

/** Asks every process for what only those see who are logged in. */
const readDrafts = (site: Site, options: { as?: string; headers?: Record<string, string> }): Promise<Reply[]> =>
  askAll(site, (process) => site.askAt(process)('GET', '/events?status=draft', options))

/** A wrong credential may be one too many from this address. */
const assertRefused = (replies: readonly Reply[]): void => {
  for (const { status } of replies) assert.ok([401, 403, 429].includes(status), String(status))
}

const assertTaken = (replies: readonly Reply[]): void => {
  for (const { status, body } of replies) assert.equal(status, 200, JSON.stringify(body))
}

const secretIn = (stdout: string): string => stdout.trim().split('\n').at(-1) ?? ''

/** Adds an editor; answers the credentials. */
const addEditor = async (site: Site, name: string): Promise<string> => {
  const { code, stdout, stderr } = await site.run(['user', 'add', name, '--role', 'editor'])
  assert.equal(code, 0, stderr)
  return `${name}:${secretIn(stdout)}`
}

/** What logging in and out must be for all processes alike. */
export const logIns: Readonly<Record<string, Scenario>> = {
  'ten log-ins that fail are answered plainly, wherever they come, and one more for each six seconds': async (
    site,
    round,
  ) => {
    const right = await addEditor(site, `guessed${round}`)
    assertTaken(await readDrafts(site, { as: right }))
    const since = Date.now()
    const statuses: number[] = []
    for (let turn = 0; turn < 20; turn += site.requests) {
      const wrong = { as: `guessed${round}:wrong`, headers: { 'x-forwarded-for': `192.0.2.${round}` } }
      const replies = await askAll(site, (process) => site.askAt(process)('GET', '/events', wrong))
      statuses.push(...replies.map(({ status }) => status))
    }
    const plain = statuses.filter((status) => status === 401).length
    assert.ok(plain >= 10 && plain <= 10 + (Date.now() - since) / 6000, statuses.join(' '))
    assert.equal(statuses.filter((status) => status === 429).length, statuses.length - plain)
    assertTaken(await readDrafts(site, { as: right }))
  },

  'a credential that is renewed or removed is refused everywhere at once': async (site, round) => {
    const name = `renewed${round}`
    const old = await addEditor(site, name)
    assertTaken(await readDrafts(site, { as: old }))
    const { stdout } = await site.run(['user', 'password', name])
    const present = `${name}:${secretIn(stdout)}`
    assertRefused(await readDrafts(site, { as: old }))
    assertTaken(await readDrafts(site, { as: present }))
    assert.equal((await site.run(['user', 'remove', name])).code, 0)
    assertRefused(await readDrafts(site, { as: present }))
  },

  'a session that was logged out is refused everywhere at once': async (site, round) => {
    const name = `leaving${round}`
    await addEditor(site, name)
    assert.equal((await site.run(['user', 'login', name], 'a long password\n')).code, 0)
    // The refusals of the tests before count for their own address.
    const headers = { 'x-forwarded-for': `198.51.100.${round}` }
    const body = { name, password: 'a long password' }
    const logIn = await site.ask('POST', '//session', { as: 'nobody', body, headers })
    assert.equal(logIn.status, 201)
    const [cookie = ''] = (logIn.headers.get('set-cookie') ?? '').split(';')
    const session = { as: 'nobody', headers: { cookie, 'x-wp-nonce': logIn.body.nonce } }
    assertTaken(await readDrafts(site, session))
    assert.equal((await site.ask('DELETE', '//session', session)).status, 204)
    assertRefused(await readDrafts(site, session))
  },
}
