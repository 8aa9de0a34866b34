import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openSqlite } from '../../src/db/dialects/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'
import { makePicture } from '../media/pictures.ts'
import { upload } from '../media/uploading.ts'
import { startPostgres } from '../support/postgres.ts'
import { eventPayload, faultsOf, newCalendar, newDirectory, run, type Server, serve } from './program.ts'

const postgres = await startPostgres()

/** A calendar with a bit of everything, images in the database, and gaps among its ids; its server has ended. */
const makeCalendar = async () => {
  const { environment: given, directory, secret } = await newCalendar()
  const environment = { ...given, KALENDS_MEDIA_STORE: 'database' }
  const server = await serve(environment)
  const image = await upload(
    { address: server.address, secret },
    await makePicture('jpeg', { width: 900, height: 700 }),
  )
  const ask = (path: string, body: object) => server.ask('POST', path, { as: secret, body })
  for (let at = 0; at < 250; at++) {
    const venue = at % 50 === 0 ? { venue: `Hall ${at}`, geo_lat: 48.208_174, geo_lng: -0.000_001 * at } : ''
    const { status } = await ask('/events', {
      ...eventPayload(`Concert ${at} – “été”`),
      venue,
      tags: [`tag ${at % 7}`],
    })
    assert.equal(status, 201)
  }
  const parent = await ask('/events', {
    ...eventPayload('Festival'),
    image: image.body.id,
    organizer: { organizer: 'Club' },
  })
  const { body: first } = await server.ask('GET', '/events?per_page=1')
  await ask(`/events/${first.events[0].id}`, { post_parent: parent.body.id })
  const gone = await ask('/events', eventPayload('Gone'))
  await server.ask('DELETE', `/events/${gone.body.id}?force=true`, { as: secret })
  const answers = await readAll(server, secret)
  await server.stop()
  return { environment, secret, answers, lastId: gone.body.id as number, path: join(directory, 'kalends.sqlite') }
}

/** Everything that the interface shows, as it shows it; addresses aside, which name the port. */
const readAll = async (server: Server, secret: string): Promise<string[]> => {
  const texts: string[] = []
  for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    const { body } = await server.ask('GET', `/${list}?per_page=50`, { as: secret })
    for (let page = 1; page <= body.total_pages; page++) {
      const reply = await server.ask('GET', `/${list}?per_page=50&page=${page}`, { as: secret })
      texts.push(JSON.stringify(reply.body))
    }
  }
  const { body: images } = await server.ask('GET', '//wp-json/wp/v2/media')
  for (const { source_url } of images) {
    const bytes = await (await fetch(`${server.address}${new URL(source_url).pathname}`)).arrayBuffer()
    texts.push(Buffer.from(bytes).toString('base64'))
  }
  return texts.map((text) => text.replaceAll(server.address, 'http://here'))
}

describe('copy', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  after(() => (typeof postgres === 'string' ? undefined : postgres.stop()))

  it('moves a calendar to PostgreSQL and back, and counts on where it was', async () => {
    const { environment, secret, answers, lastId, path } = await makeCalendar()
    const url = `${typeof postgres === 'string' ? '' : postgres.url}/postgres`
    const back = `sqlite:${join(newDirectory(), 'back.sqlite')}`
    for (const [from, to] of [
      [`sqlite:${path}`, url],
      [url, back],
    ] as const) {
      const { code, stdout, stderr } = await run(['copy', from, to], environment)
      assert.deepEqual([code, /^Copied \d+ rows and compared each of them\.\n$/.test(stdout)], [0, true], stderr)
      const moved = { ...environment, KALENDS_DATABASE: to }
      const server = await serve(moved)
      assert.deepEqual(await readAll(server, secret), answers)
      await server.stop()
      assert.equal((await run(['check'], moved)).code, 0)
    }
    const server = await serve({ ...environment, KALENDS_DATABASE: back })
    const next = await server.ask('POST', '/venues', { as: secret, body: { venue: 'After all' } })
    assert.equal(next.body.id, lastId + 1)
    await server.stop()

    const again = await run(['copy', `sqlite:${path}`, back], environment)
    assert.deepEqual([again.code, again.stdout], [1, ''])
    assert.match(
      again.stderr,
      /back\.sqlite already has data: 1 user and \d+ events?\. Copy only into an empty database\.$/m,
    )
  })

  it('keeps nothing where a row of the copy differs (negative control)', async () => {
    const { environment } = await newCalendar()
    const server = await serve(environment)
    await server.stop()
    const target = join(newDirectory(), 'target.sqlite')
    const database = openSqlite(target)
    await migrate(database, Date.now())
    await database.transact(({ kysely }) =>
      sql`create trigger spoil after insert on "user" begin update "user" set role = 'editor'; end`.execute(kysely),
    )
    await database.close()
    const { code, stdout, stderr } = await run(
      ['copy', `sqlite:${environment.KALENDS_DATA}/kalends.sqlite`, `sqlite:${target}`],
      environment,
    )
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /The copy of user differs from the original; nothing was kept/)
    assert.equal((await run(['user', 'list'], { ...environment, KALENDS_DATABASE: `sqlite:${target}` })).stdout, '')
  })
})

describe('a copy that cannot be', () => {
  for (const [what, args, code, says] of [
    ['without a target', ['sqlite:a'], 64, /Usage: kalends copy FROM TO/],
    ['from something else', ['a.sqlite', 'sqlite:b'], 64, /FROM: it must be sqlite:PATH/],
    ['to something else', ['sqlite:a', 'mysql://x/y'], 64, /TO: it must be sqlite:PATH/],
    ['from nowhere', ['sqlite:/nowhere/a.sqlite', 'sqlite:/nowhere/b.sqlite'], 78, /There is no database/],
  ] as const) {
    it(`is refused ${what}`, async () => {
      const result = await run(['copy', ...args], { KALENDS_DATA: newDirectory() })
      assert.deepEqual([result.code, faultsOf(result.stderr).length], [code, 1])
      assert.match(result.stderr, says)
    })
  }
})
