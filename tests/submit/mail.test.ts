import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { forgetSubmissions } from '../../src/resources/submissions/stored.ts'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, testNow } from '../support/calendar.ts'
import { type ReceivedMail, startMailServer, textOf } from '../support/mail-server.ts'
import { concert, createOpenCalendar, decide, post, readPending, submit, unconfirmedRow } from './visitor.ts'

describe('submissions of a calendar that sends mail', () => {
  let calendar: Calendar
  let server: Awaited<ReturnType<typeof startMailServer>>
  before(async () => {
    server = await startMailServer()
    calendar = await createOpenCalendar({ KALENDS_SMTP_URL: server.url, KALENDS_SITE_NAME: 'Town' })
  })
  beforeEach(async () => {
    server.received.length = 0
    calendar.setClock(testNow)
    for (const { id } of await readPending(calendar))
      await calendar.ask('DELETE', `/events/${id}?force=true`, { as: 'admin' })
    await calendar.database.transact(async ({ kysely }) => {
      await kysely.deleteFrom('throttle').execute()
      await kysely.deleteFrom('submission').execute()
    })
  })
  after(async () => {
    await calendar.close()
    await server.close()
  })

  const readRows = () => calendar.database.kysely.selectFrom('submission').selectAll().execute()

  /** Submits an event; returns the path of the link in the message, as `ask` takes it. */
  const submitByMail = async (
    fields: Readonly<Record<string, string>> = concert,
    path = '//submit/',
    file?: Buffer,
  ) => {
    const reply = await submit(calendar, fields, { path, ...(file && { file }) })
    assert.equal(reply.status, 303, reply.text)
    assert.match(reply.headers['location'] ?? '', /^(?:\/de)?\/submit\/sent\/$/)
    const [message] = server.received
    assert.ok(message)
    const [, link = ''] = /http:\/\/calendar\.test(\/\S+)/.exec(textOf(message)) ?? []
    return { message, path: `/${link}` }
  }

  it('wait until a button behind the link in a message is pressed', async () => {
    const { message, path } = await submitByMail()
    assert.deepEqual(message.to, [concert.email])
    assert.deepEqual(await readPending(calendar), [])
    // Programs that look into mail open links.
    for (let n = 0; n < 2; n++) assert.match((await calendar.ask('GET', path)).text, /One more step/)
    assert.deepEqual(await readPending(calendar), [])
    assert.equal((await post(calendar, path, { action: 'confirm' })).status, 303)
    const [event] = await readPending(calendar)
    assert.equal(event.title, concert.title)
    const listed = await calendar.ask('GET', `//kalends/v1/submissions?include=${event.id}`, { as: 'editor' })
    assert.equal(listed.body[0].confirmed, true)
    await post(calendar, path, { action: 'confirm' })
    assert.equal((await readPending(calendar)).length, 1)
    assert.match((await calendar.ask('GET', path)).text, /waits for a review/)
  })

  it('say nothing in that message of what was typed, which may be spam to a stranger', async () => {
    const { message } = await submitByMail({ ...concert, title: 'Buy pills', name: 'https://pills.example.org' })
    assert.doesNotMatch(message.text + textOf(message), /pills/i)
  })

  it('are in the language of the form', async () => {
    const { message, path } = await submitByMail(concert, '//de/submit/')
    assert.match(textOf(message), /bestätigen Sie sie/)
    assert.match(path, /^\/\/de\/submit\//)
  })

  it('are refused at their address where no message can be sent to it, and not kept', async () => {
    const reply = await submit(calendar, { ...concert, email: 'refused@example.org' })
    assert.equal(reply.status, 400)
    assert.match(reply.text, /id="submit-email-fault">We could not send/)
    assert.deepEqual(await readRows(), [])
    assert.ok(!calendar.log.some((line) => line.includes('refused@example.org')))
  })

  it('say at the form what the interface refuses, before a message is sent', async () => {
    const reply = await submit(calendar, { ...concert, category: 'nothing-such' })
    assert.equal(reply.status, 400)
    assert.deepEqual([server.received, await readRows()], [[], []])
  })

  it('are told to the person when they are sent back and published, with their picture', async () => {
    const file = await drawPicture({ width: 1200, height: 800 }).jpeg().toBuffer()
    const { path } = await submitByMail(concert, '//submit/', file)
    await post(calendar, path, { action: 'confirm' })
    const [event] = await readPending(calendar)
    const returned = server.next()
    await decide(calendar, event.id, 'return', 'Where is the bandstand?')
    await returned
    const [, second] = server.received
    assert.ok(second)
    assert.match(textOf(second), /Where is the bandstand\?/)
    const page = await calendar.ask('GET', path)
    const stamp = /name="stamp" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    calendar.setClock(Number(stamp.split('.')[0]) + 5000)
    // The picture need not be sent again.
    const again = await post(calendar, '//submit/', { ...concert, stamp, replaces: path.split('/')[3] ?? '' })
    // The address is known: no message has to be answered again.
    assert.match(again.headers['location'] ?? '', /^\/submit\/[\w-]{43}\/$/)
    const [changed] = await readPending(calendar)
    const published = server.next()
    await decide(calendar, changed.id, 'approve')
    await published
    const third = server.received[2]
    assert.ok(third)
    const { body } = await calendar.ask('GET', `/events/${changed.id}`)
    assert.equal(body.image.width, 1200)
    assert.ok(textOf(third).includes(body.url), textOf(third))
    assert.deepEqual(third.to, [concert.email])
  })

  it('are told to the person once, however they are published', async () => {
    const { path } = await submitByMail()
    await post(calendar, path, { action: 'confirm' })
    const [event] = await readPending(calendar)
    const published = server.next()
    await calendar.ask('PATCH', `/events/${event.id}`, {
      as: 'editor',
      body: { status: 'publish', title: 'As edited' },
    })
    await published
    const message = server.received.at(-1)
    assert.ok(message && textOf(message).includes('As edited'))
    assert.deepEqual(message.to, [concert.email])
    assert.equal((await readRows())[0]?.is_told, 1)
  })

  it('keep their person and picture where a series is divided or left, and tell of its publication once', async () => {
    const file = await drawPicture({ width: 1200, height: 800 }).jpeg().toBuffer()
    const fields = { ...concert, repeat: 'weekly', until: '2027-01-02' }
    const { path } = await submitByMail(fields, '//submit/', file)
    await post(calendar, path, { action: 'confirm' })
    const ids: number[] = (await readPending(calendar)).map(({ id }: { id: number }) => id)
    assert.equal(ids.length, 5)
    const [first = 0, second = 0, third = 0, fourth = 0] = ids
    const change = async (id: number, body: object) => {
      const { status, text } = await calendar.ask('PUT', `/events/${id}`, { as: 'editor', body })
      assert.equal(status, 200, text)
    }
    await change(third, { title: 'In the hall', scope: 'following' })
    await change(second, { recurrence: null })
    const listed = await calendar.ask('GET', `//kalends/v1/submissions?include=${ids}`, { as: 'editor' })
    assert.deepEqual(listed.body.map(({ event }: { event: number }) => event).toSorted(), ids.toSorted())
    const published = server.next()
    await decide(calendar, first, 'approve')
    await published
    // Pictures are kept as long as a date waits.
    await calendar.database.transact((db) => forgetSubmissions(db, testNow + 3 * 86_400_000, 30))
    await decide(calendar, second, 'approve')
    await decide(calendar, fourth, 'approve')
    for (const id of ids) {
      const { body } = await calendar.ask('GET', `/events/${id}`)
      assert.deepEqual([body.status, body.image.width], ['publish', 1200], String(id))
    }
    assert.match((await calendar.ask('GET', path)).text, /in the calendar/)
    // Another message waits for this one: what would come of the decisions before came before it.
    const returned = server.next()
    await change(fourth, { status: 'pending', scope: 'following' })
    await decide(calendar, fourth, 'return', 'In which hall?')
    await returned
    const texts = server.received.map(textOf)
    assert.equal(texts.length, 3, texts.join('\n'))
    assert.match(texts[2] ?? '', /In which hall/)
  })

  it('make one event where what was sent back is sent twice and both are confirmed', async () => {
    const { path } = await submitByMail()
    await post(calendar, path, { action: 'confirm' })
    const [event] = await readPending(calendar)
    const returned = server.next()
    await decide(calendar, event.id, 'return')
    await returned
    const sendAgain = async (email: string): Promise<string> => {
      const page = await calendar.ask('GET', path)
      const stamp = /name="stamp" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      calendar.setClock(Number(stamp.split('.')[0]) + 5000)
      const sent = server.received.length
      const fields = { ...concert, title: `By ${email}`, email, stamp, replaces: path.split('/')[3] ?? '' }
      assert.equal((await post(calendar, '//submit/', fields)).headers['location'], '/submit/sent/')
      const message = server.received[sent]
      assert.ok(message)
      return `/${/http:\/\/calendar\.test(\/\S+)/.exec(textOf(message))?.[1] ?? ''}`
    }
    const [first, second, third] = [
      await sendAgain('first@example.org'),
      await sendAgain('second@example.org'),
      await sendAgain('third@example.org'),
    ]
    for (const link of [first, second]) await post(calendar, link, { action: 'confirm' })
    const pending = await readPending(calendar)
    assert.deepEqual(
      pending.map(({ title }: { title: string }) => title),
      ['By second@example.org'],
    )
    // All links lead to what took the place of the others.
    for (const link of [path, first, second]) {
      assert.match((await calendar.ask('GET', link)).text, /By second@example\.org/, link)
    }
    const published = server.next()
    await decide(calendar, pending[0].id, 'approve')
    await published
    await post(calendar, third, { action: 'confirm' })
    assert.deepEqual(await readPending(calendar), [])
    assert.match((await calendar.ask('GET', second)).text, /By second@example\.org/)
    await calendar.ask('DELETE', `/events/${pending[0].id}?force=true`, { as: 'admin' })
  })

  it('are confirmed without their category where it has been deleted since', async () => {
    const category = await calendar.ask('POST', '/categories', { as: 'admin', body: { name: 'Fleeting' } })
    const { path } = await submitByMail({ ...concert, category: category.body.slug })
    await calendar.ask('DELETE', `/categories/${category.body.id}?force=true`, { as: 'admin' })
    assert.equal((await post(calendar, path, { action: 'confirm' })).status, 303)
    const [event] = await readPending(calendar)
    assert.deepEqual([event.title, event.categories], [concert.title, []])
    assert.match((await calendar.ask('GET', path)).text, /waits for a review/)
  })

  it('need another message where somebody else’s address takes the place of a confirmed one', async () => {
    const { path } = await submitByMail()
    await post(calendar, path, { action: 'confirm' })
    const [event] = await readPending(calendar)
    const returned = server.next()
    await decide(calendar, event.id, 'return')
    await returned
    const stampPage = await calendar.ask('GET', path)
    const stamp = /name="stamp" value="([^"]+)"/.exec(stampPage.text)?.[1] ?? ''
    calendar.setClock(Number(stamp.split('.')[0]) + 5000)
    const fields = { ...concert, email: 'other@example.org', stamp, replaces: path.split('/')[3] ?? '' }
    const unsent = await post(calendar, '//submit/', { ...fields, email: 'refused@example.org' })
    assert.equal(unsent.status, 400)
    assert.match((await calendar.ask('GET', path)).text, /was sent back/)
    const reply = await post(calendar, '//submit/', fields)
    assert.equal(reply.headers['location'], '/submit/sent/')
    // Sent once more, it is the same, and its secret link stays in the message.
    const repeated = await post(calendar, '//submit/', fields)
    assert.equal(repeated.headers['location'], '/submit/sent/')
    assert.equal((await readRows()).length, 2)
    assert.deepEqual(await readPending(calendar), [])
    assert.match((await calendar.ask('GET', path)).text, /was sent back/)
    assert.equal((await calendar.ask('GET', `/events/${event.id}`, { as: 'editor' })).status, 200)
    const message = server.received.at(-1) as ReceivedMail
    const link = /http:\/\/calendar\.test(\/\S+)/.exec(textOf(message))?.[1] ?? ''
    assert.equal((await post(calendar, `/${link}`, { action: 'confirm' })).status, 303)
    assert.equal((await calendar.ask('GET', `/events/${event.id}`, { as: 'editor' })).status, 404)
    assert.equal((await readPending(calendar)).length, 1)
    assert.match((await calendar.ask('GET', path)).text, /waits for a review/)
  })

  it('do not close the form while they are not confirmed, and the oldest ones go', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({
      ...unconfirmedRow,
      token_hash: `t${n}`,
      email: `p${n}@example.org`,
    }))
    await calendar.database.transact(async ({ kysely }) => {
      for (let at = 0; at < rows.length; at += 100)
        await kysely
          .insertInto('submission')
          .values(rows.slice(at, at + 100))
          .execute()
    })
    const { path } = await submitByMail()
    const left = await readRows()
    assert.equal(left.length, 1000)
    assert.ok(!left.some(({ token_hash }) => token_hash === 't0') && left.some(({ token_hash }) => token_hash === 't1'))
    assert.equal((await post(calendar, path, { action: 'confirm' })).status, 303)
    const [event] = await readPending(calendar)
    // The queue is full: what waits is one event here, of 500 submissions.
    await calendar.database.transact(({ kysely }) =>
      kysely.updateTable('submission').set({ state: 'open', event_id: event.id }).execute(),
    )
    assert.equal((await submit(calendar, { ...concert, email: 'late@example.org' })).status, 303)
    const link = /http:\/\/calendar\.test(\/\S+)/.exec(textOf(server.received[1] as ReceivedMail))?.[1] ?? ''
    const full = await post(calendar, `/${link}`, { action: 'confirm' })
    assert.equal(full.status, 429)
    assert.match(full.text, /Too many events are waiting for review/)
    assert.match((await calendar.ask('GET', `/${link}`)).text, /One more step/)
  })

  it('are deleted when nobody confirms them', async () => {
    const { path } = await submitByMail()
    await calendar.database.transact((db) => forgetSubmissions(db, testNow + 2 * 86_400_000, 365))
    assert.deepEqual(await readRows(), [])
    assert.equal((await calendar.ask('GET', path)).status, 404)
    assert.equal((await post(calendar, path, { action: 'confirm' })).status, 404)
  })
})
