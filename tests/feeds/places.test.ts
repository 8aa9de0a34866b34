import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { XMLValidator } from 'fast-xml-parser'
import { parseAtomFeed } from 'feedsmith'
import ICAL from 'ical.js'
import { type Calendar, createCalendar, temporaryDirectory } from '../support/calendar.ts'

const withCalendar = async (work: (calendar: Calendar) => Promise<void>): Promise<void> => {
  const calendar = await createCalendar()
  await work(calendar).finally(() => calendar.close())
}

const create = async ({ ask }: Calendar, body: Record<string, unknown>) => {
  const reply = await ask('POST', '/events', { as: 'editor', body: { status: 'publish', ...body } })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const eventsIn = (text: string): ICAL.Component[] => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')

const titlesAt = async ({ ask }: Calendar, path: string): Promise<string[]> => {
  const { status, text, headers } = await ask('GET', `/${path}`)
  assert.equal(status, 200, path)
  assert.equal(headers['content-type'], 'text/calendar; charset=UTF-8', path)
  assert.match(headers['content-disposition'] ?? '', /^attachment; filename="[\w.-]+\.ics"$/, path)
  return eventsIn(text).map((event) => String(event.getFirstPropertyValue('summary')))
}

/** Events of all sorts: over, going on, ahead, in another zone, all day, at night. */
const fill = async (calendar: Calendar): Promise<void> => {
  const at = (start: string, end: string, own: Record<string, unknown> = {}) => ({
    title: `${start} ${end}`,
    start_date: start,
    end_date: end,
    ...own,
  })
  for (const body of [
    at('2026-05-01 10:00:00', '2026-05-01 11:00:00', { title: 'Over', venue: { venue: 'Hall' }, tags: ['soft'] }),
    at('2026-11-20 01:00:00', '2026-11-20 02:00:00', { title: 'Today', tags: ['loud'] }),
    at('2026-10-01', '2027-01-10', { title: 'Show', all_day: true }),
    at('2026-11-30 23:00:00', '2026-12-01 02:00:00', { title: 'Night' }),
    at('2026-12-24 19:30:00', '2026-12-24 21:00:00', { title: 'Eve', venue: { venue: 'Hall' }, tags: ['loud'] }),
    at('2027-01-01 00:30:00', '2027-01-01 02:00:00', { title: 'Tokyo', timezone: 'Asia/Tokyo' }),
  ]) {
    await create(calendar, body)
  }
}

describe('the description of an event in the feed', () => {
  const linked = '<ul>\n<li>One <b>bold</b></li>\n<li><a href="https://example.org/?a=1&amp;b=2">link</a></li>\n</ul>'
  const long = `<p>${'Many words of a long text. '.repeat(4000).trim()}</p>`
  const event = (title: string, description: string, more: object = {}) => ({
    title,
    description,
    start_date: '2027-01-01 10:00:00',
    end_date: '2027-01-01 11:00:00',
    ...more,
  })

  it('has the addresses of links and the whole text, and is the same in another calendar', async () => {
    await withCalendar(async (calendar) => {
      const made = [
        await create(calendar, event('Linked', linked, { virtual_url: 'https://meet.example/?x=1&y=2' })),
        await create(calendar, event('Long', long)),
        await create(calendar, event('Address', '<p><a href="https://example.org/x">https://example.org/x</a></p>')),
      ]
      const { text } = await calendar.ask('GET', '//events/feed.ics')
      const own = new Map(eventsIn(text).map((one) => [one.getFirstPropertyValue('summary'), one]))
      const textIn = (title: string, name: string) => own.get(title)?.getFirstPropertyValue(name) ?? null
      assert.equal(
        textIn('Linked', 'description'),
        'One bold\n\nlink (https://example.org/?a=1&b=2)\n\nhttps://meet.example/?x=1&y=2',
      )
      assert.equal(own.get('Linked')?.getFirstProperty('x-alt-desc')?.getParameter('fmttype'), 'text/html')
      assert.match(
        String(textIn('Linked', 'x-alt-desc')).replaceAll('\\;', ';'),
        /<a href="https:\/\/example\.org\/\?a=1&amp;b=2">link<\/a>/,
      )
      assert.equal(String(textIn('Long', 'description')).length, long.length - '<p></p>'.length)
      assert.equal(textIn('Long', 'x-alt-desc'), null)
      await withCalendar(async (other) => {
        const headers = { 'content-type': 'text/calendar' }
        const sent = await other.ask('POST', '//kalends/v1/imports', { as: 'admin', payload: text, headers })
        for (let state = ''; state !== 'done'; )
          state = (await other.ask('GET', `//kalends/v1/imports/${sent.body.id}`, { as: 'admin' })).body.state
        const { body } = await other.ask('GET', '/events?start_date=2027-01-01')
        const read = new Map(body.events.map((one: Record<string, string>) => [one['title'], one['description']]))
        for (const { title, description } of made)
          assert.equal(String(read.get(title)).trim(), description.trim(), title)
      })
    })
  })
})

describe('a state that a client has sent without a province (F5.9)', () => {
  it('is shown in the feed, on the page and in JSON-LD, but is no stateprovince', async () => {
    await withCalendar(async (calendar) => {
      const place = { address: '1 Main St', city: 'Town', state: 'NB', country: 'Canada' }
      const event = await create(calendar, {
        title: 'Far',
        start_date: '2027-01-01 10:00:00',
        end_date: '2027-01-01 11:00:00',
        venue: { venue: 'Hall', ...place },
      })
      assert.equal(event.venue.stateprovince, undefined)
      const { body: read } = await calendar.ask('GET', `/events/${event.id}`)
      assert.equal(read.json_ld.location.address.addressRegion, 'NB')
      const feed = await calendar.ask('GET', '//events/feed.ics')
      const [own] = eventsIn(feed.text)
      assert.equal(own?.getFirstPropertyValue('location'), 'Hall, 1 Main St, Town, NB, Canada')
      const page = await calendar.ask('GET', `//event/${event.slug}/`)
      assert.match(page.text.replaceAll(/<[^>]*>|\s+/g, ' '), /Town,? +NB,? +Canada/)
    })
  })
})

describe('the calendar of a page', () => {
  it('has the events of that page', async () => {
    await withCalendar(async (calendar) => {
      await fill(calendar)
      for (const [path, titles] of [
        ['/events/?ical=1', ['Eve', 'Night', 'Show', 'Today', 'Tokyo']],
        ['/events/list/2026-12-02/?ical=1', ['Eve', 'Show', 'Tokyo']],
        ['/events/past/?ical=1', ['Over']],
        ['/events/tag/loud/?ical=1', ['Eve', 'Today']],
        // Everything on the page of a tag has that tag, whatever else is asked for.
        ['/events/tag/loud/?tags=soft&ical=1', ['Eve', 'Today']],
        ['/events/month/2026-12/?ical=1', ['Eve', 'Show']],
        // By the clock where it is, the year has begun.
        ['/events/month/2027-01/?ical=1', ['Show', 'Tokyo']],
        ['/events/2026-11-30/?ical=1', ['Night', 'Show']],
        ['/events/2026-12-24/?ical=1', ['Eve', 'Show']],
        ['/events/week/2026-12-24/?ical=1', ['Eve', 'Show']],
        ['/events/tag/loud/?ical=1', ['Eve', 'Today']],
        ['/events/tag/loud/month/2026-11/?ical=1', ['Today']],
        ['/events/?ical=1&tribe-bar-search=eve', ['Eve']],
        ['/venue/hall/?ical=1', ['Eve', 'Over']],
        ['/event/eve/?ical=1', ['Eve']],
      ] as const) {
        assert.deepEqual((await titlesAt(calendar, path)).sort(), titles, path)
      }
    })
  })

  it('is complete, however many events the page has', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 0; n < 70; n++) {
        const date = `2026-12-${String((n % 30) + 1).padStart(2, '0')}`
        await create(calendar, {
          title: `Event ${n}`,
          start_date: `${date} 10:00:00`,
          end_date: `${date} 11:00:00`,
          venue: { venue: 'Hall' },
        })
      }
      for (const path of ['/events/', '/events/list/page/2/', '/events/2026-12/', '/venue/hall/']) {
        assert.equal((await titlesAt(calendar, `${path}?ical=1`)).length, 70, path)
      }
    })
  })

  it('is saved under the title, or under the id where the title has no word in ASCII', async () => {
    await withCalendar(async (calendar) => {
      const dates = { start_date: '2026-12-01', end_date: '2026-12-01' }
      const nameAt = async (path: string): Promise<string | undefined> =>
        (await calendar.ask('GET', `/${path}`)).headers['content-disposition']
      for (const [title, name] of [
        ['Café Größe', 'cafe-grosse'],
        ['2027', '2027'],
        ['東京 Jazz 🎉 Night', 'jazz-night'],
        ['コンサート 1000', undefined],
        ['6766 – Концерт', undefined],
        ['اجتماع', undefined],
      ] as const) {
        const { id, slug } = await create(calendar, { title, ...dates })
        const meant = `attachment; filename="${name ?? `event-${id}`}.ics"`
        assert.equal(await nameAt(`/event/${slug}/?ical=1`), meant, title)
        assert.equal(await nameAt(`/event/${slug}/feed.ics`), meant, title)
      }
      const { venue } = await create(calendar, { title: 'One', ...dates, venue: { venue: 'ホール 1000' } })
      assert.equal(await nameAt(`/venue/${venue.slug}/?ical=1`), `attachment; filename="venue-${venue.id}.ics"`)
      const { categories, tags } = await create(calendar, { title: 'Two', ...dates, tags: ['音楽 1'] })
      assert.deepEqual(categories, [])
      const [tag] = tags
      assert.equal(
        await nameAt(`/events/tag/${tag.slug}/month/2026-12/?ical=1`),
        `attachment; filename="tag-${tag.id}-month-2026-12.ics"`,
      )
      assert.equal(await nameAt('/events/?ical=1'), 'attachment; filename="events.ics"')
    })
  })

  it('describes zones from the earliest event on, even if it comes later', async () => {
    await withCalendar(async (calendar) => {
      // Its clocks have not been changed since 2022.
      const own = { timezone: 'America/Mexico_City', venue: { venue: 'Hall' } }
      const made = [
        await create(calendar, { title: 'Over', start_date: '2026-05-01 10:00', end_date: '2026-05-01 11:00', ...own }),
        await create(calendar, { title: 'On', start_date: '2020-07-01 10:00', end_date: '2026-12-01 11:00', ...own }),
      ]
      const ids = made.map(({ id }) => id).join()
      for (const path of ['/venue/hall/?ical=1', `/events/feed.ics?include=${ids}`]) {
        const { text } = await calendar.ask('GET', `/${path}`)
        const root = new ICAL.Component(ICAL.parse(text))
        const component = root.getFirstSubcomponent('vtimezone')
        const zone = new ICAL.Timezone({ component: component ?? '', tzid: own.timezone })
        const starts = eventsIn(text).map((event) => {
          const start = event.getFirstPropertyValue('dtstart')
          assert.ok(start instanceof ICAL.Time)
          start.zone = zone
          return start.toJSDate().toISOString()
        })
        assert.deepEqual(starts, ['2026-05-01T16:00:00.000Z', '2020-07-01T15:00:00.000Z'], path)
      }
    })
  })

  it('has a summary for every event, also for one without a title', async () => {
    await withCalendar(async (calendar) => {
      const event = await create(calendar, { title: 'One', start_date: '2026-12-01', end_date: '2026-12-01' })
      await calendar.database.transact(({ kysely }) =>
        kysely.updateTable('event').set({ title: '' }).where('id', '=', event.id).execute(),
      )
      const { text } = await calendar.ask('GET', '//events/?ical=1')
      assert.match(text, /^SUMMARY:one\r$/m)
    })
  })

  const hasCalcurse = spawnSync('calcurse', ['--version']).status === 0
  it('is imported whole by calcurse', { skip: hasCalcurse ? false : 'calcurse is not installed' }, async () => {
    await withCalendar(async (calendar) => {
      await fill(calendar)
      const gone = await create(calendar, { title: 'Gone', start_date: '2026-12-03', end_date: '2026-12-03' })
      await calendar.ask('DELETE', `/events/${gone.id}`, { as: 'editor' })
      const { text } = await calendar.ask('GET', '//events/?ical=1')
      const directory = temporaryDirectory()
      try {
        mkdirSync(join(directory, 'data'))
        writeFileSync(join(directory, 'a.ics'), text)
        const { stdout, status } = spawnSync(
          'calcurse',
          ['-D', join(directory, 'data'), '-i', join(directory, 'a.ics')],
          {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'pipe'],
          },
        )
        assert.equal(status, 0, stdout)
        assert.match(stdout, /4 apps \/ 1 event \/ 0 todos \/ 0 skipped/)
      } finally {
        rmSync(directory, { recursive: true, force: true })
      }
    })
  })
})

describe('the feed of a page', () => {
  it('is Atom on request, and read by a library', async () => {
    await withCalendar(async (calendar) => {
      await fill(calendar)
      for (const path of ['/events/?feed=atom', '/events/feed/atom/', '/events/feed.atom']) {
        const { text, headers } = await calendar.ask('GET', `/${path}`)
        assert.equal(headers['content-type'], 'application/atom+xml; charset=UTF-8')
        assert.equal(XMLValidator.validate(text), true)
        const feed = parseAtomFeed(text)
        assert.equal(feed.title?.value ?? feed.title, 'Kalends')
        assert.equal(feed.links?.find(({ rel }) => rel === 'self')?.href, `http://calendar.test${path}`)
        assert.deepEqual(
          feed.entries?.map(({ title }) => title?.value ?? title),
          ['Show', 'Today', 'Night', 'Eve', 'Tokyo'],
        )
        for (const entry of feed.entries ?? []) {
          assert.match(entry.id ?? '', /^http:\/\/calendar\.test\/.*\/events\/\d+$/)
          assert.ok(!Number.isNaN(Date.parse(String(entry.updated))))
        }
      }
    })
  })

  it('has the events of that page, the latest first where they are over', async () => {
    await withCalendar(async (calendar) => {
      await fill(calendar)
      await create(calendar, { title: 'Over before', start_date: '2026-04-01', end_date: '2026-04-01', all_day: true })
      for (const [path, titles] of [
        ['/events/month/2026-12/feed/', ['Show', 'Eve']],
        ['/events/tag/loud/?feed=rss2', ['Today', 'Eve']],
        ['/events/past/?feed=rss2', ['Over', 'Over before']],
        ['/venue/hall/feed/', ['Eve']],
      ] as const) {
        const { text, headers } = await calendar.ask('GET', `/${path}`)
        assert.equal(headers['content-type'], 'application/rss+xml; charset=UTF-8', path)
        const found = [...text.matchAll(/<item>\n<title>(.*)<\/title>/g)].map(([, title]) => title)
        assert.deepEqual(found, titles, path)
      }
    })
  })
})
