import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeHTML } from 'entities'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { create, read } from './calendar-pages.ts'

/** The titles in a part of a page, in their order. */
const titlesIn = (text: string): string[] =>
  [...text.matchAll(/<a [^>]*dir="auto"[^>]*>(.*?)<\/a>/g)].map(([, title]) => String(title))

describe('events in a frame on another site', () => {
  let calendar: Calendar
  before(async () => {
    // It is Friday, 20 November, 15:00.
    calendar = await createCalendar()
    for (let n = 1; n <= 4; n++) await create(calendar, `Exhibition ${n}`, `2026-0${n}-01 10:00`, '2027-02-01 18:00')
    await create(calendar, 'Over', '2026-11-20 10:00', '2026-11-20 12:00')
    for (let n = 1; n <= 9; n++)
      await create(calendar, `Evening ${n}`, `2026-11-2${n} 19:00`, `2026-11-2${n} 21:00`, {
        categories: [n % 2 === 0 ? 'Music' : 'Stage'],
      })
    const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=4' }
    await create(calendar, 'Swimming', '2026-11-21 08:00', '2026-11-21 09:00', { recurrence })
  })
  after(() => calendar.close())

  const readParts = async (path: string) => {
    const main = await read(calendar, path)
    const [before = '', still = ''] = main.split('<section class="still">')
    const [, all = ''] = /<p class="embed-all"><a href="([^"]*)">All events</.exec(main) ?? []
    return { main, next: titlesIn(before), still: titlesIn(still), all: decodeHTML(all) }
  }

  it('are the next ones, above at most two that began on an earlier day', async () => {
    const { next, still, all } = await readParts('/embed/events/')
    assert.deepEqual(next, ['Swimming', 'Evening 1', 'Evening 2', 'Evening 3', 'Evening 4'])
    assert.deepEqual(still, ['Exhibition 3', 'Exhibition 4'])
    assert.equal(all, '/events/')
  })

  it('stand below their days in a list', async () => {
    await create(calendar, 'Late', '2026-11-21 22:00', '2026-11-21 23:00')
    const { main } = await readParts('/embed/events/?max=4')
    const days = main.split('<section class="still">')[0]?.split('<section class="dated">').slice(1) ?? []
    assert.deepEqual(
      days.map((day) => [/<h2><time datetime="([^"]*)"/.exec(day)?.[1], titlesIn(day)]),
      [
        ['2026-11-21', ['Swimming', 'Evening 1', 'Late']],
        ['2026-11-22', ['Evening 2']],
      ],
    )
    assert.match(days[0] ?? '', /<p class="when"><time [^>]*>8 – 9\sAM</)
    const { body } = await calendar.ask('GET', '/events/by-slug/late')
    await calendar.ask('DELETE', `/events/${body.id}?force=true`, { as: 'editor' })
  })

  it('are laid out as the address says', async () => {
    const cards = await readParts('/embed/events/?layout=cards')
    assert.match(cards.main, /<div class="photos"><article class="card/)
    assert.equal(cards.next.length, 6)
    const compact = await readParts('/embed/events/?layout=compact')
    assert.equal((compact.main.match(/<li><time /g) ?? []).length, 5)
    assert.deepEqual(compact.next, (await readParts('/embed/events/')).next)
    assert.match((await readParts('/embed/events/?layout=round')).main, /<div class="compact">/)
  })

  it('are as many, and reach as far, as the address says', async () => {
    assert.equal((await readParts('/embed/events/?max=8')).next.length, 8)
    for (const wrong of ['0', '51', 'x', '-1']) {
      assert.equal((await readParts(`/embed/events/?max=${wrong}`)).next.length, 5, wrong)
    }
    assert.deepEqual((await readParts('/embed/events/?days=2')).next, ['Swimming', 'Evening 1', 'Evening 2'])
    assert.deepEqual((await readParts('/embed/events/?when=tomorrow')).next, ['Swimming', 'Evening 1'])
    // Days that have a name stand above a number of them.
    assert.deepEqual((await readParts('/embed/events/?when=tomorrow&days=9')).next, ['Swimming', 'Evening 1'])
    const each = await readParts('/embed/events/?max=50&collapse=none')
    assert.equal(each.next.filter((title) => title === 'Swimming').length, 4)
  })

  it('lead to all of the same', async () => {
    const { all, next } = await readParts('/embed/events/?categories=music&when=week&layout=cards&max=2&theme=dark')
    assert.deepEqual(next, ['Evening 2', 'Evening 4'])
    const url = new URL(all, 'http://calendar.test')
    assert.deepEqual(
      [url.pathname, [...url.searchParams].sort()],
      [
        '/events/',
        [
          ['categories', 'music'],
          ['when', 'week'],
        ],
      ],
    )
    assert.match(await read(calendar, `/de/embed/events/`), /<a href="\/de\/events\/">Alle Veranstaltungen</)
  })

  it('may ask for what is over, and say where there is nothing', async () => {
    assert.deepEqual((await readParts('/embed/events/?window=past')).next, ['Over'])
    assert.match((await readParts('/embed/events/?search=nothing')).main, /<p class="none">There are no events here/)
  })

  it('are a month whose neighbours open in the frame, with the same filters and colours', async () => {
    const reply = await calendar.ask('GET', '//embed/month/?categories=music&theme=dark')
    assert.equal(reply.status, 200)
    assert.match(reply.headers['content-security-policy'] ?? '', /frame-ancestors \*/)
    assert.match(reply.text, /<html[^>]* data-theme="dark"/)
    assert.match(reply.text, /<table class="month">/)
    assert.ok(reply.text.includes('Evening 2') && !reply.text.includes('Evening 1'))
    const nav = /<div class="embed-steps">.*?<\/div>/s.exec(reply.text)?.[0] ?? ''
    const steps = [...nav.matchAll(/href="([^"]*)" target="_self" rel="(\w+)" aria-label="([^"]*)"/g)]
    assert.deepEqual(
      steps.map(([, to = '', rel, name]) => [decodeHTML(to), rel, name]),
      [
        ['/embed/month/?categories=music&date=2026-10&theme=dark', 'prev', 'October 2026'],
        ['/embed/month/?categories=music&date=2026-12&theme=dark', 'next', 'December 2026'],
      ],
    )
    assert.match(reply.text, /<p class="embed-all"><a href="\/events\/month\/\?categories=music">/)
    const december = await read(calendar, '/embed/month/?date=2026-12')
    assert.ok(december.includes('Swimming') && !december.includes('Evening 1'))
    assert.match(december, /<p class="embed-all"><a href="\/events\/month\/2026-12\/">/)
    // A month that there is not is the present one.
    assert.match(await read(calendar, '/embed/month/?date=2026-13'), /November 2026/)
    assert.match(await read(calendar, '/embed/events/?layout=month'), /<table class="month">/)
  })

  it('say in the frame what cannot be shown, and lead to the calendar', async () => {
    for (const [path, status] of [
      ['/embed/event/nope/', 404],
      ['/embed/nope/', 404],
      ['/embed/events/?categories=gone', 400],
      ['/embed/events/?when=30', 400],
    ] as const) {
      const reply = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(reply.status, status, path)
      assert.match(reply.headers['content-security-policy'] ?? '', /frame-ancestors \*/, path)
      assert.match(reply.text, /<base target="_top">/, path)
      assert.match(reply.text, /<h1>This (?:page|address)/, path)
      assert.match(reply.text, /<a class="button" href="\/events\/">/, path)
      assert.doesNotMatch(reply.text, /<header|<footer/, path)
    }
    // The page that writes the code of frames is none itself.
    for (const path of ['/embed/?categories=x&max=y', '/event/nope/']) {
      const { headers, text } = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'self'/, path)
      assert.match(text, /<header/, path)
    }
    const dark = await calendar.ask('GET', '//embed/events/?categories=gone&theme=dark')
    assert.match(dark.text, /<html[^>]* data-theme="dark"/)
  })
})
