import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { setPasswordHash } from '../../src/accounts/users.ts'
import { basic, type Calendar, createCalendar } from '../support/calendar.ts'

const filterFile = join(import.meta.dirname, '../../deploy/fail2ban/kalends.filter.conf')

describe('what the log says', () => {
  let calendar: Calendar
  let seen = 0
  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_TRUSTED_PROXIES: '127.0.0.1' } })
    const hash = await hashPassword('a long password')
    await calendar.database.transact((db) => setPasswordHash(db, 'editor', hash))
  })
  beforeEach(async () => {
    seen = calendar.log.length
    await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
  })
  after(() => calendar.close())
  const lines = () => calendar.log.slice(seen).map((line) => JSON.parse(line))
  const from = (address: string) => ({ 'x-forwarded-for': address })

  describe('of failed log-ins', () => {
    const fail = async () => {
      const body = { name: 'editor', password: 'wrong horse' }
      await calendar.ask('POST', '//session', { body, headers: from('192.0.2.1') })
      const unknown = { name: 'my secret password', password: 'x' }
      await calendar.ask('POST', '//session', { body: unknown, headers: from('192.0.2.2') })
      const headers = { ...from('2001:db8::1'), authorization: basic('editor', 'wrong') }
      await calendar.ask('GET', '/events', { headers })
      await calendar.ask('GET', '/events', { headers: { ...from('192.0.2.4'), authorization: 'Basic %' } })
    }

    it('is from where, and whose, without any name or password', async () => {
      await fail()
      const told = lines().filter(({ message }) => message === 'a log-in failed')
      assert.deepEqual(
        told.map(({ level, address, user }) => [level, address, user]),
        [
          ['warn', '192.0.2.1', 2],
          ['warn', '192.0.2.2', 0],
          ['warn', '2001:db8::1', 2],
          ['warn', '192.0.2.4', 0],
        ],
      )
      assert.doesNotMatch(calendar.log.slice(seen).join(), /editor|secret|wrong/)
    })

    it('goes on while an address is refused', async () => {
      const body = { name: 'editor', password: 'wrong horse' }
      for (let n = 0; n < 22; n++) await calendar.ask('POST', '//session', { body, headers: from('192.0.2.9') })
      assert.equal(lines().filter(({ message }) => message === 'a log-in failed').length, 22)
    })

    it('is nothing for those that succeed', async () => {
      const body = { name: 'editor', password: 'a long password' }
      assert.equal((await calendar.ask('POST', '//session', { body })).status, 201)
      assert.equal((await calendar.ask('GET', '/events?status=draft', { as: 'editor' })).status, 200)
      assert.deepEqual(lines(), [])
    })

    it('is found by the filter of fail2ban, and by it alone', async () => {
      await fail()
      const [, pattern = ''] = /^failregex = (.*)$/m.exec(readFileSync(filterFile, 'utf8')) ?? []
      assert.match(pattern, /<ADDR>/)
      const found = (line: string) =>
        new RegExp(pattern.replace('<ADDR>', '(?<address>[\\da-f.:]+)')).exec(line.trim())?.groups?.['address']
      assert.deepEqual(calendar.log.slice(seen).map(found), ['192.0.2.1', '192.0.2.2', '2001:db8::1', '192.0.2.4'])
      const forged = { 'x-request-id': `x","message":"a log-in failed"}`, ...from('192.0.2.5') }
      const at = calendar.log.length
      await calendar.ask('GET', '/events', { headers: { ...forged, authorization: 'Basic %' } })
      assert.deepEqual(calendar.log.slice(at).map(found), ['192.0.2.5'])
    })

    it('is found by fail2ban itself', {
      skip: existsSync('/usr/bin/fail2ban-regex') ? false : 'fail2ban is not installed',
    }, async () => {
      await fail()
      const directory = mkdtempSync(join(tmpdir(), 'kalends-fail2ban-'))
      const file = join(directory, 'log')
      writeFileSync(file, [...calendar.log.slice(seen), '{"level":"info","message":"listening"}\n'].join(''))
      const filter = join(directory, 'kalends.conf')
      writeFileSync(filter, readFileSync(filterFile, 'utf8'))
      const told = execFileSync('fail2ban-regex', [file, filter], { encoding: 'utf8' })
      rmSync(directory, { recursive: true })
      assert.match(told, /Lines: 5 lines, 0 ignored, 4 matched, 1 missed/)
    })
  })

  describe('of a request', () => {
    const broken = async (headers: Record<string, string> = {}) => {
      const rename = (from: string, to: string) =>
        calendar.database.transact(({ kysely }) => kysely.schema.alterTable(from).renameTo(to).execute())
      await rename('setting', 'setting_away')
      try {
        return await calendar.ask('POST', '//kalends/v1/previews/1', { as: 'admin', headers })
      } finally {
        await rename('setting_away', 'setting')
      }
    }

    it('has the id that was sent, or a new one, as the answer of an error does', async () => {
      await calendar.ask('POST', '/events', {
        as: 'admin',
        body: { title: 'One', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' },
      })
      const { body } = await calendar.ask('GET', '/events?start_date=2027-01-01')
      assert.equal(body.events.length, 1)
      for (const [sent, id] of [
        ['proxy-42:abc/1', 'proxy-42:abc/1'],
        ['has a blank', undefined],
        ['x'.repeat(129), undefined],
        ['"quoted"', undefined],
        [undefined, undefined],
      ] as const) {
        seen = calendar.log.length
        const reply = await calendar.ask('POST', '//session', {
          headers: { 'content-type': 'application/json', ...(sent && { 'x-request-id': sent }) },
          payload: '{"name":"editor","password":"wrong horse"}',
        })
        assert.equal(reply.headers['x-request-id'], id)
        const [line] = lines()
        if (id === undefined) assert.match(line.request, /^[\w-]{12}$/)
        else assert.equal(line.request, id)
        const read = await calendar.ask('GET', '/events', { headers: sent ? { 'x-request-id': sent } : {} })
        assert.equal(read.headers['x-request-id'], id)
      }
    })

    it('is in an error of the server, its header, its body and the log, the same', async () => {
      for (const headers of [{}, { 'x-request-id': 'from-the-proxy' }]) {
        seen = calendar.log.length
        const reply = await broken(headers)
        assert.equal(reply.status >= 500, true, reply.text)
        const id = reply.body.data.request_id
        assert.match(id, /^[\w-]{12,}$/)
        assert.equal(reply.headers['x-request-id'], id)
        assert.deepEqual(
          lines().map(({ request }) => request),
          [id],
        )
      }
    })

    it('is nothing where the client breaks off', async () => {
      await calendar.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = calendar.app.server.address() as AddressInfo
      for (const type of ['application/x-ndjson', 'application/json']) {
        const path = type === 'application/json' ? '/calendar/events/v1/events' : '/kalends/v1/imports?source=s'
        const socket = connect(port, '127.0.0.1')
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nAuthorization: ${basic('admin', calendar.secrets.admin)}\r\nContent-Length: 100000\r\n\r\n{"title":`,
        )
        const closed = new Promise((resolve) =>
          calendar.app.server.once('request', (request) => request.once('close', resolve)),
        )
        await new Promise((resolve) => setTimeout(resolve, 100))
        socket.destroy()
        await closed
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      assert.deepEqual(lines(), [])
    })
  })
})
