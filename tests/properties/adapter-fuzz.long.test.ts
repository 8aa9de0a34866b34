import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { adapterRoutes } from '../../src/app.ts'
import { findFaults } from '../../src/cli/check.ts'
import { siteNamespace } from '../../src/lib/links.ts'
import { alterResponses } from '../support/alter-responses.ts'
import { type Calendar, createCalendar, userRoles } from '../support/calendar.ts'
import { seed } from '../support/seed.ts'
import { adapterDocument } from './adapter-document.ts'
import { type FuzzResult, fullLength, fuzz } from './fuzz.ts'
import { assertAllAsked, assertAllSucceeded, assertNoFindings } from './fuzz-checks.ts'
import { findUnsafeTexts } from './stored-texts.ts'

// Users log in with what is below `users`: a test of its own changes them.
const routes = adapterRoutes.filter(({ path }) => !path.startsWith('/users'))

const other = { read: adapterDocument.bind(undefined, routes), namespace: siteNamespace }

type Shown = { readonly rendered: string }

/** The texts of a post by the names of the interface; terms have them. */
const asRecord = (shown: { readonly title?: Shown; readonly content?: Shown; readonly excerpt?: Shown }) =>
  shown.title
    ? { title: shown.title.rendered, description: shown.content?.rendered, excerpt: shown.excerpt?.rendered }
    : shown

describe('random requests below wp/v2 (D4)', () => {
  let calendar: Calendar
  let result: FuzzResult

  before(async () => {
    calendar = await createCalendar()
    result = await fuzz(calendar, { ...fullLength, rounds: 25, other })
  })
  after(() => calendar.close())

  it('are answered in the shapes of WordPress, and never by a fault of the server', (t) => {
    assertNoFindings(t, result, 5000)
  })

  it('were sent to every path with every method by every role, and each operation succeeded', () => {
    assertAllAsked(result)
    // Random names are no types and no settings, and of two random ids one is hardly a version of the other.
    assertAllSucceeded(result, /\{(type|taxonomy|revision_id)\}|(POST|PUT|PATCH) \/settings/)
  })

  it('leave a sound database, the users untouched, texts that run nothing, and nothing but words in the log', async () => {
    assert.deepEqual(await findFaults(calendar.database), [])
    const users = await calendar.database.kysely.selectFrom('user').select(['name', 'role']).orderBy('id').execute()
    assert.deepEqual(Object.fromEntries(users.map(({ name, role }) => [name, role])), userRoles)
    assert.ok(!calendar.log.join('').includes('"level":"error"'))
    for (const list of ['tribe_events', 'tribe_venue', 'tribe_organizer', 'tags', 'tribe_events_cat']) {
      const status = list.startsWith('tribe_') && !list.endsWith('_cat') ? '&status=any' : ''
      const { body } = await calendar.ask('GET', `//wp/v2/${list}?per_page=100${status}`, { as: 'admin' })
      assert.ok(body.length > 0, list)
      assert.deepEqual(findUnsafeTexts(body.map(asRecord)), [], `SEED=${seed}`)
    }
  })

  it('notice an answer in another shape (negative control)', async () => {
    const broken = await createCalendar({ environment: { KALENDS_LOG_LEVEL: 'silent' } })
    alterResponses(broken.app, (response) => {
      if (response.status === 201) response.body = response.body.replace('"comment_status":', '"comments":')
    })
    const { findings } = await fuzz(broken, { seed: 42, rounds: 2, maxFindings: 5, other })
    assert.ok(
      findings.some((it) => /breaks its schema.*comment_status/.test(it)),
      findings[0] ?? 'nothing was found',
    )
    await broken.close()
  })
})
