import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { type Calendar, createCalendar, type Login, type Reply } from '../support/calendar.ts'

const root = '//kalends/v1/changes'

/** An item of the feed. */
type Item = { state: 'updated' | 'deleted'; kind: string; id: number; modified: number; data?: Record<string, unknown> }

describe('the feed of changes (C8.1)', () => {
  let calendar: Calendar
  /** The address behind what was there before a test. */
  let start: string
  before(async () => {
    calendar = await createCalendar()
  })
  after(() => calendar.close())
  beforeEach(async () => {
    start = await readToEnd(root, 'none').then(({ next }) => next)
  })

  const write = async (method: string, path: string, body?: object, as: Login = 'editor'): Promise<Reply> => {
    const reply = await calendar.ask(method, path, { as, ...(body && { body }) })
    assert.ok(reply.status < 300, reply.text)
    return reply
  }
  const create = async (title: string, more: object = {}, as: Login = 'editor'): Promise<number> => {
    const body = { title, start_date: '2027-02-01 10:00', end_date: '2027-02-01 11:00', ...more }
    return (await write('POST', '/events', body, as)).body.id
  }
  const read = async (url: string, as: Login = 'none'): Promise<Reply> =>
    calendar.ask('GET', `/${url.replace(/^\/*(http:\/\/calendar\.test)?/, '/')}`, { as })
  const readToEnd = async (url: string, as: Login = 'none'): Promise<{ items: Item[]; next: string }> => {
    const items: Item[] = []
    for (let next = url; ; ) {
      const { status, body, text } = await read(next, as)
      assert.equal(status, 200, text)
      items.push(...body.items)
      if (body.items.length === 0) return { items, next: body.next }
      next = body.next
    }
  }
  /** What came since the beginning of the test, each as `state kind id`. */
  const since = async (more = '', as: Login = 'none'): Promise<string[]> =>
    (await readToEnd(`${start}${more}`, as)).items.map(({ state, kind, id }) => `${state} ${kind} ${id}`)
  /** Waits for what a job does after the commit. */
  const until = async (isThere: () => Promise<boolean>, what = ''): Promise<void> => {
    for (const end = Date.now() + 20_000; !(await isThere()); await wait(5))
      assert.ok(Date.now() < end, `it never came ${what}`)
  }

  it('ends with an empty page whose next address is its own', async () => {
    const { next } = await readToEnd(root)
    const { body, headers } = await read(next)
    assert.deepEqual(body.items, [])
    assert.equal(body.next, next)
    assert.equal(headers['cache-control'], 'no-cache')
    const again = await calendar.ask('GET', next.replace('http://calendar.test', '/'), {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })
    assert.equal(again.status, 304)
  })

  it('shows each record once, at its latest change, as lists show it', async () => {
    const [first, second] = [await create('First'), await create('Second')]
    await write('PATCH', `/events/${first}`, { title: 'First again' })
    assert.deepEqual(await since(), [`updated event ${second}`, `updated event ${first}`])
    const { items } = await readToEnd(start)
    const list = await calendar.ask('GET', `/events?include=${first}&window=all`)
    assert.deepEqual(items[1]?.data, list.body.events[0])
    assert.ok((items[0]?.modified ?? 0) < (items[1]?.modified ?? 0))
  })

  it('tells of what can no longer be seen, and never of what could not', async () => {
    const shown = await create('Shown')
    const secret = await create('Draft', { status: 'draft' })
    const hidden = await create('Hidden', { hide_from_listings: true })
    const scheduled = await create('Scheduled', { status: 'publish', date: '2027-01-01 00:00' })
    await write('DELETE', `/events/${secret}?force=true`)
    assert.deepEqual(await since(), [`updated event ${shown}`])
    for (const change of [{ status: 'draft' }, { status: 'private' }, { hide_from_listings: true }]) {
      const id = await create('Soon gone')
      await write('PATCH', `/events/${id}`, change)
      assert.equal((await since()).at(-1), `deleted event ${id}`, JSON.stringify(change))
    }
    await write('DELETE', `/events/${shown}`)
    assert.equal((await since()).at(-1), `deleted event ${shown}`)
    await write('PATCH', `/events/${shown}`, { status: 'publish' })
    assert.equal((await since()).at(-1), `updated event ${shown}`)
    await write('DELETE', `/events/${shown}?force=true`)
    assert.equal((await since()).at(-1), `deleted event ${shown}`)
    const all = (await since()).join('\n')
    for (const id of [secret, hidden, scheduled]) assert.doesNotMatch(all, new RegExp(` ${id}$`, 'm'))
  })

  it('shows editors the records of every status, and what was removed for good', async () => {
    const draft = await create('Draft', { status: 'draft' })
    const gone = await create('Gone', { status: 'draft' })
    await write('DELETE', `/events/${gone}?force=true`)
    const trashed = await create('Trashed')
    await write('DELETE', `/events/${trashed}`)
    const expected = [`updated event ${draft}`, `deleted event ${gone}`, `updated event ${trashed}`]
    assert.deepEqual(await since('&view=edit', 'editor'), expected)
    const { items } = await readToEnd(`${start}&view=edit`, 'editor')
    assert.equal(items[2]?.data?.['status'], 'trash')
    for (const [as, status] of [
      ['none', 401],
      ['author', 403],
    ] as const)
      assert.equal((await read(`${start}&view=edit`, as)).status, status)
    // Without it, everybody sees the same.
    assert.deepEqual(await since('', 'editor'), await since())
  })

  it('brings the events that show a changed venue, organizer, category, tag or image', async () => {
    const { id: image } = (
      await calendar.ask('POST', '//wp-json/wp/v2/media', {
        as: 'editor',
        payload: await sharp({ create: { width: 30, height: 10, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="one.png"' },
      })
    ).body
    const venue = (await write('POST', '/venues', { venue: 'Old hall' })).body.id
    const organizer = (await write('POST', '/organizers', { organizer: 'Old club', image })).body.id
    const category = (await write('POST', '/categories', { name: 'Old category' })).body.id
    const tag = (await write('POST', '/tags', { name: 'old tag' })).body.id
    const other = await create('Other')
    const event = await create('Linked', { venue, organizer, categories: [category], tags: [tag], image })
    const changes = [
      ['PATCH', `/venues/${venue}`, { venue: 'New hall' }],
      ['PATCH', `/organizers/${organizer}`, { organizer: 'New club' }],
      ['PATCH', `/categories/${category}`, { name: 'New category' }],
      ['PATCH', `/tags/${tag}`, { name: 'new tag' }],
      ['POST', `//wp-json/wp/v2/media/${image}`, { alt_text: 'Seen from afar' }],
      ['DELETE', `/venues/${venue}?force=true`],
    ] as const
    for (const [method, path, body] of changes) {
      const { next } = await readToEnd(start)
      await write(method, path, body)
      const at = async () => (await readToEnd(next)).items.map(({ id }) => id)
      await until(async () => (await at()).includes(event), path)
      assert.ok(!(await at()).includes(other), path)
    }
    const { items } = await readToEnd(start)
    assert.match(
      JSON.stringify(items.find(({ id }) => id === event)?.data),
      /New club.*New category|New category.*New club/,
    )
  })

  it('brings the events of a category with more of them than one transaction numbers', async () => {
    const { id: category } = (await write('POST', '/categories', { name: 'Crowd' })).body
    const operations = Array.from({ length: 500 }, (_, at) => ({
      method: 'POST',
      body: { title: `One of many ${at}`, start_date: '2027-03-01', end_date: '2027-03-01', categories: [category] },
    }))
    for (let round = 0; round < 3; round++) await write('POST', '/events/batch', { operations }, 'admin')
    const { next } = await readToEnd(start)
    await write('PATCH', `/categories/${category}`, { name: 'Throng' })
    await until(async () => (await readToEnd(next)).items.length === 1500)
    const { items } = await readToEnd(`${next}&limit=700`)
    assert.equal(new Set(items.map(({ id }) => id)).size, 1500)
    const numbers = items.map(({ modified }) => modified)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
    assert.ok(items.every(({ data }) => JSON.stringify(data).includes('Throng')))
  })

  it('brings the events of a changed record also where the database failed meanwhile', async () => {
    const { id: category } = (await write('POST', '/categories', { name: 'Before' })).body
    const event = await create('Late', { categories: [category] })
    const { next } = await readToEnd(start)
    const { transact } = calendar.database
    await write('PATCH', `/categories/${category}`, { name: 'After' })
    let failed = 0
    const failing: typeof transact = async () => {
      failed++
      Object.assign(calendar.database, { transact })
      throw new Error('the disk is full')
    }
    Object.assign(calendar.database, { transact: failing })
    const isThere = async () => (await readToEnd(next)).items.some(({ id }) => id === event)
    await until(isThere)
    assert.equal(failed, 1)
  })

  it('follows the kinds that are asked for', async () => {
    const venue = (await write('POST', '/venues', { venue: 'Followed' })).body.id
    const category = (await write('POST', '/categories', { name: 'Followed' })).body.id
    const event = await create('Followed', { venue, categories: [category] })
    assert.deepEqual(await since(), [`updated event ${event}`])
    // The new event has changed the number of events of the category.
    assert.deepEqual((await since('&kinds=venue,category')).toSorted(), [
      `updated category ${category}`,
      `updated venue ${venue}`,
    ])
    const { items } = await readToEnd(`${start}&kinds=category,event,venue`)
    assert.equal(items.find(({ kind }) => kind === 'category')?.data?.['count'], 1)
    await write('DELETE', `/categories/${category}`)
    assert.equal((await since('&kinds=category')).at(-1), `deleted category ${category}`)
  })

  it('is followed from the numbers of a list or a stream', async () => {
    const before = await create('Before')
    for (const path of ['/events', '/events.ndjson', '/venues', '/categories']) {
      const { headers } = await calendar.ask('GET', path)
      const [number, epoch] = [headers['kalends-change-number'], headers['kalends-epoch']]
      const id = await create('After')
      const { items } = await readToEnd(`${root}?afterChangeNumber=${number}&epoch=${epoch}`)
      assert.deepEqual(
        [items.some((item) => item.id === id), items.some((item) => item.id === before)],
        [true, false],
        path,
      )
    }
  })

  it('reads pages of the asked length, which caches may keep', async () => {
    for (let at = 0; at < 5; at++) await create(`Page ${at}`)
    const page = await read(`${start}&limit=2`)
    assert.equal(page.body.items.length, 2)
    assert.equal(page.headers['cache-control'], 'public, max-age=3600')
    const { items } = await readToEnd(`${start}&limit=2`)
    assert.equal(items.length, 5)
    const edit = await read(`${start}&limit=2&view=edit`, 'editor')
    assert.equal(edit.headers['cache-control'], 'no-store, private')
    // A client without a number would get the epoch of a kept page again and again.
    assert.equal((await read(`${root}?limit=2`)).headers['cache-control'], 'no-cache')
  })

  it('shows texts as plain text, and the fields that are asked for', async () => {
    const id = await create('Bread &amp; Butter')
    const { items } = await readToEnd(`${start}&text=plain`)
    assert.equal(items.find((item) => item.id === id)?.data?.['title'], 'Bread & Butter')
    const { body } = await read(`${start}&_fields=next,items.id,items.data.title`)
    assert.deepEqual(body.items, [{ id, data: { title: 'Bread &#038; Butter' } }])
    assert.match(decodeURIComponent(body.next), /_fields=next,items.id,items.data.title$/)
  })

  it('refuses what it does not know, and says what is allowed', async () => {
    const epoch = new URL(start).searchParams.get('epoch')
    const cases = [
      [`${root}?afterChangeNumber=9999999&epoch=${epoch}`, 400, /newest change has the number \d+/],
      [`${root}?afterChangeNumber=abc`, 400, /whole number/],
      [`${root}?afterChangeNumber=-1`, 400, /whole number/],
      [`${root}?kinds=event,series`, 400, /event, venue, organizer, category, tag/],
      [`${root}?limit=1001`, 400, /1000/],
      [`${root}?category=3`, 400, /afterChangeNumber, epoch/],
      [`${root}?view=all`, 400, /public, edit/],
      [`${root}?afterChangeNumber=1&epoch=other`, 410, /kalends_changes_gone/],
    ] as const
    for (const [url, status, says] of cases) {
      const reply = await read(url)
      assert.equal(reply.status, status, url)
      assert.match(reply.text, says, url)
    }
  })

  it('begins a new epoch where a setting changes every record', async () => {
    await write(
      'POST',
      '//wp-json/wp/v2/settings',
      { currency: { code: 'EUR', symbol: '€', position: 'postfix' } },
      'admin',
    )
    assert.equal((await read(start)).status, 410)
    assert.equal((await read(root)).status, 200)
  })
})
