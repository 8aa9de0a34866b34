import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { indexPending } from '../../src/db/search-upkeep.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'
import { addCopies } from '../support/copies.ts'
import { fillLists } from './lists.ts'

type Statement = { readonly text: string; readonly parameters: readonly unknown[] }

/** Most statements that a list may cost, whatever `per_page` is. */
const maxStatements = 10

describe('the statements of lists', () => {
  let calendar: Calendar
  let statements: Statement[] = []
  let paths: readonly string[] = []

  before(async () => {
    calendar = await createCalendar({
      // Whether anything has changed is asked for all requests of a turn, and last uses are written once for many requests.
      sqlite: {
        onStatement: (text, parameters) =>
          void (isAboutChanges(text) || isLastUse(text) || statements.push({ text, parameters })),
      },
    })
    paths = await fillLists(calendar)
  })
  after(() => calendar.close())

  const watch = async (path: string, as: Login): Promise<Statement[]> => {
    statements = []
    const { status, text } = await calendar.ask('GET', path, { as })
    assert.equal(status, 200, `${path}: ${text}`)
    return [...statements]
  }

  it('are at most ten, also for a caller who has logged in', async () => {
    for (const path of paths) {
      for (const as of ['none', 'author', 'editor'] as const) {
        const separator = path.includes('?') ? '&' : '?'
        const count = (await watch(path, as)).length
        const many = (await watch(`${path}${separator}per_page=50`, as)).length
        assert.ok(count <= maxStatements, `${path} as ${as} costs ${count} statements`)
        assert.ok(many <= maxStatements, `${path} as ${as} with per_page=50 costs ${many} statements`)
      }
    }
  })

  const searches = [
    '/events?search=night%2029',
    '/events?search=jazz%2029&featured=false',
    '/venues?search=town%20hall',
  ]

  it('of searches among many ask the index of texts', async () => {
    const { body } = await calendar.ask('GET', '/events?search=29')
    const [{ id, venue }] = body.events
    await addCopies(calendar.database, 'event', id, 'concert')
    await addCopies(calendar.database, 'venue', venue.id, 'theatre')
    await indexPending(calendar.database)
    for (const path of searches) {
      const texts = (await watch(path, 'editor')).map(({ text }) => text)
      assert.ok(
        texts.some((text) => text.includes('search_block')),
        path,
      )
      assert.ok(texts.length <= maxStatements, `${path} costs ${texts.length} statements`)
    }
    paths = [...paths, ...searches]
  })

  /** What is read while nobody else waits for it. */
  const aside = [
    ...['id', 'author', 'modified', 'slug', 'title'].map((by) => `orderby=${by}`),
    'author=9',
    'tags=999',
    'offset=2050',
    'page=210',
  ]

  it('of many posts that no index has in their order, or at their place, are read aside (D4)', async (t) => {
    const asked = t.mock.method(calendar.database, 'queryInBackground')
    const count = async (query: string): Promise<number> => {
      asked.mock.resetCalls()
      await watch(`//wp/v2/tribe_events?${query}`, 'none')
      return asked.mock.callCount()
    }
    for (const query of aside) assert.ok((await count(query)) > 0, query)
    for (const query of ['', 'order=asc', 'offset=50', 'after=2020-01-01', 'slug=jazz-night-1', 'include=1,2']) {
      assert.equal(await count(query), 0, query)
    }
  })

  it('of posts by their slugs or ids find them by nothing else', async () => {
    for (const [path, index] of [
      ['tribe_events?slug=jazz-night-1', 'event_slug (slug=?)'],
      ['tribe_venue?slug=town-hall', 'venue_slug (slug=?)'],
      ['tribe_events?include=100001,2', '(rowid=?)'],
    ] as const) {
      const found = await watch(`//wp/v2/${path}`, 'editor')
      const steps = (await Promise.all(found.filter(isAboutContent).map((it) => explain(calendar, it)))).flat()
      assert.ok(
        steps.some((step) => step.includes(index)),
        steps.join('\n'),
      )
      assert.deepEqual(
        steps.filter((step) => /^SEARCH (event|venue)/.test(step) && !isByKey(step)),
        [],
      )
    }
  })

  it('of many events read them in the order of an index, without sorting, whoever asks (C1.3)', async () => {
    const others: string[] = []
    for (const by of ['start_date', 'end_date', 'title', 'date', 'modified', 'id']) {
      const index = by === 'id' ? 'SCAN event' : `INDEX event_in_order_${by.replace('_date', '')}`
      for (const query of [`sort=-${by}`, `sort=${by}&cursor=`, `sort=${by},-id`]) {
        if (by === 'id' && query.endsWith('-id')) continue
        for (const as of ['none', 'author', 'editor'] as const) {
          const along = (await watch(`/events?window=all&${query}`, as)).filter(({ text }) => /order by 1/.test(text))
          const steps = (await Promise.all(along.map((it) => explain(calendar, it)))).flat()
          const isSorted = steps.some((step) => step === 'USE TEMP B-TREE FOR ORDER BY')
          if (isSorted || !steps.some((step) => step.includes(index)))
            others.push(`${query} as ${as}: ${steps.join('; ')}`)
        }
      }
    }
    assert.deepEqual(others, [])
    const sorting = { text: 'select id from event order by description limit 10', parameters: [] }
    assert.ok((await explain(calendar, sorting)).includes('USE TEMP B-TREE FOR ORDER BY'))
  })

  it('find the links of an event by the event, and never look for each value of a filter', async () => {
    const { body } = await calendar.ask('GET', '/events')
    const [{ venue, organizer, categories, tags }] = body.events
    const values = {
      venue: venue.id,
      organizer: organizer[0].id,
      categories: categories[0].id,
      tags: tags[0].id,
    }
    const filters = Object.entries(values).flatMap(([name, id]) => [`${name}=${id}`, `${name}_exclude=${id}`])
    const others: string[] = []
    let tested = 0
    for (const filter of [...filters, 'geoloc_lat=52&geoloc_lng=13&geoloc_distance=20000']) {
      for (const path of [
        `/events?window=all&sort=title&cursor=&${filter}`,
        `/events?window=all&sort=end_date&${filter}`,
        `//kalends/v1/calendar?start_date=2026-01-01&end_date=2027-12-31&${filter}`,
      ]) {
        if (path.startsWith('//') && !/^(?:venue|organizer|categories|tags)=/.test(filter)) continue
        for (const statement of await watch(path, 'editor')) {
          if (!/from "?event_\w+"?(?: as "?\w+"?)? where "?\w+"?\."?event_id"? = "event"\."id"/.test(statement.text))
            continue
          const steps = (await explain(calendar, statement)).filter((step) => /^SEARCH (?:event_|link)/.test(step))
          tested += steps.length
          const isByEvent = (step: string): boolean => /\(event_id=\?\)/.test(step)
          if (steps.length === 0 || !steps.every(isByEvent)) others.push(`${path}: ${steps.join('; ')}`)
        }
      }
    }
    assert.deepEqual(others, [])
    assert.ok(tested > filters.length, `${tested} searches were seen`)
  })

  it('all use indexes: no table is read from end to end', async () => {
    const scans: string[] = []
    for (const path of paths) {
      for (const as of ['none', 'contributor', 'author', 'editor'] as const) {
        for (const statement of await watch(path, as)) {
          const steps = await explain(calendar, statement)
          if (isInOrderOfIds(statement, steps)) continue
          for (const step of steps) if (isFullScan(step)) scans.push(`${path} as ${as}: ${step}`)
        }
      }
    }
    assert.deepEqual(scans, [])
  })

  it('are recognised as scans when they are (negative control)', async () => {
    const steps = await explain(calendar, { text: 'select * from event where description = ?', parameters: ['x'] })
    assert.ok(steps.some(isFullScan), steps.join('\n'))
  })
})

/** A page in the order of ids is read from the table itself, which is in that order, and no further than the page. */
const isInOrderOfIds = ({ text }: Statement, steps: readonly string[]): boolean =>
  /order by (?:"\w+"\."id"|1) (?:asc|desc) limit/.test(text) && !steps.some((step) => step.includes('TEMP B-TREE'))

describe('the statements of single records', () => {
  it('find what they show by its key, however many records there are', async () => {
    let statements: Statement[] = []
    const calendar = await createCalendar({
      sqlite: { onStatement: (text, parameters) => void statements.push({ text, parameters }) },
    })
    await fillLists(calendar)
    const [event] = (await calendar.ask('GET', '/events')).body.events
    const { venue, organizer, categories } = event
    const paths = [
      ...Object.entries({ events: event, venues: venue, organizers: organizer[0] }).flatMap(
        ([plural, { id, slug }]) => [`/${plural}/${id}`, `/${plural}/by-slug/${slug}`],
      ),
      `/categories/${categories[0].id}`,
    ]
    const others: string[] = []
    for (const path of paths) {
      for (const as of ['none', 'author', 'editor'] as const) {
        statements = []
        const { status, text } = await calendar.ask('GET', path, { as })
        assert.equal(status, 200, text)
        for (const statement of statements.filter(isAboutContent)) {
          for (const step of await explain(calendar, statement)) {
            if (!isByKey(step)) others.push(`${path} as ${as}: ${step}`)
          }
        }
      }
    }
    assert.deepEqual(others, [])
    const published = { text: 'select * from venue where status = ?', parameters: ['publish'] }
    assert.ok(!(await explain(calendar, published)).every(isByKey), 'all published venues are not found by a key')
    await calendar.close()
  })
})

const isAboutChanges = (text: string): boolean => /^pragma|from "change"/.test(text)

/** The write of when log-ins were used last, which comes a second after a request. */
const isLastUse = (text: string): boolean => /^(?:begin|commit)|"credential_use"/.test(text)

/** What asks who the caller is, and what has changed, is asked of every request. */
const isAboutContent = ({ text }: Statement): boolean =>
  !isAboutChanges(text) && !/"(?:user|credential|throttle)"|min\("date_utc"\)/.test(text)

/** SEARCH by a column that names a record; what is not a search reads what was found so. */
const isByKey = (step: string): boolean =>
  !isFullScan(step) && (!step.startsWith('SEARCH') || /\((?:rowid|(?:\w+_)?id|slug|taxonomy=\? AND slug)=\?/.test(step))

/**
 * SCAN of a table without an index; the rows of json_each, of a subquery or of a recursion are no table. Of texts that wait for the index
 * there are some hundreds at most, and one block of the index for a thousand records.
 */
const isFullScan = (step: string): boolean =>
  /^SCAN (?!json_each|above|below|found|search_pending|search_block|\(|CONSTANT)/.test(step) &&
  !/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(step)

const explain = async (calendar: Calendar, { text, parameters }: Statement): Promise<string[]> => {
  const parts = text.split('?')
  const query = sql.join(
    parts.flatMap((part, index) =>
      index < parameters.length ? [sql.raw(part), sql.val(parameters[index])] : [sql.raw(part)],
    ),
    sql``,
  )
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(calendar.database.kysely)
  return rows.map(({ detail }) => detail)
}
