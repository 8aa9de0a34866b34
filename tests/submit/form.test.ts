import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { languages } from '../../src/i18n/catalogue.ts'
import { spoolName } from '../../src/media/file-store.ts'
import { findRoom, forgetSubmissions } from '../../src/resources/submissions/stored.ts'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, testNow } from '../support/calendar.ts'
import { concert, createOpenCalendar, decide, openForm, post, readPending, submit, submitted } from './visitor.ts'

/** The names of the fields that have a fault. */
const faultyFields = (text: string): string[] =>
  [...text.matchAll(/id="submit-([\w-]+)-fault"/g)].map(([, name]) => String(name))

describe('the form for visitors', () => {
  let calendar: Calendar
  before(async () => {
    calendar = await createOpenCalendar()
    await calendar.ask('POST', '/categories', { as: 'editor', body: { name: 'Music' } })
  })
  beforeEach(async () => {
    calendar.setClock(testNow)
    await calendar.database.transact(async ({ kysely }) => {
      await kysely.deleteFrom('throttle').execute()
      await kysely.deleteFrom('submission').execute()
    })
  })
  afterEach(async () => {
    for (const { id } of await readPending(calendar))
      await calendar.ask('DELETE', `/events/${id}?force=true&scope=all`, { as: 'admin' })
  })
  after(() => calendar.close())

  it('is never cached, sets no cookie and has another stamp each time', async () => {
    const page = await calendar.ask('GET', '//submit/')
    const { headers } = page
    assert.deepEqual(
      [headers['cache-control'], headers['referrer-policy'], headers['etag'], headers['set-cookie']],
      ['no-store', 'no-referrer', undefined, undefined],
    )
    const stamp = await openForm(calendar)
    calendar.setClock(testNow + 1)
    assert.notEqual(await openForm(calendar), stamp)
    const secret = await calendar.ask('GET', await submitted(calendar, concert))
    assert.equal(secret.headers['cache-control'], 'no-store')
    assert.equal(secret.headers['x-robots-tag'], 'noindex')
    assert.match(
      secret.text,
      /<strong>Concert in the park<\/strong><br>Saturday, December 5, 2026[^<]*7:30[^<]*10:00\sPM<br>Old bandstand, Ghent<\/p>/,
    )
  })

  it('says in a page, with the same status, that a body is no form', async () => {
    for (const [payload, type, status] of [
      ['{"title":', 'application/json', 400],
      ['title', 'application/x-unknown', 415],
      ['nothing', 'multipart/form-data', 400],
    ] as const) {
      const reply = await calendar.ask('POST', '//submit/', { payload, headers: { 'content-type': type } })
      assert.match(reply.headers['content-type'] ?? '', /^text\/html/, type)
      assert.equal(reply.status, status, type)
      assert.match(reply.text, /<h1>/)
    }
  })

  it('leaves no venue or organizer behind when its rejected event is deleted for good', async () => {
    const named = { ...concert, venue: 'Cellar of the mill', organizer: 'Mill band' }
    await submitted(calendar, named)
    const [event] = await readPending(calendar)
    const drafts = async (path: string, word: string): Promise<number> => {
      const query = `search=${word}&status=draft,pending`
      const { body } = await calendar.ask('GET', `/${path}?${query}`, { as: 'editor' })
      return body.total ?? 0
    }
    const left = async () => [await drafts('venues', 'Cellar'), await drafts('organizers', 'Mill')]
    await decide(calendar, event.id, 'reject')
    // It can still be restored.
    assert.deepEqual(await left(), [1, 1])
    assert.equal((await calendar.ask('DELETE', `/events/${event.id}?force=true`, { as: 'editor' })).status, 200)
    assert.deepEqual(await left(), [0, 0])
  })

  it('is there in every language, and the pages behind it', async () => {
    const headings = new Set<string>()
    for (const language of languages) {
      const prefix = language === 'en' ? '' : `/${language}`
      const { status, text } = await calendar.ask('GET', `/${prefix}/submit/`)
      assert.equal(status, 200)
      headings.add(/<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '')
      assert.ok(text.includes(`action="${prefix}/submit/"`))
    }
    assert.equal(headings.size, languages.length)
    const page = await submitted(calendar, concert, { path: '//de/submit/' })
    assert.match(page, /^\/\/de\/submit\//)
    assert.match((await calendar.ask('GET', page)).text, /wartet auf eine Prüfung/)
  })

  it('makes an event of what was typed, whose HTML is sanitized', async () => {
    const description = 'First line.\n\nSecond <b>line</b>.<script>alert(1)</script><img src=x onerror=alert(1)>'
    await submitted(calendar, { ...concert, description })
    const [event] = await readPending(calendar)
    assert.deepEqual(
      [event.title, event.status, event.author, event.start_date, event.end_date, event.cost, event.website],
      [concert.title, 'pending', '0', '2026-12-05 19:30:00', '2026-12-05 22:00:00', '$12', concert.website],
    )
    assert.deepEqual([event.venue.venue, event.venue.city], ['Old bandstand', 'Ghent'])
    assert.equal(event.organizer[0].organizer, 'Brass band')
    assert.match(event.description, /<p>First line\.<\/p>\s*<p>Second <b>line<\/b>\./)
    assert.doesNotMatch(event.description, /script|onerror/)
  })

  it('takes a form without a file as urlencoded too', async () => {
    const stamp = await openForm(calendar)
    calendar.setClock(testNow + 10_000)
    const reply = await calendar.ask('POST', '//submit/', {
      payload: new URLSearchParams({ ...concert, stamp }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(reply.status, 303, reply.text)
    assert.equal((await readPending(calendar)).length, 1)
  })

  it('links an event to a public venue of that name', async () => {
    const venue = await calendar.ask('POST', '/venues', {
      as: 'editor',
      body: { venue: 'Town hall', status: 'publish' },
    })
    assert.match((await calendar.ask('GET', '//submit/')).text, /<option value="Town hall"><\/option>/)
    await submitted(calendar, { ...concert, venue: 'town HALL', city: '' })
    const [event] = await readPending(calendar)
    assert.equal(event.venue.id, venue.body.id)
  })

  it('takes no venue or organizer of another visitor, waiting or rejected, so that approval publishes only its own', async () => {
    const named = { ...concert, venue: 'Cross Hall', city: '', organizer: 'Cross Band' }
    const others: unknown[] = []
    for (const [address, decision] of [
      ['Fake Street 1', ''],
      ['Fake Street 2', 'reject'],
    ] as const) {
      await submitted(calendar, { ...named, title: `Fake ${address}`, address, email: 'other@example.org' })
      const [event] = (await readPending(calendar)).filter(({ title }: { title: string }) => title.endsWith(address))
      others.push(event.venue.id, event.organizer[0].id)
      if (decision) await decide(calendar, event.id, decision)
    }
    await submitted(calendar, { ...named, title: 'Honest' })
    const [honest] = (await readPending(calendar)).filter(({ title }: { title: string }) => title === 'Honest')
    assert.ok(!others.includes(honest.venue.id) && !others.includes(honest.organizer[0].id))
    await decide(calendar, honest.id, 'approve')
    const venues = await calendar.ask('GET', '/venues?search=Cross')
    assert.deepEqual(
      venues.body.venues.map(({ id, address }: { id: number; address?: string }) => [id, address ?? '']),
      [[honest.venue.id, '']],
    )
    const organizers = await calendar.ask('GET', '/organizers?search=Cross')
    assert.deepEqual(
      organizers.body.organizers.map(({ id }: { id: number }) => id),
      [honest.organizer[0].id],
    )
    await calendar.ask('DELETE', `/events/${honest.id}?force=true`, { as: 'admin' })
  })

  it('refuses forms that a page of another site sends, and counts none', async () => {
    const stamp = await openForm(calendar)
    calendar.setClock(testNow + 10_000)
    const fields = { stamp, ...concert }
    const foreign = { 'sec-fetch-site': 'cross-site' }
    for (let n = 0; n < 12; n++) {
      const { status, text } = await post(calendar, '//submit/', fields, undefined, foreign)
      assert.equal(status, 403, text)
      assert.match(text, /name="stamp"/)
    }
    const sent = await post(calendar, '//submit/', fields, undefined, { 'sec-fetch-site': 'same-origin' })
    assert.equal(sent.status, 303, sent.text)
    const page = `/${sent.headers['location'] ?? ''}`
    await post(calendar, page, { action: 'withdraw' }, undefined, foreign)
    assert.equal((await readPending(calendar)).length, 1)
    await post(calendar, page, { action: 'withdraw' }, undefined, { 'sec-fetch-site': 'same-origin' })
    assert.equal((await readPending(calendar)).length, 0)
  })

  it('keeps no picture of another host in a text', async () => {
    for (const picture of [
      '<img src="https://elsewhere.example/a.png" alt="a > b">',
      '<IMG SRC=//elsewhere.example/a.png>',
      '<p class="x"><a href="https://example.org/"><img alt="x" src=\'https://elsewhere.example/a.png\'></a></p>',
    ]) {
      await submitted(calendar, { ...concert, description: `Before ${picture} and after.` })
      const [event] = await readPending(calendar)
      assert.match(event.description, /Before[\s\S]*and after/)
      assert.doesNotMatch(event.description, /<img|elsewhere/i)
      await calendar.ask('DELETE', `/events/${event.id}?force=true`, { as: 'admin' })
    }
  })

  it('takes whole days, and several of them', async () => {
    await submitted(calendar, { ...concert, all_day: '1', start_time: '', end_time: '', end_date: '2026-12-06' })
    const [event] = await readPending(calendar)
    assert.deepEqual(
      [event.all_day, event.start_date, event.end_date],
      [true, '2026-12-05 00:00:00', '2026-12-06 23:59:59'],
    )
  })

  for (const [repeat, until, starts] of [
    ['weekly', '2026-12-19', ['2026-12-05', '2026-12-12', '2026-12-19']],
    ['monthly', '2027-02-10', ['2026-12-05', '2027-01-05', '2027-02-05']],
    ['monthly-weekday', '2027-02-10', ['2026-12-05', '2027-01-02', '2027-02-06']],
  ] as const) {
    it(`repeats an event: ${repeat}`, async () => {
      const page = await submitted(calendar, { ...concert, repeat, until })
      const events = await readPending(calendar)
      assert.deepEqual(
        events.map(({ start_date }: { start_date: string }) => start_date.slice(0, 10)),
        starts,
      )
      const reply = await decide(calendar, events[0].id, 'approve')
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(await readPending(calendar), [])
      assert.match((await calendar.ask('GET', page)).text, /is in the calendar/)
      await calendar.ask('DELETE', `/events/${events[0].id}?force=true&scope=all`, { as: 'admin' })
    })
  }

  it('takes a fifth weekday of a month as its last one', async () => {
    await submitted(calendar, { ...concert, start_date: '2027-01-29', repeat: 'monthly-weekday', until: '2027-03-31' })
    assert.deepEqual(
      (await readPending(calendar)).map(({ start_date }: { start_date: string }) => start_date.slice(0, 10)),
      ['2027-01-29', '2027-02-26', '2027-03-26'],
    )
  })

  for (const [what, changed, faults] of [
    [
      'nothing',
      { ...Object.fromEntries(Object.keys(concert).map((name) => [name, ''])) },
      ['title', 'start_date', 'start_time', 'name', 'email'],
    ],
    ['a day that is not there', { start_date: '2027-02-30' }, ['start_date']],
    ['an hour that is not there', { start_time: '24:10' }, ['start_time']],
    ['an end before the start', { end_time: '18:00' }, ['end_time']],
    ['a last day before the first one', { end_date: '2026-12-04' }, ['end_date']],
    ['an event that is over', { start_date: '2026-11-01' }, ['start_date']],
    ['an address without a host', { email: 'ada' }, ['email']],
    ['two addresses', { email: 'ada@example.org, eve@example.org' }, ['email']],
    ['a line break in an address', { email: 'ada@example.org\r\nBcc: eve@example.org' }, ['email']],
    ['a website that is a script', { website: 'javascript:alert(1)' }, ['website']],
    ['a repetition without an end', { repeat: 'weekly' }, ['until']],
    ['a repetition for ever', { repeat: 'weekly', until: '2040-01-01' }, ['until']],
    ['an unknown repetition', { repeat: 'hourly', until: '2026-12-31' }, ['repeat']],
    ['a title that is too long', { title: 'x'.repeat(301) }, ['title']],
    ['a category that is not there', { category: 'nothing-such' }, ['category']],
  ] as const) {
    it(`says at its field what is wrong with ${what}, and keeps the rest`, async () => {
      const { status, text, headers } = await submit(calendar, { ...concert, ...changed })
      assert.equal(status, 400)
      assert.equal(headers['cache-control'], 'no-store')
      assert.deepEqual(faultyFields(text).sort(), [...faults].sort())
      for (const name of faults) {
        assert.match(
          text,
          new RegExp(`id="submit-${name}"[^>]*aria-invalid="true"[^>]*aria-describedby="submit-${name}-fault`),
        )
        assert.ok(text.includes(`<a href="#submit-${name}">`), name)
      }
      if (what !== 'nothing') assert.ok(text.includes(`value="${concert.organizer}"`))
      assert.deepEqual(await readPending(calendar), [])
      assert.equal((await calendar.database.kysely.selectFrom('submission').select('id').execute()).length, 0)
    })
  }

  it('refuses files that are no pictures, and keeps none', async () => {
    for (const [file, fault] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /not a picture/],
      [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(2000)]), /not a picture/],
      [Buffer.alloc(10 * 1024 * 1024 + 1, 1), /too large/],
    ] as const) {
      const { status, text } = await submit(calendar, concert, { file })
      assert.equal(status, 400)
      assert.deepEqual(faultyFields(text), ['picture'])
      assert.match(text, fault)
    }
    const reply = await submit(calendar, concert, { file: Buffer.alloc(60 * 1024 * 1024) })
    assert.deepEqual([reply.status, faultyFields(reply.text)], [413, []])
  })

  it('refuses what programs send: too fast, too late, with a forged time, or with the hidden field', async () => {
    const stamp = await openForm(calendar)
    const [time, signature = ''] = stamp.split('.')
    const attempts = [
      [{ ...concert, stamp }, 1000],
      [{ ...concert, stamp }, 25 * 3_600_000],
      [{ ...concert, stamp: '' }, 10_000],
      [{ ...concert, stamp: `${Number(time) - 1}.${signature}` }, 10_000],
      [{ ...concert, stamp, company: 'Spam Ltd' }, 10_000],
    ] as const
    for (const [fields, wait] of attempts) {
      calendar.setClock(testNow + wait)
      const { status, text } = await post(calendar, '//submit/', fields)
      assert.equal(status, 400)
      assert.match(text, /look at your entries once more/)
      assert.ok(text.includes(`value="${concert.title}"`))
    }
    assert.deepEqual(await readPending(calendar), [])
    calendar.setClock(testNow + 10_000)
    assert.equal((await post(calendar, '//submit/', { ...concert, stamp })).status, 303)
  })

  it('takes a form whose fault was mended at once', async () => {
    const stamp = await openForm(calendar)
    calendar.setClock(testNow + 30_000)
    const faulty = await post(calendar, '//submit/', { ...concert, end_date: '2026-12-01', stamp })
    assert.equal(faulty.status, 400)
    const next = /name="stamp" value="([^"]+)"/.exec(faulty.text)?.[1] ?? ''
    calendar.setClock(testNow + 31_000)
    assert.equal((await post(calendar, '//submit/', { ...concert, stamp: next })).status, 303)
  })

  it('takes few events from one network, and few of one address', async () => {
    const statuses = []
    for (let n = 0; n < 11; n++) {
      await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
      const email = `person${n}@example.org`
      statuses.push((await submit(calendar, { ...concert, title: `Concert ${n}`, email })).status)
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 303), 429])
    const hashes = await calendar.database.kysely.selectFrom('submission').select('network_hash').execute()
    assert.ok(hashes.every(({ network_hash }) => /^[\w-]{22}$/.test(network_hash)))
    calendar.setClock(testNow + 2 * 3_600_000)
    assert.equal((await submit(calendar, concert)).status, 303)
  })

  it('takes few events from all IPv6 networks of one /48', async (t) => {
    const own = await createOpenCalendar({ KALENDS_TRUSTED_PROXIES: '127.0.0.1' })
    t.after(() => own.close())
    const send = async (n: number, address: string): Promise<number> => {
      await own.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
      const headers = { 'x-forwarded-for': address }
      return (await submit(own, { ...concert, title: `Concert ${n}`, email: `person${n}@example.org` }, { headers }))
        .status
    }
    const statuses = new Set<number>()
    for (let n = 0; n < 50; n++) statuses.add(await send(n, `2001:db8:1:${n % 10}::1`))
    assert.deepEqual(statuses, new Set([303]))
    assert.equal(await send(50, '2001:db8:1:ffff::1'), 429)
    assert.equal(await send(51, '2001:db8:2::1'), 303)
    assert.equal(await send(52, '192.0.2.1'), 303)
  })

  it('makes one event of a form that is sent several times', async () => {
    const stamp = await openForm(calendar)
    calendar.setClock(testNow + 10_000)
    const send = (title: string) => post(calendar, '//submit/', { ...concert, title, stamp })
    const replies = await Promise.all([1, 2, 3].map(() => send('Once')))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [303, 303, 303],
    )
    assert.equal(new Set(replies.map(({ headers }) => headers['location'])).size, 1)
    assert.equal((await readPending(calendar)).length, 1)
    const other = await send('Another one')
    assert.equal(other.status, 400)
    assert.match(other.text, /look at your entries once more/)
    assert.equal((await readPending(calendar)).length, 1)
  })

  it('takes few events of one address, however it is written', async () => {
    const statuses = []
    for (let n = 0; n < 11; n++) {
      await calendar.database.transact(async ({ kysely }) => {
        await kysely.deleteFrom('throttle').execute()
        await kysely.updateTable('submission').set({ network_hash: '' }).execute()
      })
      const email = n % 2 === 0 ? concert.email : concert.email.toUpperCase()
      statuses.push((await submit(calendar, { ...concert, title: `Concert ${n}`, email })).status)
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 303), 429])
  })

  it('counts the bytes of pictures that wait, and of no others', async () => {
    const most = 1024 ** 3
    const room = (bytes: number) => findRoom(calendar.database, bytes)
    await submitted(calendar, concert, { file: await drawPicture({ width: 400, height: 300 }).png().toBuffer() })
    const [{ id }] = await readPending(calendar)
    const row = await calendar.database.kysely.selectFrom('submission').select('picture').executeTakeFirstOrThrow()
    const left = most - (row.picture?.length ?? most)
    assert.deepEqual([await room(0), await room(left), await room(left + 1)], [undefined, undefined, 'pictures'])
    const reply = await decide(calendar, id, 'reject')
    assert.equal(reply.status, 200, reply.text)
    assert.equal(await room(most), undefined)
    await calendar.ask('DELETE', `/events/${id}?force=true`, { as: 'admin' })
  })

  it('bounds what a repeated event stores', async () => {
    const weekly = { ...concert, repeat: 'weekly', until: '2028-11-30' }
    const refused = await submit(calendar, { ...weekly, description: 'a\n\n'.repeat(1000) })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /At most \d+ dates fit/)
    assert.deepEqual(await readPending(calendar), [])
    await submitted(calendar, weekly)
    assert.equal(await findRoom(calendar.database, 0), undefined)
    // As many bytes as a great many submissions would have.
    await calendar.database.transact(({ kysely }) =>
      kysely
        .updateTable('submission')
        .set({ payload: 'x'.repeat(400_000) })
        .execute(),
    )
    assert.equal(await findRoom(calendar.database, 0), 'full')
    const [{ id }] = await readPending(calendar)
    assert.equal((await decide(calendar, id, 'reject')).status, 200)
    await calendar.ask('DELETE', `/events/${id}?force=true&scope=all`, { as: 'admin' })
  })

  it('counts attempts before it reads them', async () => {
    let last = await post(calendar, '//submit/', { title: 'x' })
    for (let n = 0; n < 25 && last.status === 400; n++) last = await post(calendar, '//submit/', { title: 'x' })
    assert.equal(last.status, 429)
    assert.ok(Number(last.headers['retry-after']) > 0)
  })

  it('shows what has become of an event, and takes it back', async () => {
    const picture = await drawPicture({ width: 400, height: 300 }).png().toBuffer()
    const page = await submitted(calendar, { ...concert, venue: 'Quiet corner' }, { file: picture })
    const [event] = await readPending(calendar)
    const listed = await calendar.ask('GET', `//kalends/v1/submissions?include=${event.id}`, { as: 'editor' })
    assert.deepEqual(
      [listed.body[0].name, listed.body[0].email, listed.body[0].confirmed],
      [concert.name, concert.email, false],
    )
    assert.match(listed.body[0].picture, /^data:image\/webp;base64,/)
    assert.match((await calendar.ask('GET', page)).text, /waits for a review/)
    assert.equal((await post(calendar, page, { action: 'withdraw' })).status, 303)
    assert.match((await calendar.ask('GET', page)).text, /You have withdrawn your event/)
    assert.equal((await calendar.ask('GET', `/events/${event.id}`, { as: 'admin' })).status, 404)
    assert.equal((await calendar.ask('GET', `/venues/${event.venue.id}`, { as: 'admin' })).status, 404)
    const [row] = await calendar.database.kysely.selectFrom('submission').selectAll().execute()
    assert.deepEqual(
      [row?.state, row?.name, row?.email, row?.payload, row?.picture, row?.preview],
      ['withdrawn', '', '', '', null, null],
    )
  })

  it('cannot take back what is public', async () => {
    const page = await submitted(calendar, concert)
    const [event] = await readPending(calendar)
    await decide(calendar, event.id, 'approve')
    await post(calendar, page, { action: 'withdraw' })
    assert.match((await calendar.ask('GET', page)).text, /is in the calendar/)
    assert.equal((await calendar.ask('GET', `/events/${event.id}`)).status, 200)
    await calendar.ask('DELETE', `/events/${event.id}?force=true`, { as: 'admin' })
  })

  it('cannot take back a series of which one date is public', async () => {
    const page = await submitted(calendar, { ...concert, repeat: 'weekly', until: '2026-12-19' })
    const ids: number[] = (await readPending(calendar)).map(({ id }: { id: number }) => id)
    const [, second = 0] = ids
    const body = { decision: 'approve', note: '', scope: 'this' }
    const reply = await calendar.ask('POST', `//kalends/v1/reviews/${second}`, { as: 'editor', body })
    assert.equal(reply.status, 200, reply.text)
    const { text } = await calendar.ask('GET', page)
    assert.match(text, /is in the calendar/)
    assert.doesNotMatch(text, /value="withdraw"/)
    await post(calendar, page, { action: 'withdraw' })
    for (const id of ids) assert.equal((await calendar.ask('GET', `/events/${id}`, { as: 'editor' })).status, 200)
    // Taken down again, it stays with the editors.
    await calendar.ask('PUT', `/events/${second}`, { as: 'editor', body: { status: 'draft' } })
    assert.match((await calendar.ask('GET', page)).text, /is not shown in the calendar/)
    await post(calendar, page, { action: 'withdraw' })
    for (const id of ids) assert.equal((await calendar.ask('GET', `/events/${id}`, { as: 'editor' })).status, 200)
    await calendar.ask('DELETE', `/events/${second}?force=true&scope=all`, { as: 'admin' })
  })

  for (const [what, changes] of [
    ['private', [{ status: 'private' }]],
    ['a draft after it was private', [{ status: 'private' }, { status: 'draft' }]],
    ['a draft after it was public', [{ status: 'publish' }, { status: 'draft' }]],
    ['pending after it was public', [{ status: 'publish' }, { status: 'pending' }]],
  ] as const) {
    it(`cannot take back what is ${what}, and shows no other title than that of the visitor`, async () => {
      const page = await submitted(calendar, concert)
      const [{ id }] = await readPending(calendar)
      for (const change of changes) {
        const body = { ...change, title: 'Internal title' }
        const reply = await calendar.ask('PUT', `/events/${id}`, { as: 'editor', body })
        assert.equal(reply.status, 200, reply.text)
      }
      await post(calendar, page, { action: 'withdraw' })
      assert.equal((await calendar.ask('GET', `/events/${id}`, { as: 'editor' })).status, 200)
      const { text } = await calendar.ask('GET', page)
      assert.match(text, /is not shown in the calendar/)
      assert.ok(text.includes(concert.title) && !text.includes('Internal title'))
      assert.doesNotMatch(text, /value="withdraw"/)
      await calendar.ask('DELETE', `/events/${id}?force=true`, { as: 'admin' })
    })
  }

  it('shows the note of an event that was sent back, which can be changed and sent again', async () => {
    const page = await submitted(calendar, concert)
    const [event] = await readPending(calendar)
    await decide(calendar, event.id, 'return', 'Where is <the> bandstand?')
    const returned = await calendar.ask('GET', page)
    assert.match(returned.text, /was sent back/)
    assert.ok(returned.text.includes('Where is &lt;the&gt; bandstand?'))
    assert.ok(returned.text.includes(`value="${concert.title}"`))
    const stamp = /name="stamp" value="([^"]+)"/.exec(returned.text)?.[1] ?? ''
    const replaces = /name="replaces" value="([^"]+)"/.exec(returned.text)?.[1] ?? ''
    calendar.setClock(Number(stamp.split('.')[0]) + 5000)
    const again = await post(calendar, '//submit/', { ...concert, stamp, replaces, address: 'Park 1' })
    assert.equal(again.status, 303, again.text)
    // The first link shows what took its place.
    assert.match((await calendar.ask('GET', page)).text, /waits for a review/)
    const pending = await readPending(calendar)
    assert.deepEqual(
      pending.map(({ venue }: { venue: { address: string } }) => venue.address),
      ['Park 1'],
    )
    assert.equal((await calendar.ask('GET', `/events/${event.id}`, { as: 'admin' })).status, 404)
  })

  it('keeps an event that was sent back when nothing more is taken', async () => {
    const page = await submitted(calendar, concert)
    const [event] = await readPending(calendar)
    await decide(calendar, event.id, 'return', 'When?')
    const { text } = await calendar.ask('GET', page)
    const stamp = /name="stamp" value="([^"]+)"/.exec(text)?.[1] ?? ''
    for (let n = 0; n < 9; n++) {
      await calendar.database.transact(({ kysely }) => kysely.deleteFrom('throttle').execute())
      await submitted(calendar, { ...concert, title: `Other ${n}`, email: `person${n}@example.org` })
    }
    const reply = await post(calendar, '//submit/', { ...concert, stamp, replaces: page.split('/')[3] ?? '' })
    assert.equal(reply.status, 429)
    assert.match((await calendar.ask('GET', page)).text, /was sent back/)
    assert.equal((await calendar.ask('GET', `/events/${event.id}`, { as: 'editor' })).status, 200)
    await calendar.ask('DELETE', `/events/${event.id}?force=true`, { as: 'admin' })
  })

  it('takes no picture at a secret page', async () => {
    const file = await drawPicture({ width: 400, height: 300 }).png().toBuffer()
    const page = await submitted(calendar, concert, { file })
    for (const path of [page, `//submit/${'x'.repeat(43)}/`]) await post(calendar, path, { action: 'none' }, file)
    // The directory is there since the first picture was received.
    assert.deepEqual(readdirSync(join(calendar.config.dataDirectory, 'media', spoolName)), [])
    assert.match((await calendar.ask('GET', page)).text, /waits for a review/)
  })

  it('shows editors a small picture that does not move, whatever was sent', async () => {
    const width = 290
    const frames = await Promise.all(
      Array.from({ length: 12 }, () =>
        sharp(randomBytes(width * width * 3), { raw: { width, height: width, channels: 3 } })
          .png()
          .toBuffer(),
      ),
    )
    const file = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    assert.ok(file.length > 500_000)
    await submitted(calendar, concert, { file })
    const [{ id }] = await readPending(calendar)
    const list = () => calendar.ask('GET', `//kalends/v1/submissions?include=${id}`, { as: 'editor' })
    const [, type, data = ''] = /^data:([^;]*);base64,(.*)$/.exec((await list()).body[0].picture) ?? []
    assert.equal(type, 'image/webp')
    const preview = Buffer.from(data, 'base64')
    assert.ok(preview.length <= 100 * 1024)
    const { pages, height } = await sharp(preview).metadata()
    assert.deepEqual([pages ?? 1, height], [1, width])
    // One that an earlier version has kept.
    await calendar.database.transact(({ kysely }) => kysely.updateTable('submission').set({ preview: file }).execute())
    assert.equal((await list()).body[0].picture, null)
  })

  it('counts an attempt before the body arrives, and reads few at once from one network', async () => {
    await calendar.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = calendar.app.server.address() as AddressInfo
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const begin = () => {
      const sending = request({ port, host: '127.0.0.1', method: 'POST', path: '/submit/', headers })
      sending.on('error', () => undefined)
      sending.write('--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n')
      return sending
    }
    const level = async (): Promise<number> => {
      const found = await calendar.database.kysely.selectFrom('throttle').select('level').executeTakeFirst()
      return found?.level ?? 0
    }
    const slow = []
    for (let n = 1; n <= 3; n++) {
      slow.push(begin())
      while ((await level()) < n) await setTimeout(5)
    }
    const fourth = begin()
    const [answer] = await once(fourth, 'response')
    assert.equal(answer.statusCode, 429)
    for (const one of [...slow, fourth]) one.destroy()
  })

  it('breaks off a body in chunks that does not end', async () => {
    if (!calendar.app.server.listening) await calendar.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = calendar.app.server.address() as AddressInfo
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    for (const name of ['picture', 'other']) {
      const sending = request({ port, host: '127.0.0.1', method: 'POST', path: '/submit/', headers })
      sending.on('error', () => undefined)
      const answered = once(sending, 'response')
      sending.write(`--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`)
      const chunk = Buffer.alloc(1024 * 1024)
      let sent = 0
      const more = (): void => {
        if (sending.destroyed || sent++ > 500) return
        if (sending.write(chunk)) setImmediate(more)
        else sending.once('drain', more)
      }
      more()
      const [answer] = await answered
      assert.equal(answer.statusCode, 413)
      sending.destroy()
      assert.ok(sent < 110, `${sent} MiB`)
    }
    assert.deepEqual(readdirSync(join(calendar.config.dataDirectory, 'media', spoolName)), [])
  })

  it('says once that a picture was not sent again, and then takes the event without it', async () => {
    const file = await drawPicture({ width: 40, height: 40 }).png().toBuffer()
    const faulty = await submit(calendar, { ...concert, title: '' }, { file })
    const fieldsOf = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      )
    const first = await post(calendar, '//submit/', { ...concert, ...fieldsOf(faulty.text) })
    assert.equal(first.status, 400)
    assert.deepEqual(faultyFields(first.text), ['picture'])
    assert.match(first.text, /Choose it once more, or send the event without it/)
    assert.equal((await post(calendar, '//submit/', { ...concert, ...fieldsOf(first.text) })).status, 303)
  })

  it('says that a picture has to be chosen again, or is kept', async () => {
    const file = await drawPicture({ width: 400, height: 300 }).png().toBuffer()
    const faulty = await submit(calendar, { ...concert, title: '' }, { file })
    assert.match(faulty.text, /id="submit-picture"[^>]*aria-describedby="submit-picture-note submit-picture-hint"/)
    assert.match(faulty.text, /Choose the picture again\./)
    assert.doesNotMatch((await submit(calendar, { ...concert, title: '' })).text, /Choose the picture again/)
    const page = await submitted(calendar, concert, { file })
    const [{ id }] = await readPending(calendar)
    await decide(calendar, id, 'return', 'When?')
    assert.match((await calendar.ask('GET', page)).text, /is kept unless you choose another one/)
    const replaces = page.split('/')[3] ?? ''
    const stamp = await openForm(calendar)
    const again = await post(calendar, '//submit/', { ...concert, title: '', stamp, replaces })
    assert.match(again.text, /is kept unless you choose another one/)
    await calendar.ask('DELETE', `/events/${id}?force=true`, { as: 'admin' })
  })

  it('decodes no picture of a form that a program has sent', async () => {
    const file = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(2000)])
    const { status, text } = await post(calendar, '//submit/', { ...concert, stamp: 'none' }, file)
    assert.deepEqual([status, faultyFields(text)], [400, []])
    assert.match(text, /look at your entries once more/)
  })

  it('says that an event was rejected, and why', async () => {
    const page = await submitted(calendar, concert)
    const [event] = await readPending(calendar)
    await decide(calendar, event.id, 'reject', 'Private parties are not for this calendar.')
    const { text } = await calendar.ask('GET', page)
    assert.match(text, /was not accepted/)
    assert.match(text, /Private parties are not/)
    await calendar.ask('DELETE', `/events/${event.id}?force=true`, { as: 'admin' })
  })

  it('keeps the picture of an event that is published in another way', async () => {
    const file = await drawPicture({ width: 1200, height: 800 }).jpeg().toBuffer()
    await submitted(calendar, concert, { file })
    const [event] = await readPending(calendar)
    const path = `//wp-json/wp/v2/tribe_events/${event.id}`
    const reply = await calendar.ask('POST', path, { as: 'editor', body: { status: 'publish' } })
    assert.equal(reply.status, 200, reply.text)
    assert.equal((await calendar.ask('GET', `/events/${event.id}`)).body.image.width, 1200)
    await calendar.ask('DELETE', `/events/${event.id}?force=true`, { as: 'admin' })
  })

  it('is forgotten after a time, and at once when an editor wants it', async () => {
    const days = 365
    const rows = () => calendar.database.kysely.selectFrom('submission').select(['id', 'network_hash']).execute()
    const sweep = (after: number) =>
      calendar.database.transact((db) => forgetSubmissions(db, testNow + after * 86_400_000, days))
    await submitted(calendar, concert)
    await sweep(2)
    assert.deepEqual(
      (await rows()).map(({ network_hash }) => network_hash),
      [''],
    )
    await sweep(days + 1)
    assert.deepEqual(await rows(), [])
    await submitted(calendar, { ...concert, title: 'Another concert' })
    const [row] = await rows()
    const path = `//kalends/v1/submissions/${row?.id}`
    assert.equal((await calendar.ask('DELETE', path, { as: 'author' })).status, 403)
    assert.equal((await calendar.ask('DELETE', path, { as: 'editor' })).status, 200)
    assert.equal((await calendar.ask('DELETE', path, { as: 'editor' })).status, 404)
    assert.equal((await readPending(calendar)).length, 2)
  })
})
