import { type Calendar, type Login, testNow } from '../support/calendar.ts'
import { otherList, type Plural, someList } from './list-reads.ts'
import { type Fault, startServers } from './many-processes.ts'
import { createRandom, type Random } from './random.ts'

/** What happened: how many steps of each sort, and each answer that was not that of the database. */
export type Outcome = { readonly reads: number; readonly writes: number; readonly differences: readonly string[] }

type World = {
  readonly random: Random
  /** Only such paths are read, where not all are. */
  readonly reads: RegExp
  now: number
  readonly ids: Record<Plural, number[]>
  /** What was read lately; it is read again and again, before and after what is written meanwhile. */
  readonly recent: Read[]
}

type Read = { readonly path: string; readonly as: Login }

const day = 86_400_000

/**
 * Random writes and reads, by all roles, on servers that share a database; each read is compared with the answer of the database alone.
 * Ends at the first `maxDifferences` that differ.
 */
export const takeSteps = async (
  calendar: Calendar,
  options: { seed: number; steps: number; servers: number; fault?: Fault; maxDifferences?: number; reads?: RegExp },
): Promise<Outcome> => {
  const { seed, steps, maxDifferences = 1, reads: wanted = /^/ } = options
  const random = createRandom(seed)
  const world: World = {
    random,
    reads: wanted,
    now: testNow,
    ids: { events: [], venues: [], organizers: [], categories: [], tags: [] },
    recent: [],
  }
  const servers = await startServers(calendar, options.servers, () => world.now, options.fault)
  const differences: string[] = []
  let [reads, writes] = [0, 0]
  try {
    for (let step = 0; step < steps && differences.length < maxDifferences; step++) {
      const ask = random.oneOf(servers.asks)
      if (random.chance(2)) world.now += random.oneOf([1000, 3_600_000, day])
      if (random.chance(step < 100 ? 90 : 20)) {
        writes++
        const { method, path, as, body } = someWrite(world)
        const reply = await ask(method, path, { as, ...(body && { body }) })
        if (reply.status === 201) world.ids[path.slice(1) as Plural].push(reply.body.id)
        continue
      }
      reads++
      const { path, as } = someRead(world)
      const [got, meant] = [show(await ask('GET', path, { as })), show(await servers.askDatabase('GET', path, { as }))]
      if (got !== meant)
        differences.push(`step ${step}, GET ${path} as ${as}\n--- answered\n${got}\n--- meant\n${meant}`)
    }
  } finally {
    await servers.close()
  }
  return { reads, writes, differences }
}

const show = ({ status, text, headers }: Awaited<ReturnType<Calendar['ask']>>): string =>
  [
    status,
    ...['etag', 'allow', 'link', 'x-tec-total', 'x-wp-total', 'cache-control'].map(
      (name) => `${name}: ${headers[name]}`,
    ),
    text,
  ]
    .map(String)
    .join('\n')

const logins: readonly Login[] = ['none', 'none', 'none', 'none', 'editor', 'author', 'contributor', 'subscriber']

const maxRecent = 12

const someRead = (world: World): Read => {
  const { random, recent, reads } = world
  const again = random.chance(70) ? random.oneOf(recent) : undefined
  if (again) return again
  let read = newRead(world)
  while (!reads.test(read.path)) read = newRead(world)
  if (recent.push(read) > maxRecent) recent.shift()
  return read
}

/** The records that reads and links are about: few, so that they meet. */
const latest = ({ ids }: World, plural: Plural): number[] => ids[plural].slice(-3)

const newRead = (world: World): Read => {
  const { random } = world
  const id = (plural: Plural): number => random.oneOf(latest(world, plural)) ?? 1
  const ofAnyParameters = () => {
    const known = random.oneOf(world.recent.filter(({ path }) => /^\/\w+\?.*&/.test(path)))
    return known && random.chance(50) ? otherList(known.path, { random, id }) : someList({ random, id })
  }
  const path = random.oneOf([
    ...Array.from({ length: 20 }, () => ofAnyParameters),
    () => `/events?page=${1 + random.below(3)}`,
    () => `/events?per_page=${random.oneOf([3, 50])}`,
    () => `/events?start_date=2026-1${1 + random.below(2)}-01&end_date=2026-12-31`,
    () => '/events?start_date=tomorrow',
    () => '/events?starts_after=now&per_page=3',
    () => `/events?categories=${id('categories')}`,
    () => `/events?tags=${id('tags')}&per_page=5`,
    () => `/events?venue=${id('venues')}`,
    () => `/events?organizer=${id('organizers')}`,
    () => `/events?featured=${random.oneOf(['true', 'false'])}`,
    () => `/events?venue=${id('venues')}&categories=${id('categories')}`,
    () => `/events?featured=true&organizer=${id('organizers')}`,
    () => `/events?search=${random.oneOf(['music', 'e', 'hall'])}`,
    () => '/events?geoloc=true',
    () => '/events?geoloc_lat=48&geoloc_lng=2&geoloc_distance=300',
    () => '/events?_fields=total,events.id,events.title',
    () => `/events/${id('events')}`,
    () => `/events/by-slug/${random.oneOf(['fair', 'fair-2', 'show'])}`,
    () => `/venues?page=${1 + random.below(2)}`,
    () => '/venues?only_with_upcoming=true',
    () => '/venues?has_events=true&per_page=4',
    () => `/venues/${id('venues')}`,
    () => '/organizers',
    () => '/organizers?has_events=false',
    () => '/categories',
    () => `/categories/${id('categories')}`,
    () => `/tags?hide_empty=${random.oneOf(['true', 'false'])}`,
    () => `/tags?event=${id('events')}`,
    () => `//wp/v2/tribe_events?page=${1 + random.below(2)}`,
    () => `//wp/v2/tribe_events?orderby=${random.oneOf(['modified', 'title', 'id'])}&per_page=5`,
    () => `//wp/v2/tribe_events?slug=${random.oneOf(['fair', 'fair-2', 'show'])}`,
    () => `//wp/v2/tribe_events?include=${id('events')},${id('events')}&orderby=include`,
    () => `//wp/v2/tribe_events?tribe_events_cat=${id('categories')}&offset=1`,
    () => `//wp/v2/tribe_events?search=${random.oneOf(['music', 'e'])}`,
    () => `//wp/v2/tribe_events/${id('events')}`,
    () => `//wp/v2/tribe_venue?slug=${random.oneOf(['hall', 'hall-2', 'fair'])}`,
    () => `//wp/v2/${random.oneOf(['tribe_venue', 'tribe_organizer'])}`,
    () => `//wp/v2/${random.oneOf(['tags', 'tribe_events_cat'])}?post=${id('events')}`,
    () => `//wp/v2/${random.oneOf(['tags', 'tribe_events_cat'])}?orderby=count`,
    () => '',
  ])()
  return { path, as: random.oneOf(logins) }
}

type Write = { method: string; path: string; as: Login; body?: Record<string, unknown> }

const someWrite = (world: World): Write => {
  const { random, ids } = world
  const plural = random.oneOf<Plural>([
    'events',
    'events',
    'events',
    'events',
    'events',
    'venues',
    'organizers',
    'categories',
    'tags',
  ])
  const as = random.oneOf<Login>(['admin', 'editor', 'author'])
  const known = ids[plural]
  const id = random.oneOf(random.chance(60) ? latest(world, plural) : known)
  if (id === undefined || random.chance(known.length < 8 ? 80 : 8)) {
    return { method: 'POST', path: `/${plural}`, as, body: { ...required(world, plural), ...some(world, plural) } }
  }
  const path = `/${plural}/${id}`
  if (random.chance(12)) return { method: 'DELETE', path: random.chance(30) ? `${path}?force=true` : path, as: 'admin' }
  return { method: 'PATCH', path, as, body: some(world, plural) }
}

const titles = ['Fair', 'Show', 'Evening of music', 'Hall', 'Été', '“Fête” & more']

const moment = ({ random, now }: World): string =>
  new Date(now + (random.below(80) - 20) * day + random.below(24) * 3_600_000).toISOString()

const required = (world: World, plural: Plural): Record<string, unknown> => {
  const title = `${world.random.oneOf(titles)}${world.random.chance(30) ? ` ${world.random.below(1000)}` : ''}`
  const start = moment(world)
  if (plural === 'events') return { title, start_date: start, end_date: start }
  if (plural === 'categories' || plural === 'tags') return { name: `${title} ${world.random.below(50)}` }
  return { [plural === 'venues' ? 'venue' : 'organizer']: title }
}

/** A few fields. */
const some = (world: World, plural: Plural): Record<string, unknown> => {
  const { random, ids } = world
  const fields: Record<Plural, readonly (() => Record<string, unknown>)[]> = {
    events: [
      () => ({ title: random.oneOf(titles) }),
      () => ({ description: `<p>${random.oneOf(titles)} ${'x'.repeat(random.below(20_000))}</p>` }),
      () => ({ status: random.oneOf(['publish', 'draft', 'private', 'pending', 'trash']) }),
      // What lies ahead is published by the clock.
      () => ({ date: new Date(world.now + random.below(3) * 1_800_000).toISOString(), status: 'publish' }),
      () => ({ start_date: moment(world), end_date: '2027-12-31' }),
      () => ({ venue: random.oneOf(latest(world, 'venues')) ?? { venue: 'Hall' } }),
      () => ({ organizer: latest(world, 'organizers').slice(random.below(4)) }),
      () => ({ categories: latest(world, 'categories').slice(random.below(4)) }),
      () => ({ tags: random.oneOf([[], ['loud'], ['loud', 'quiet']]) }),
      () => ({ featured: random.chance(50), hide_from_listings: random.chance(15) }),
      () => ({ slug: random.oneOf(['fair', 'show', 'other']) }),
    ],
    venues: [
      () => ({ venue: `${random.oneOf(titles)} ${random.below(100)}` }),
      () => ({ status: random.oneOf(['publish', 'publish', 'draft', 'private']) }),
      () => ({ geo_lat: 40 + random.below(10), geo_lng: random.below(10) }),
      () => ({ city: random.oneOf(titles) }),
    ],
    organizers: [
      () => ({ organizer: `${random.oneOf(titles)} ${random.below(100)}` }),
      () => ({ status: random.oneOf(['publish', 'publish', 'draft']) }),
      () => ({ email: `box${random.below(9)}@example.org` }),
    ],
    categories: [
      () => ({ name: `${random.oneOf(titles)} ${random.below(1000)}` }),
      () => ({ parent: random.oneOf([0, ...ids.categories.slice(0, 3)]) }),
      () => ({ slug: `kind-${random.below(1000)}` }),
      () => ({ description: random.oneOf(titles) }),
    ],
    tags: [
      () => ({ name: `${random.oneOf(titles)} ${random.below(1000)}` }),
      () => ({ description: random.oneOf(titles) }),
    ],
  }
  return Object.assign({}, ...Array.from({ length: 1 + random.below(3) }, () => random.oneOf(fields[plural])()))
}
