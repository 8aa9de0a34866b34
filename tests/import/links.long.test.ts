import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makePicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { listenLocally } from '../support/local-server.ts'

const imports = '//kalends/v1/imports'

type Line = { kind: string; external_id: string; payload: object; links?: object }

const event = (id: string, links: object = {}, more: object = {}): Line => ({
  kind: 'event',
  external_id: id,
  payload: { title: id, start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00', ...more },
  links,
})
const venue = (id: string): Line => ({ kind: 'venue', external_id: id, payload: { venue: id } })
const organizer = (id: string): Line => ({ kind: 'organizer', external_id: id, payload: { organizer: id } })
const category = (id: string, parent?: string): Line => ({
  kind: 'category',
  external_id: id,
  payload: { name: id },
  ...(parent && { links: { parent } }),
})

const missing = (kind: string, id: string): string =>
  `It links to the ${kind} with the id ${id}, which is not imported from this source. Once it is, importing this again sets the link.`

describe('links of imported records (C4.3)', () => {
  let calendar: Calendar
  let picture: Buffer | undefined
  let origin: string
  let asked = 0
  const images = createServer((_, response) => {
    asked++
    if (picture) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else response.writeHead(404).end()
  })
  before(async () => {
    const listening = await listenLocally(images)
    origin = listening.origin
    calendar = await createCalendar({ environment: listening.environment })
  })
  after(async () => {
    await calendar.close()
    images.close()
  })

  /** Imports lines, or the text of an export of WordPress, and returns its counts and what was said. */
  const importInto = async (source: string, records: readonly Line[] | string, query = '') => {
    const isText = typeof records === 'string'
    const payload = isText ? records : records.map((record) => JSON.stringify(record)).join('\n')
    const headers = { 'content-type': isText ? 'application/xml' : 'application/x-ndjson' }
    const sent = await calendar.ask('POST', `${imports}?source=${source}${query}`, { as: 'admin', payload, headers })
    assert.equal(sent.status, 202, sent.text)
    for (;;) {
      const { body } = await calendar.ask('GET', `${imports}/${sent.body.id}`, { as: 'admin' })
      if (['waiting', 'running'].includes(body.state)) {
        await wait(20)
        continue
      }
      assert.deepEqual([body.state, body.faults], ['done', []], JSON.stringify(body))
      // What is counted for the list of imports is what the report says of each kind.
      const counts: Record<string, number>[] = Object.values(body.report.counts)
      for (const name of ['created', 'updated', 'unchanged', 'skipped'])
        assert.equal(
          body[name],
          counts.reduce((sum, one) => sum + (one[name] ?? 0), 0),
          JSON.stringify(body),
        )
      const said: string[] = body.report.remarks.map(({ message }: { message: string }) => message)
      return { counts: [body.created, body.updated, body.unchanged, body.skipped], said: said.sort() }
    }
  }
  const find = async (source: string, id: string) => {
    const { body } = await calendar.ask('GET', `/events?source=${source}&external_id=${id}&start_date=2000-01-01`)
    const { headers } = await calendar.ask('GET', `/events/${body.events[0].id}`)
    assert.ok(headers['etag'])
    return { ...body.events[0], etag: headers['etag'] }
  }
  const namesOf = (one: { venue: { venue?: string }; organizer: object[]; categories: { name: string }[] }) => [
    one.venue.venue,
    one.organizer.length,
    one.categories.map(({ name }) => name),
  ]
  const childrenOf = async (id: number): Promise<string[]> => {
    const { body } = await calendar.ask('GET', `/events?post_parent=${id}&start_date=2000-01-01`)
    return body.events.map(({ title }: { title: string }) => title)
  }
  const parentOf = async (name: string) => {
    const { body } = await calendar.ask('GET', '/categories?hide_empty=false&per_page=50', { as: 'admin' })
    const byName = (wanted: string) => body.categories.find((one: { name: string }) => one.name === wanted)
    return body.categories.find(({ id }: { id: number }) => id === byName(name)?.parent)?.name
  }

  /** Each record stands before those that it refers to. */
  const backwards = (name: string): Line[] => [
    event(`${name}-below`, { parent: `${name}-above`, venue: [`${name}-hall`] }),
    event(`${name}-above`, {
      venue: [`${name}-hall`],
      organizer: [`${name}-choir`],
      categories: [`${name}-child`],
    }),
    event(`${name}-again`, { venue: [`${name}-hall`] }, { recurrence: 'FREQ=DAILY;COUNT=3' }),
    category(`${name}-child`, `${name}-parent`),
    category(`${name}-parent`),
    organizer(`${name}-choir`),
    venue(`${name}-hall`),
  ]

  it('are set to records that come later in the source, and set once', async () => {
    const records = backwards('late')
    const dry = await importInto('late', records, '&dry_run=true')
    assert.deepEqual(dry, { counts: [7, 0, 0, 0], said: [] })
    assert.deepEqual(await importInto('late', records), { counts: [7, 0, 0, 0], said: [] })
    const above = await find('late', 'late-above')
    assert.deepEqual(namesOf(above), ['late-hall', 1, ['late-child']])
    assert.deepEqual(await childrenOf(above.id), ['late-below'])
    assert.equal((await find('late', 'late-below')).venue.venue, 'late-hall')
    const { body } = await calendar.ask('GET', '/events?search=late-again&start_date=2000-01-01')
    assert.deepEqual(
      body.events.map((one: { venue: { venue: string } }) => one.venue.venue),
      ['late-hall', 'late-hall', 'late-hall'],
    )
    assert.equal(await parentOf('late-child'), 'late-parent')
    for (const query of ['', '&update=true'])
      assert.deepEqual(await importInto('late', records, query), { counts: [0, 0, 7, 0], said: [] })
    assert.equal((await find('late', 'late-above')).etag, above.etag)
  })

  it('are set by the next import, when the records have been imported meanwhile', async () => {
    for (const query of ['', '&update=true']) {
      const source = query === '' ? 'next' : 'next-update'
      const records = backwards(source)
      const [one, other] = [records.slice(0, 4), records.slice(4)]
      const lacking = [
        missing('venue', `${source}-hall`),
        missing('venue', `${source}-hall`),
        missing('organizer', `${source}-choir`),
        missing('venue', `${source}-hall`),
        missing('category', `${source}-parent`),
      ].sort()
      for (const counts of [
        [4, 0, 0, 0],
        [0, 0, 4, 0],
      ]) {
        assert.deepEqual(await importInto(source, one, `${query}&dry_run=true`), { counts, said: lacking })
        assert.deepEqual(await importInto(source, one, query), { counts, said: lacking })
      }
      const bare = await find(source, `${source}-above`)
      assert.deepEqual(namesOf(bare), [undefined, 0, [`${source}-child`]])
      await importInto(source, other, query)
      const set = { counts: [0, 4, 0, 0], said: [] }
      assert.deepEqual(await importInto(source, one, `${query}&dry_run=true`), set)
      assert.deepEqual(await importInto(source, one, query), set)
      const above = await find(source, `${source}-above`)
      assert.deepEqual(namesOf(above), [`${source}-hall`, 1, [`${source}-child`]])
      assert.equal(await parentOf(`${source}-child`), `${source}-parent`)
      assert.deepEqual(await importInto(source, one, query), { counts: [0, 0, 4, 0], said: [] })
      assert.equal((await find(source, `${source}-above`)).etag, above.etag)
    }
  })

  it('are set by the import that brings what was missing after it', async () => {
    const records = [event('e', { venue: ['v'] }), venue('v')]
    await importInto('grown', records.slice(0, 1))
    const expected = { counts: [1, 1, 0, 0], said: [] }
    assert.deepEqual(await importInto('grown', records, '&dry_run=true'), expected)
    assert.deepEqual(await importInto('grown', records), expected)
    assert.equal((await find('grown', 'e')).venue.venue, 'v')
  })

  it('leave a record alone that was edited here', async () => {
    await importInto('edited', [event('e', { venue: ['v'] })])
    const { id } = await find('edited', 'e')
    calendar.setClock('2027-01-02 00:00:00')
    assert.equal((await calendar.ask('POST', `/events/${id}`, { as: 'admin', body: { title: 'Mine' } })).status, 200)
    await importInto('edited', [venue('v')])
    const { counts, said } = await importInto('edited', [event('e', { venue: ['v'] })])
    assert.deepEqual([counts, said], [[0, 0, 0, 1], ['It was edited here, and stays as it is.']])
    const edited = await find('edited', 'e')
    assert.deepEqual([edited.title, edited.venue], ['Mine', []])
  })

  it('that cannot be set are named once', async () => {
    const records = [category('circle-a', 'circle-b'), category('circle-b', 'circle-a')]
    const { counts, said } = await importInto('circle', records)
    assert.deepEqual(counts, [2, 0, 0, 0])
    assert.match(said.join(), /^Not all of its links can be set\. parent: A category cannot be below itself\.$/)
    assert.deepEqual(await importInto('circle', records), { counts: [0, 0, 2, 0], said: [] })
  })

  it('of an export of WordPress are set whatever its order', async () => {
    const term = (slug: string, parent: string) =>
      `<wp:term><wp:term_taxonomy>tribe_events_cat</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_parent>${parent}</wp:term_parent><wp:term_name>Kids</wp:term_name></wp:term>`
    const post = (id: number, parent: number) =>
      `<item><title>wxr ${id}</title><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:post_type>tribe_events</wp:post_type>
        <wp:post_parent>${parent}</wp:post_parent><wp:postmeta><wp:meta_key>_EventStartDate</wp:meta_key><wp:meta_value>2027-07-10 18:00:00</wp:meta_value></wp:postmeta></item>`
    // Two children of one name: both would be one category if they came before their parents.
    const terms = [term('kids-1', 'sport'), term('kids-2', 'arts'), term('sport', ''), term('arts', '')]
    const named = [
      ...terms.slice(0, 2),
      ...terms.slice(2).map((one, at) => one.replace('Kids', ['Sport', 'Arts'][at] ?? '')),
    ]
    const text = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${named.join('')}${post(71, 72)}${post(72, 0)}</channel></rss>`
    assert.deepEqual(await importInto('wxr', text), { counts: [6, 0, 0, 0], said: [] })
    assert.deepEqual(await childrenOf((await find('wxr', '72')).id), ['wxr 71'])
    const { body } = await calendar.ask('GET', '/categories?hide_empty=false&per_page=50&search=kids', { as: 'admin' })
    assert.equal(body.categories.length, 2)
    assert.ok(body.categories.every(({ parent }: { parent: number }) => parent > 0))
    assert.deepEqual(await importInto('wxr', text), { counts: [0, 0, 6, 0], said: [] })
  })

  it('to records with long ids are found', async () => {
    const long = 'x'.repeat(600)
    assert.deepEqual((await importInto('long', [event('e', { venue: [long] }), venue(long)])).said, [])
    assert.equal((await find('long', 'e')).venue.venue, long)
  })

  it('to images are tried again by an import that is to update', async () => {
    const records = [event('e', {}, { image: `${origin}/a.png` })]
    const first = await importInto('image', records)
    const reason = `image: ${origin}/a.png: The image cannot be fetched. The answer has status 404.`
    assert.deepEqual(first.said, [`Its image was left out. ${reason}`])
    asked = 0
    const again = 'Its image could not be fetched before. An import that is to update (--update) tries again.'
    assert.deepEqual(await importInto('image', records), { counts: [0, 0, 1, 0], said: [again] })
    assert.equal(asked, 0)
    const { etag } = await find('image', 'e')
    const failed = await importInto('image', records, '&update=true')
    assert.deepEqual(failed.counts, [0, 0, 1, 0])
    assert.match(failed.said.join(), /^Its image was left out\./)
    assert.equal((await find('image', 'e')).etag, etag)
    picture = await makePicture('png', { width: 300, height: 200 })
    assert.deepEqual(await importInto('image', records, '&update=true'), { counts: [0, 1, 0, 0], said: [] })
    assert.equal((await find('image', 'e')).image.width, 300)
    asked = 0
    assert.deepEqual(await importInto('image', records, '&update=true'), { counts: [0, 0, 1, 0], said: [] })
    assert.equal(asked, 0)
  })

  it('of an occurrence whose series is elsewhere are those of one event', async () => {
    const alone = (title: string) => ({
      ...event('o', { venue: ['v'] }, { title }),
      occurrence: { of: 'elsewhere', start: '2027-06-01 10:00:00' },
    })
    const titles = async () => {
      const { body } = await calendar.ask('GET', '/events?search=solo&start_date=2000-01-01')
      return body.events.map((one: { title: string; venue: { venue?: string } }) => [one.title, one.venue.venue])
    }
    const lacking = { counts: [1, 0, 0, 0], said: [missing('venue', 'v')] }
    assert.deepEqual(await importInto('alone', [alone('solo')]), lacking)
    await importInto('alone', [venue('v')])
    assert.deepEqual(await importInto('alone', [alone('solo')]), { counts: [0, 1, 0, 0], said: [] })
    assert.deepEqual(await titles(), [['solo', 'v']])
    const changed = await importInto('alone', [alone('solo, changed')], '&update=true')
    assert.deepEqual(changed, { counts: [0, 1, 0, 0], said: [] })
    assert.deepEqual(await titles(), [['solo, changed', 'v']])
  })

  it('and slugs that another record has are named', async () => {
    const records = [event('one', {}, { slug: 'fair' }), event('two', {}, { slug: 'fair' })]
    const { counts, said } = await importInto('slug', records)
    assert.deepEqual([counts, said], [[2, 0, 0, 0], ['Its slug is fair-2 here, since another record has fair.']])
  })

  it('of the second of two records with one id are left out with it', async () => {
    // More than are imported together come between them.
    const between = Array.from({ length: 40 }, (_, at) => event(`between ${at}`))
    const records = [event('e'), event('e', {}, { title: 'Next' }), ...between, event('e', {}, { title: 'Last' })]
    const skipped = 'It was skipped, since a record before it in the source has the same id.'
    for (const query of ['&dry_run=true', '']) {
      const { counts, said } = await importInto('twice', records, query)
      assert.deepEqual(
        [counts, said],
        [
          [41, 0, 0, 2],
          [skipped, skipped],
        ],
        query,
      )
    }
    assert.equal((await find('twice', 'e')).title, 'e')
  })
})
