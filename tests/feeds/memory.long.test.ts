import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChangeKind } from '../../src/db/schema.ts'
import { type Fault, startServers } from '../properties/many-processes.ts'
import { createRandom, type Random } from '../properties/random.ts'
import { type Calendar, createCalendar, testNow } from '../support/calendar.ts'
import { seed } from '../support/seed.ts'

const feeds = [
  '/events/feed.ics',
  '/events/feed.geojson',
  '/venues/feed.geojson',
  '/events/tag/loud/feed.ics',
  '/events/2026-12/ical/',
  '/events/?feed=atom',
]

type World = Readonly<Record<'events' | 'venues' | 'organizers' | 'categories', number[]>>

const fill = async ({ ask }: Calendar): Promise<World> => {
  const world: World = { events: [], venues: [], organizers: [], categories: [] }
  const create = async (of: keyof World, body: Record<string, unknown>): Promise<void> => {
    const reply = await ask('POST', `/${of}`, { as: 'admin', body })
    assert.equal(reply.status, 201, reply.text)
    world[of].push(reply.body.id)
  }
  for (let n = 0; n < 4; n++) {
    const status = n === 0 ? 'draft' : 'publish'
    await create('venues', { venue: `Venue ${n}`, status, geo_lat: 50 + n, geo_lng: 3 })
    await create('organizers', { organizer: `Organizer ${n}`, status, email: `o${n}@example.org` })
    await create('categories', { name: `Category ${n}` })
  }
  for (let n = 0; n < 12; n++) {
    const day = String(n + 1).padStart(2, '0')
    await create('events', {
      title: `Event ${n}`,
      status: 'publish',
      start_date: `2026-12-${day} 10:00:00`,
      end_date: `2026-12-${day} 11:00:00`,
      timezone: ['Europe/Berlin', 'America/New_York', 'UTC'][n % 3],
      venue: world.venues[n % 4],
      organizer: [world.organizers[n % 4], world.organizers[(n + 1) % 4]],
      categories: [world.categories[n % 4]],
      tags: ['loud'],
    })
  }
  return world
}

const writes: readonly ((world: World, random: Random) => readonly [path: string, body: Record<string, unknown>])[] = [
  (world, random) => [`/venues/${random.oneOf(world.venues)}`, { venue: `Venue named ${random.below(1000)}` }],
  (world, random) => [`/venues/${random.oneOf(world.venues)}`, { status: random.oneOf(['publish', 'draft']) }],
  (world, random) => [`/organizers/${random.oneOf(world.organizers)}`, { organizer: `Club ${random.below(1000)}` }],
  (world, random) => [`/organizers/${random.oneOf(world.organizers)}`, { status: random.oneOf(['publish', 'draft']) }],
  (world, random) => [`/categories/${random.oneOf(world.categories)}`, { name: `Kind ${random.below(1000)}` }],
  (world, random) => [`/events/${random.oneOf(world.events)}`, { title: `Event named ${random.below(1000)}` }],
  (world, random) => [`/events/${random.oneOf(world.events)}`, { status: random.oneOf(['publish', 'draft', 'trash']) }],
  (world, random) => [`/events/${random.oneOf(world.events)}`, { venue: random.oneOf(world.venues) }],
]

/** Writes and reads on two servers; the first feed that is not what the database holds. */
const findDifference = async (fault?: Fault, steps = 120): Promise<string | undefined> => {
  const calendar = await createCalendar()
  const random = createRandom(seed)
  let now = testNow
  const world = await fill(calendar)
  const servers = await startServers(calendar, 2, () => now, fault)
  try {
    for (let step = 0; step < steps; step++) {
      now += 1000
      const [path, body] = random.oneOf(writes)(world, random)
      const reply = await random.oneOf(servers.asks)('PATCH', path, { as: 'admin', body })
      assert.ok(reply.status === 200 || reply.status === 400, `${path}: ${reply.text}`)
      const feed = random.oneOf(feeds)
      for (const ask of servers.asks) {
        const [got, meant] = [await ask('GET', `/${feed}`), await servers.askDatabase('GET', `/${feed}`)]
        assert.equal(meant.status, 200, `${feed}: ${meant.text}`)
        if (got.text !== meant.text) return `step ${step}, ${feed}\n--- answered\n${got.text}\n--- meant\n${meant.text}`
      }
    }
    return undefined
  } finally {
    await servers.close()
    await calendar.close()
  }
}

describe('the texts of events that feeds are put together from', () => {
  it('are those of the database after any change, also of what an event links to', async () => {
    assert.equal(await findDifference(), undefined, `SEED=${seed}`)
  })

  const deafTo =
    (kind: ChangeKind): Fault =>
    (reading) => ({
      ...reading,
      changeFeed: {
        ...reading.changeFeed,
        watch: (watcher) =>
          reading.changeFeed.watch((changes) => watcher(changes.filter((change) => change.kind !== kind))),
      },
    })
  const faults: readonly (readonly [name: string, fault: Fault])[] = [
    ...(['event', 'venue', 'organizer', 'term'] as const).map(
      (kind) => [`changes of the kind ${kind} are not noticed`, deafTo(kind)] as const,
    ),
    [
      'links are not known',
      (reading) => ({
        ...reading,
        documents: {
          ...reading.documents,
          event: async (...which) =>
            (await reading.documents.event(...which)).map((piece) => ({ ...piece, links: [] })),
        },
      }),
    ],
    [
      'hidden links are not known',
      (reading) => ({
        ...reading,
        documents: {
          ...reading.documents,
          event: async (...which) =>
            (await reading.documents.event(...which)).map((piece) => {
              const text = piece.bytes.toString()
              const isShown = (link: string): boolean => text.includes(`"id":${link.split(':')[1]},`)
              return { ...piece, links: piece.links.filter((link) => link.startsWith('term') || isShown(link)) }
            }),
        },
      }),
    ],
  ]
  for (const [name, fault] of faults) {
    it(`are found to be wrong where ${name} (negative control)`, async () => {
      assert.notEqual(await findDifference(fault, 2000), undefined, `SEED=${seed}`)
    })
  }
})
