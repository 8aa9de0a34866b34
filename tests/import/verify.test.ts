import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, mock } from 'node:test'
import { runCommand } from '../../src/cli/run.ts'
import { makePicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { startTecSite, type TecSite, tecEvent } from '../support/tec-site.ts'

describe('the comparison of a site with what was imported (C4.3)', () => {
  let site: TecSite
  let calendar: Calendar
  before(async () => {
    const venue = { id: 11, venue: 'Town hall', address: 'Market 1', city: 'Lindow', status: 'publish' }
    const organizer = { id: 12, organizer: 'Choir &amp; friends', email: 'choir@site.test', status: 'publish' }
    site = await startTecSite({
      categories: [{ id: 21, name: 'Music', slug: 'music', parent: 0, description: '' }],
      tags: [{ id: 23, name: 'free', slug: 'free', description: '' }],
      venues: [venue],
      organizers: [organizer],
      events: Array.from({ length: 60 }, (_, at) =>
        tecEvent(100 + at, {
          venue,
          organizer: [organizer],
          categories: [{ id: 21, name: 'Music' }],
          ...(at === 0 && { description: '<p onclick="go()">Bring a friend</p>' }),
        }),
      ),
    })
    const image = { id: 31, url: `${site.url}/town.png` }
    site.files.set('/town.png', await makePicture('png', { width: 100, height: 60 }))
    site.lists.events[1] = { ...(site.lists.events[1] ?? tecEvent(101)), image }
    calendar = await createCalendar()
  })
  after(async () => {
    await calendar.close()
    site.close()
  })

  const run = async (...args: string[]) => {
    const report = join(calendar.config.dataDirectory, 'report.json')
    const spies = [process.stdout, process.stderr].map((stream) => {
      // The runner of the tests writes there, too.
      const write = stream.write.bind(stream)
      return mock.method(stream, 'write', (piece: string | Uint8Array) => write(piece))
    })
    const environment = {
      KALENDS_DATA: calendar.config.dataDirectory,
      KALENDS_DATABASE: `sqlite:${calendar.databasePath}`,
      KALENDS_FETCH_NETWORKS: '127.0.0.1',
      KALENDS_FETCH_PORTS: String(site.port),
    }
    const code = await runCommand(['import', ...args, '--report', report], environment).finally(() => {
      for (const spy of spies) spy.mock.restore()
    })
    const text = spies.flatMap(({ mock: { calls } }) => calls.map(({ arguments: [piece] }) => String(piece))).join('')
    return { code, text, report: () => JSON.parse(readFileSync(report, 'utf8')) }
  }

  it('finds no difference but what the contract explains', async () => {
    const { code, text, report } = await run(site.url, '--verify')
    assert.equal(code, 0, text)
    assert.match(text, /Compared 65 records: 1 difference, of which the contract explains 1\./)
    const { verification } = report()
    assert.equal(verification.compared, 65)
    assert.deepEqual(
      verification.differences.map(({ place, field, clause }: Record<string, string>) => [place, field, clause]),
      [['event 100', 'description', 'B6.2']],
    )
  })

  it('names each field that was changed here, and fails', async () => {
    // The command has published them at the time of the day.
    calendar.setClock(Date.now() + 60_000)
    const { body } = await calendar.ask('GET', '/events?start_date=2000-01-01&per_page=50&sort=id', { as: 'admin' })
    const [, one, two] = body.events
    const venue = await calendar.ask('POST', '/venues', { as: 'admin', body: { venue: 'Elsewhere' } })
    await calendar.ask('POST', `/events/${one.id}`, { as: 'admin', body: { title: 'Edited', image: '' } })
    await calendar.ask('POST', `/events/${two.id}`, { as: 'admin', body: { venue: venue.body.id, tags: ['free'] } })
    await calendar.ask('POST', `/organizers/${one.organizer[0].id}`, { as: 'admin', body: { email: 'b@site.test' } })
    const { code, text, report } = await run(site.url, '--verify')
    assert.equal(code, 1, text)
    const found = report().verification.differences.map(
      ({ place, field }: Record<string, string>) => `${place} ${field}`,
    )
    assert.deepEqual(found.sort(), [
      'event 100 description',
      'event 101 image',
      'event 101 title',
      'event 102 tags',
      'event 102 venue',
      'organizer 12 email',
    ])
    assert.match(text, /event 101: title: "Event – 101" there, "Edited" here/)
  })

  it('names additional fields and members of other plugins, which are not imported', async () => {
    const custom_fields = { _ecp_custom_2: { label: 'Accessibility', value: 'Wheelchair accessible' } }
    site.lists.events.push(tecEvent(401, { custom_fields, seats: 12, lottery: false }))
    try {
      const { code, text, report } = await run(site.url, '--verify')
      assert.equal(code, 1, text)
      const { remarks, verification } = report()
      assert.deepEqual(
        remarks.map(({ message }: { message: string }) => message),
        [
          'The members “Accessibility (_ecp_custom_2)” and “seats” of events are not imported: there are no such fields.',
        ],
      )
      const lost = verification.differences.filter(({ place }: { place: string }) => place === 'event 401')
      assert.deepEqual(
        lost.map(({ field, there }: { field: string; there: unknown }) => [field, there]),
        [
          ['custom_fields', custom_fields],
          ['seats', 12],
        ],
      )
    } finally {
      site.lists.events.pop()
    }
  })

  it('is refused for what is no live site, and for a dry run', async () => {
    const file = join(import.meta.dirname, 'corpus/tec.ics')
    assert.equal((await run(file, '--verify')).code, 64)
    assert.equal((await run(site.url, '--verify', '--dry-run')).code, 64)
  })
})
