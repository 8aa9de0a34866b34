import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { adapterRoutes, siteRoutes } from '../../src/app.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

/** Stands in every text of what hardly anybody may see. */
const canary = 'kanarienvogel'

const site = '//wp-json/wp/v2'

const dates = { start_date: '2026-11-25 19:30:00', end_date: '2026-11-25 21:00:00' }

type Hidden = { readonly ids: readonly number[]; readonly slugs: readonly string[]; readonly tag: number }

/** A calendar in which much is hidden, linked to what is public. */
const fill = async ({ ask }: Calendar): Promise<Hidden> => {
  const ids: number[] = []
  const slugs: string[] = []
  const create = async (of: string, body: object) => {
    const reply = await ask('POST', `/${of}`, { as: 'admin', body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const texts = { description: `<p>${canary}</p>`, excerpt: canary }
  let tag = 0
  for (const state of ['draft', 'pending', 'private', 'future', 'trash']) {
    const status = state === 'trash' ? 'publish' : state
    const date = state === 'future' ? { date: '2026-12-24 12:00:00' } : {}
    for (const [plural, field] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
      ['events', 'title'],
    ] as const) {
      const own = plural === 'events' ? { ...dates, tags: ['visible'], categories: ['visible'] } : {}
      const body = { [field]: `${canary} ${state}`, status, ...date, ...texts, ...own }
      const record = await create(plural, body)
      ids.push(record.id)
      slugs.push(record.slug)
      if (plural === 'events') tag = record.tags[0].id
      if (state === 'trash') assert.equal((await ask('DELETE', `/${plural}/${record.id}`, { as: 'admin' })).status, 200)
      if (plural === 'events') continue
      // What is public may be linked to what is not.
      await create('events', {
        title: `Public, ${field}`,
        ...dates,
        ...(state === 'trash' ? {} : { [field]: record.id }),
      })
    }
  }
  return { ids, slugs, tag }
}

/** Every address below wp/v2, each list with every filter that could tell of a hidden record. */
const addressesOf = ({ ids, slugs, tag }: Hidden): string[] =>
  [...siteRoutes, ...adapterRoutes].flatMap(({ path, pathParam, endpoints }) => {
    if (pathParam === 'id')
      return ids.flatMap((id) => ['', '?context=edit'].map((query) => `${path.replace('{id}', String(id))}${query}`))
    if (pathParam) return ['tribe_events', 'tribe_events_cat'].map((name) => path.replace(`{${pathParam}}`, name))
    const [list] = endpoints
    if (list?.operation !== 'list') return [path, `${path}?context=edit`]
    const queries: Record<string, readonly string[]> = {
      search: [canary],
      slug: [slugs.join(), ...slugs],
      include: [ids.join()],
      exclude: ['1'],
      status: ['any', 'draft', 'future', 'private', 'trash', 'publish', 'inherit'],
      context: ['edit', 'embed'],
      orderby: ['title', 'modified', 'slug', 'name'],
      post: ids.map(String),
      tags: [String(tag)],
      tribe_events_cat: [String(tag - 1), '1'],
      author: ['1'],
      after: ['2000-01-01'],
      offset: ['0'],
      per_page: ['100'],
    }
    const known = Object.keys(list.params).flatMap((name) => (queries[name] ?? []).map((value) => `${name}=${value}`))
    return ['', ...known].map((query) => `${path}?per_page=100&${query}`)
  })

/** Nobody of them owns a hidden record, or may see those of others. */
const strangers = ['none', 'subscriber', 'contributor', 'author'] as const satisfies readonly Login[]

const findCanaries = async (calendar: Calendar, hidden: Hidden, callers: readonly Login[]): Promise<string[]> => {
  const found: string[] = []
  for (const path of addressesOf(hidden)) {
    for (const as of callers) {
      const { text, headers } = await calendar.ask('GET', `${site}${path}`, { as })
      // A refusal may repeat what was sent, and nothing else.
      if ((text + JSON.stringify(headers)).includes(canary) && !isEcho(path, text)) found.push(`${as} ${path}`)
    }
  }
  return found
}

/** Links of lists repeat the parameters of the request. */
const isEcho = (path: string, text: string): boolean => path.includes(canary) && !text.includes(canary)

describe('no address below wp/v2', () => {
  it('shows hidden records to callers who may not read them', async () => {
    const calendar = await createCalendar()
    const hidden = await fill(calendar)
    assert.ok(addressesOf(hidden).length > 250, String(addressesOf(hidden).length))
    assert.deepEqual(await findCanaries(calendar, hidden, strangers), [])
    // The terms of a hidden event are not told either.
    for (const id of hidden.ids) {
      for (const list of ['tags', 'tribe_events_cat']) {
        const { body } = await calendar.ask('GET', `${site}/${list}?post=${id}`)
        assert.ok(Array.isArray(body) ? body.length === 0 : body.code === 'rest_invalid_param', `${list} of ${id}`)
      }
    }
    await calendar.close()
  })

  it('fails to show it to an administrator, or once it is public (negative control)', async () => {
    const calendar = await createCalendar()
    const hidden = await fill(calendar)
    const byAdmin = await findCanaries(calendar, hidden, ['admin'])
    for (const part of ['/tribe_events?', '/tribe_venue?', '/tribe_organizer?', ...hidden.ids.map((id) => `/${id}`)]) {
      assert.ok(
        byAdmin.some((path) => path.includes(part)),
        part,
      )
    }
    for (const id of hidden.ids) {
      for (const plural of ['events', 'venues', 'organizers']) {
        const body = { status: 'publish', date: '2026-11-01 00:00:00' }
        await calendar.ask('PATCH', `/${plural}/${id}`, { as: 'admin', body })
      }
    }
    const byAnybody = await findCanaries(calendar, hidden, ['none'])
    for (const type of ['tribe_events', 'tribe_venue', 'tribe_organizer']) {
      for (const query of ['', 'slug=', 'include=', 'search=', 'author=1', 'after=']) {
        const prefix = `none /${type}?per_page=100&${query}`
        assert.ok(
          byAnybody.some((path) => path.startsWith(prefix)),
          prefix,
        )
      }
    }
    await calendar.close()
  })
})
