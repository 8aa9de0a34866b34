import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { administer } from '../durability/on-postgres.ts'
import { startPostgres } from '../support/postgres.ts'
import { eventPayload, faultsOf, logOf, newDirectory, run, serve, told, until } from './program.ts'

const postgres = await startPostgres()

describe('the program on PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  const environmentOf = (database: string) => ({
    KALENDS_DATA: newDirectory(),
    KALENDS_DATABASE: `${typeof postgres === 'string' ? '' : postgres.url}/${database}`,
  })

  it('serves from several processes that share all writes, and runs commands beside them', async () => {
    const environment = environmentOf('postgres')
    const added = await run(['user', 'add', 'admin', '--role', 'administrator'], environment)
    assert.equal(added.code, 0, added.stderr)
    const secret = added.stdout.trim().split('\n').at(-1) ?? ''
    const servers = await Promise.all([1, 2, 3].map(() => serve({ ...environment, KALENDS_DATA: newDirectory() })))
    const warnings = logOf(servers[0]?.stderr() ?? '').filter(({ level }) => level === 'warn')
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['PostgreSQL has fsync off: acknowledged writes may be lost'],
    )

    const slugs = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const server = servers[at % 3] ?? assert.fail()
        const body = { ...eventPayload('The same'), categories: ['Shared'], venue: { venue: 'Hall' } }
        const reply = await server.ask('POST', '/events', { as: secret, body })
        assert.equal(reply.status, 201)
        const other = servers[(at + 1) % 3] ?? assert.fail()
        assert.equal((await other.ask('GET', `/events/${reply.body.id}`)).body.title, 'The same')
        return reply.body.slug
      }),
    )
    assert.equal(new Set(slugs).size, 30)
    const [server] = servers
    assert.ok(server)
    const { body: terms } = await server.ask('GET', '/categories')
    assert.deepEqual([terms.total, terms.categories[0].count], [1, 30])
    assert.equal((await server.ask('GET', '/venues')).body.total, 1)

    const file = join(environment.KALENDS_DATA, 'events.ndjson')
    writeFileSync(file, `${JSON.stringify(eventPayload('Imported'))}\n{"title":"broken"}\n`)
    const imported = await run(['import', file], environment)
    assert.deepEqual([imported.code, imported.stdout], [1, 'Imported 1 event; 1 line failed.\n'])
    assert.equal((await server.ask('GET', '/events?search=imported')).body.total, 1)
    const checked = await run(['check'], environment)
    assert.deepEqual([checked.code, checked.stdout], [0, 'The database is intact.\n'])
    const backup = await run(['backup', join(environment.KALENDS_DATA, 'copy')], environment)
    assert.deepEqual([backup.code, backup.stderr], [0, ''])
    for (const each of servers) assert.equal((await each.stop()).code, 0)
  })

  it('gets its schema once, from ten processes that start together', async () => {
    assert.ok(typeof postgres !== 'string')
    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` })
    await client.connect()
    await client.query('create database together').finally(() => client.end())
    const environment = environmentOf('together')
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, at) => run(['user', 'add', `user${at}`, '--role', 'author'], environment)),
    )
    assert.deepEqual([...new Set(all.map(({ code, stderr }) => `${code} ${stderr}`))], ['0 '])
    const listed = await run(['user', 'list'], environment)
    const ids = listed.stdout
      .trim()
      .split('\n')
      .map((line) => Number(line.split('\t')[0]))
    assert.deepEqual(ids, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('answers 503 while the database is gone, and is well when it is back', async (test) => {
    assert.ok(typeof postgres !== 'string')
    const environment = environmentOf('template1')
    const added = await run(['user', 'add', 'admin', '--role', 'administrator'], environment)
    const secret = added.stdout.trim().split('\n').at(-1) ?? ''
    const server = await serve({ ...environment, KALENDS_PREPARED_STATEMENTS: 'off' })
    const asks = [
      () => server.ask('GET', '/events'),
      () => server.ask('GET', '/events', { as: secret }),
      () => server.ask('POST', '/events', { as: secret, body: eventPayload('Concert') }),
    ] as const
    for (const ask of asks) assert.ok((await ask()).status < 300)
    await postgres.crash()
    for (let round = 0; round < 3; round++) {
      const ready = await server.ask('GET', '//readyz')
      assert.deepEqual([ready.status, ready.body.status], [503, 'unavailable'])
      assert.equal((await server.ask('GET', '//healthz')).status, 200)
      for (const ask of asks) {
        const { status, body, headers } = await ask()
        assert.deepEqual([status, body.code], [503, 'rest_service_unavailable'])
        assert.ok(Number(headers.get('retry-after')) >= 1)
      }
    }
    await postgres.restart()
    const since = performance.now()
    for (const ask of asks) assert.ok((await ask()).status < 300)
    assert.equal((await server.ask('GET', '//readyz')).status, 200)
    assert.equal((await server.ask('GET', '/events')).body.total, 2)
    test.diagnostic(`well ${Math.round(performance.now() - since)} ms after its return`)
    assert.equal((await server.stop()).code, 0)
  })

  it('serves on when a process ends while the database is away, and stops in time while a query waits', async (test) => {
    assert.ok(typeof postgres !== 'string')
    const environment = environmentOf('postgres')
    const server = await serve({ ...environment, KALENDS_WORKERS: '2' })
    await until(() => told(server, 'listening').length === 2)
    await postgres.crash()
    process.kill(Number(told(server, 'listening')[0]?.['pid']), 'SIGKILL')
    await until(() => told(server, 'a process has ended and is replaced').length >= 2)
    assert.equal((await server.ask('GET', '/events')).status, 503)
    await postgres.restart()
    await until(() => told(server, 'listening').length === 3)
    assert.equal((await server.ask('GET', '/events')).status, 200)

    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` })
    await client.connect()
    const { rows } = await client.query(
      `select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public'`,
    )
    await client.query('begin')
    await client.query(`lock table ${rows[0].names}`)
    const waiting = server.ask('GET', '/events?per_page=7').catch(() => 'no answer')
    // Not over the same connection, which sees one state of the activity until its transaction ends.
    const isWaiting = async (): Promise<boolean> =>
      (await administer(environment.KALENDS_DATABASE, `select 1 from pg_stat_activity where wait_event_type = 'Lock'`))
        .length > 0
    while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 20))
    const since = performance.now()
    assert.equal((await server.stop()).code, 0)
    const milliseconds = Math.round(performance.now() - since)
    test.diagnostic(`ended after ${milliseconds} ms`)
    // The query would have waited for half a minute.
    assert.ok(milliseconds < 25_000, `${milliseconds} ms`)
    await waiting
    await client.end()
  })

  it('makes no calendar of an empty database for commands that want one, and none that cannot hold every letter', async () => {
    assert.ok(typeof postgres !== 'string')
    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` })
    await client.connect()
    await client.query('create database empty template template0')
    await client.query(`create database latin encoding 'LATIN1' template template0`)
    await client.end()
    const environment = environmentOf('empty')
    const url = environment.KALENDS_DATABASE
    for (const args of [['check'], ['backup', join(newDirectory(), 'copy')], ['copy', url, 'sqlite:copy.sqlite']]) {
      const { code, stdout, stderr } = await run(args, environment)
      assert.deepEqual([code, stdout], [78, ''], args[0])
      assert.match(faultsOf(stderr).join(), /There is no database/)
    }
    const looking = new pg.Client({ connectionString: url })
    await looking.connect()
    const { rows } = await looking.query(`select * from pg_tables where schemaname = 'public'`)
    await looking.end()
    assert.deepEqual(rows, [])
    const latin = await run(['serve'], environmentOf('latin'))
    assert.equal(latin.code, 78)
    assert.match(faultsOf(latin.stderr).join(), /UTF-8.*LATIN1/)
  })

  for (const [what, database, says] of [
    ['a database that is not there', 'nowhere', /no such database/],
    ['a server that is not there', 'x', /cannot be reached \(ECONNREFUSED\)/],
  ] as const) {
    it(`says in one line what is wrong with ${what}`, async () => {
      const environment = environmentOf(database)
      const url = database === 'x' ? 'postgres://kalends:correct-horse@127.0.0.1:9/x' : environment.KALENDS_DATABASE
      const { code, stdout, stderr } = await run(['serve'], { ...environment, KALENDS_DATABASE: url })
      assert.deepEqual([code, stdout, faultsOf(stderr).length], [78, '', 1])
      assert.match(stderr, says)
      assert.doesNotMatch(stderr, /correct-horse|127\.0\.0\.1/)
    })
  }
})
