import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'

type Statement = { readonly text: string; readonly parameters: readonly unknown[] }

/** Most statements that a list may cost, whatever `per_page` is. */
const maxStatements = 7

const lists: readonly string[] = [
  '/events',
  '/events?per_page=5',
  '/events?start_date=2026-01-01&end_date=2027-12-31',
  '/events?starts_before=2027-06-01&ends_after=2026-12-01',
  '/events?search=jazz%20night',
  '/events?categories=music,1&tags=2,live&venue={venue}&organizer={organizer}',
  '/events?featured=true',
  '/events?status=publish',
  '/events?geoloc=true',
  '/events?geoloc=false',
  '/events?geoloc_lat=52&geoloc_lng=13&geoloc_distance=50',
  '/events?include={event},2,3',
  '/events?post_parent={event}',
  '/venues',
  '/venues?search=town%20hall',
  '/venues?event={event}',
  '/venues?has_events=1',
  '/venues?has_events=0',
  '/venues?only_with_upcoming=true',
  '/venues?status=publish',
  '/organizers',
  '/organizers?search=club',
  '/organizers?event={event}',
  '/organizers?has_events=1',
  '/organizers?only_with_upcoming=true',
  '/categories',
  '/categories?hide_empty=false&search=mus',
  '/categories?hide_empty=false&parent=1',
  '/categories?include=1&orderby=include',
  '/categories?exclude=1&hide_empty=0',
  '/categories?post={event}',
  '/categories?event={event}',
  '/categories?slug=music',
  '/categories?orderby=count&order=desc',
  '/tags',
  '/tags?hide_empty=false&search=liv',
  '/tags?slug=live',
  '/tags?event={event}',
  '//wp/v2/media',
  '//wp/v2/media?search=poster&order=asc',
  '//wp/v2/media?author=1',
  '//wp/v2/media?include={image}&exclude=9',
]

describe('the statements of lists', () => {
  let calendar: Calendar
  let statements: Statement[] = []
  let paths: readonly string[] = []

  before(async () => {
    calendar = await createCalendar({
      sqlite: { onStatement: (text, parameters) => void statements.push({ text, parameters }) },
    })
    const upload = async (): Promise<number> => {
      const payload = await drawPicture({ width: 4, height: 4 }).png().toBuffer()
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=poster.png' }
      return (await calendar.ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })).body.id
    }
    const image = await upload()
    const body = {
      image,
      title: 'Jazz night',
      start_date: '2027-01-10 20:00',
      end_date: '2027-01-10 23:00',
      categories: ['Music'],
      tags: ['Live'],
      venue: { venue: 'Town hall', geo_lat: 52, geo_lng: 13, image: await upload() },
      organizer: [{ organizer: 'Jazz club', image: await upload() }],
    }
    const ids: Record<string, number> = { image }
    for (let i = 0; i < 30; i++) {
      const { body: event } = await calendar.ask('POST', '/events', {
        as: 'admin',
        body: { ...body, title: `Jazz night ${i}` },
      })
      Object.assign(ids, { event: event.id, venue: event.venue.id, organizer: event.organizer[0].id })
    }
    paths = lists.map((path) => path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name])))
  })
  after(() => calendar.close())

  const watch = async (path: string, as: Login): Promise<Statement[]> => {
    statements = []
    const { status, text } = await calendar.ask('GET', path, { as })
    assert.equal(status, 200, `${path}: ${text}`)
    return [...statements]
  }

  it('are at most seven, also for a caller who has logged in', async () => {
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

  it('all use indexes: no table is read from end to end', async () => {
    const scans: string[] = []
    for (const path of paths) {
      for (const as of ['none', 'contributor', 'author', 'editor'] as const) {
        for (const statement of await watch(path, as)) {
          for (const step of await explain(calendar, statement)) {
            if (isFullScan(step)) scans.push(`${path} as ${as}: ${step}`)
          }
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

/** SCAN of a table without an index; the rows of json_each, of a subquery or of a recursion are no table. */
const isFullScan = (step: string): boolean =>
  /^SCAN (?!json_each|above|below|\(|CONSTANT)/.test(step) && !/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(step)

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
