import type { Calendar, Reply } from '../support/calendar.ts'
import {
  commonWord,
  makeSpecimen,
  type PostResource,
  payloadOf,
  postResources,
  type Specimen,
  titleField,
} from './fixture.ts'
import { callers, createdStatus, type MatrixCaller, mayEver, policy } from './table.ts'

/** One question to the server with the answer that the table asks for. */
export type Cell = { readonly name: string; readonly expected: string; readonly actual: string }

const rightsOf = (caller: MatrixCaller, { owner }: Specimen) => policy[caller][owner === caller ? 'own' : 'other']

/** Whether the table lets a caller read a record. */
export const mayRead = (caller: MatrixCaller, specimen: Specimen): boolean =>
  rightsOf(caller, specimen).read.includes(specimen.state)

/** Whether the table lets a caller change a record. */
export const mayWrite = (caller: MatrixCaller, specimen: Specimen): boolean =>
  mayEver.post.includes(caller) && rightsOf(caller, specimen).write.includes(specimen.state)

/** What a caller gets who may never do this. */
export const refused = (caller: MatrixCaller): string =>
  caller === 'none' ? '401 rest_forbidden' : '403 rest_forbidden'

/** An answer as the matrix compares it. */
export const show = ({ status, body }: Reply): string => (status < 400 ? String(status) : `${status} ${body?.code}`)

/** Whose records a caller meets: one's own, and those of one other author. */
export const meets = (caller: MatrixCaller, { owner }: Specimen): boolean => owner === caller || owner === 'author2'

/** The ways in which a path names a record. */
const addressings = ['by id', 'by slug', 'by external id'] as const
type Addressing = (typeof addressings)[number]

/**
 * Reads and writes of single records: in each way in which a path names one, or, `inTurn`, each question in one of them,
 * which is another one for the next question.
 */
export async function* itemCells(
  calendar: Calendar,
  specimens: readonly Specimen[],
  inTurn: boolean,
): AsyncGenerator<Cell> {
  let turn = 0
  const ways = (): readonly Addressing[] =>
    inTurn ? addressings.filter((_, at) => at === turn % addressings.length) : addressings
  for (const caller of callers) {
    for (const specimen of specimens.filter((it) => meets(caller, it))) {
      turn++
      yield* readCells(calendar, caller, specimen, ways())
      yield* writeCells(calendar, caller, specimen, ways())
    }
    // The records of the next caller begin with another way than those of this one.
    turn++
  }
}

const addressOf = ({ resource, id, slug, external }: Specimen, addressing: Addressing): string => {
  if (addressing === 'by id') return `/${resource}/${id}`
  return addressing === 'by slug' ? `/${resource}/by-slug/${slug}` : `/${resource}/by-external-id/matrix/${external}`
}

async function* readCells(
  calendar: Calendar,
  caller: MatrixCaller,
  specimen: Specimen,
  ways: readonly Addressing[],
): AsyncGenerator<Cell> {
  const { resource, state, owner } = specimen
  const singular = resource.slice(0, -1)
  const hidden =
    resource === 'events' && state.startsWith('trash') ? 'event-no-longer-available' : `${singular}-not-accessible`
  const expected = mayRead(caller, specimen) ? '200' : `403 ${hidden}`
  for (const addressing of ways) {
    for (const method of ['GET', 'HEAD']) {
      const reply = await calendar.ask(method, addressOf(specimen, addressing), { as: caller })
      const name = `${caller} ${method} ${owner}'s ${state} ${resource} ${addressing}`
      const isHead = method === 'HEAD'
      yield {
        name,
        expected: isHead ? expected.slice(0, 3) : expected,
        actual: isHead ? String(reply.status) : show(reply),
      }
    }
  }
}

async function* writeCells(
  calendar: Calendar,
  caller: MatrixCaller,
  specimen: Specimen,
  ways: readonly Addressing[],
): AsyncGenerator<Cell> {
  const { resource, state, owner } = specimen
  const expected = mayWrite(caller, specimen) ? '200' : refused(caller)
  for (const addressing of ways) {
    const path = addressOf(specimen, addressing)
    const isExternal = addressing === 'by external id'
    for (const method of isExternal ? ['PUT'] : ['POST', 'PUT', 'PATCH']) {
      const body = { excerpt: `${caller} ${method}`, ...(isExternal ? keptStatus(specimen) : {}) }
      const reply = await calendar.ask(method, path, { as: caller, body })
      yield { name: `${caller} ${method} ${owner}'s ${state} ${resource} ${addressing}`, expected, actual: show(reply) }
    }
    yield* deleteCells(calendar, caller, specimen, addressing)
  }
  for (const named of [{ id: specimen.id }, { source: 'matrix', external_id: specimen.external }]) {
    const operations = [
      { method: 'PATCH', ...named, body: { excerpt: `${caller} in a batch`, ...keptStatus(specimen) } },
    ]
    const reply = await calendar.ask('POST', `/${resource}/batch`, { as: caller, body: { operations } })
    const [own] = reply.status === 200 ? reply.body.responses : [reply]
    const name = `${caller} PATCH ${owner}'s ${state} ${resource} in a batch by ${Object.keys(named)[0]}`
    yield { name, expected, actual: show(own) }
  }
}

/** By its external id a record would come back from the trash. */
const keptStatus = ({ state }: Specimen) => (state.startsWith('trash') ? { status: 'trash' } : {})

/** Deleting uses a record of its own each time; one that was refused must still be as it was. */
async function* deleteCells(
  calendar: Calendar,
  caller: MatrixCaller,
  specimen: Specimen,
  addressing: Addressing,
): AsyncGenerator<Cell> {
  const { resource, state, owner } = specimen
  for (const force of [false, true]) {
    const victim = await makeSpecimen(
      calendar,
      resource,
      state,
      owner,
      `victim ${caller} ${addressing} ${force} ${state} ${owner}`,
    )
    const path = `${addressOf(victim, addressing)}${force ? '?force=true' : ''}`
    const reply = await calendar.ask('DELETE', path, { as: caller })
    const gone = state.startsWith('trash') && !force ? `410 ${resource.slice(0, -1)}-is-in-trash` : '200'
    const name = `${caller} DELETE ${force ? 'for good ' : ''}${owner}'s ${state} ${resource} ${addressing}`
    const isAllowed = mayWrite(caller, specimen)
    yield { name, expected: isAllowed ? gone : refused(caller), actual: show(reply) }
    const after = await calendar.ask('GET', `/${resource}/${victim.id}`, { as: 'admin' })
    const status = state.startsWith('trash') || isAllowed ? 'trash' : state
    const kept = force && isAllowed ? '404' : `200 ${status}`
    yield {
      name: `${name}, afterwards`,
      expected: kept,
      actual: `${after.status}${after.status === 200 ? ` ${after.body.status}` : ''}`,
    }
  }
}

/** Creation: by role, by the status asked for, in the name of others, and of terms. */
export async function* createCells(calendar: Calendar): AsyncGenerator<Cell> {
  const asked = [undefined, 'publish', 'future', 'draft', 'pending', 'private', 'trash']
  for (const caller of callers) {
    for (const resource of postResources) {
      for (const status of asked) {
        const body = { ...payloadOf(resource, `made by ${caller} as ${status}`), ...(status ? { status } : {}) }
        const reply = await calendar.ask('POST', `/${resource}`, { as: caller, body })
        const became = createdStatus(caller, status)
        const actual = reply.status === 201 ? `201 ${reply.body.status}` : show(reply)
        const expected = became === undefined ? refused(caller) : `201 ${became}`
        yield { name: `${caller} creates ${resource} as ${status}`, expected, actual }
      }
      for (const author of [1, 4]) {
        const body = { ...payloadOf(resource, `made by ${caller} for ${author}`), author }
        const reply = await calendar.ask('POST', `/${resource}`, { as: caller, body })
        const isAllowed = caller === 'editor' || caller === 'admin'
        yield {
          name: `${caller} creates ${resource} for user ${author}`,
          expected: isAllowed ? '201' : refused(caller),
          actual: show(reply),
        }
      }
    }
    yield* termCells(calendar, caller)
    yield* nestedCells(calendar, caller)
  }
}

const terms = { categories: 'category', tags: 'tag' } as const

async function* termCells(calendar: Calendar, caller: MatrixCaller): AsyncGenerator<Cell> {
  for (const resource of ['categories', 'tags'] as const) {
    const isAllowed = mayEver[terms[resource]].includes(caller)
    const { body: term } = await calendar.ask('POST', `/${resource}`, {
      as: 'admin',
      body: { name: `term for ${caller}` },
    })
    const attempts: [string, string, object | undefined, string][] = [
      ['POST', `/${resource}`, { name: `term by ${caller}` }, '201'],
      ...(['POST', 'PUT', 'PATCH'] as const).map((method): [string, string, object, string] => [
        method,
        `/${resource}/${term.id}`,
        { description: method },
        '200',
      ]),
      ['DELETE', `/${resource}/${term.id}`, undefined, '200'],
    ]
    for (const [method, path, body, done] of attempts) {
      const reply = await calendar.ask(method, path, { as: caller, ...(body ? { body } : {}) })
      const name = `${caller} ${method} ${path.replace(/\d+/, '{id}')}`
      yield { name, expected: isAllowed ? done : refused(caller), actual: show(reply) }
    }
    const read = await calendar.ask('GET', `/${resource}?hide_empty=false`, { as: caller })
    yield { name: `${caller} GET /${resource}`, expected: '200', actual: show(read) }
  }
}

/** What an event may create besides itself; a refusal leaves nothing behind (contract B5.4, B7.5). */
async function* nestedCells(calendar: Calendar, caller: MatrixCaller): AsyncGenerator<Cell> {
  const parts: [string, object, keyof typeof mayEver, string][] = [
    ['venue', { venue: { venue: `nested venue ${caller}` } }, 'post', '/venues?search=nested%20venue'],
    [
      'organizer',
      { organizer: [{ organizer: `nested organizer ${caller}` }] },
      'post',
      '/organizers?search=nested%20organizer',
    ],
    ['category', { categories: [`nested category ${caller}`] }, 'category', '/categories?hide_empty=0&search=nested'],
    ['tag', { tags: [`nested tag ${caller}`] }, 'tag', '/tags?hide_empty=0&search=nested'],
    [
      'private venue',
      { venue: { venue: `nested hidden ${caller}`, status: 'private' } },
      'category',
      '/venues?search=nested%20hidden',
    ],
    [
      'venue of another',
      { venue: { venue: `nested foreign ${caller}`, author: 4 } },
      'tag',
      '/venues?search=nested%20foreign',
    ],
  ]
  for (const [what, part, right, list] of parts) {
    const before = await calendar.ask('GET', list, { as: 'admin' })
    const events = await calendar.ask('GET', '/events?search=nesting', { as: 'admin' })
    const body = { ...payloadOf('events', `nesting ${what} ${caller}`), ...part }
    const reply = await calendar.ask('POST', '/events', { as: caller, body })
    const isAllowed = mayEver.post.includes(caller) && mayEver[right].includes(caller)
    yield {
      name: `${caller} creates a ${what} in an event`,
      expected: isAllowed ? '201' : refused(caller),
      actual: show(reply),
    }
    const after = await calendar.ask('GET', list, { as: 'admin' })
    const eventsAfter = await calendar.ask('GET', '/events?search=nesting', { as: 'admin' })
    const grown = `${after.body.total - before.body.total} ${eventsAfter.body.total - events.body.total}`
    yield {
      name: `${caller} creates a ${what} in an event, what it left`,
      expected: isAllowed ? '1 1' : '0 0',
      actual: grown,
    }
  }
}

/** Lists: which records a caller meets, whatever the way by which they are asked for, and whether the total agrees. */
export async function* listCells(calendar: Calendar, specimens: readonly Specimen[]): AsyncGenerator<Cell> {
  for (const caller of callers) {
    for (const resource of postResources) {
      const own = specimens.filter((specimen) => specimen.resource === resource)
      for (const [way, query, fits] of waysToList(resource, own)) {
        const reply = await calendar.ask('GET', `/${resource}?per_page=50&${query}`, { as: caller })
        const isRefused =
          query.includes('status=') && !query.includes('status=publish') && !mayEver.post.includes(caller)
        if (isRefused) {
          yield { name: `${caller} lists ${resource} ${way}`, expected: '400 rest_invalid_param', actual: show(reply) }
          continue
        }
        yield* membershipCells(
          `${caller} lists ${resource} ${way}`,
          reply,
          resource,
          own,
          (it) => fits(it) && mayRead(caller, it),
        )
      }
    }
  }
}

type Way = [string, string, (specimen: Specimen) => boolean]

const isOutside = ({ state }: Specimen): boolean => !state.startsWith('trash')

const waysToList = (resource: PostResource, own: readonly Specimen[]): Way[] => {
  const search = `search=${commonWord}`
  const ids = own.map(({ id }) => id).join(',')
  const byStatus = ['publish', 'future', 'draft', 'pending', 'private', 'trash'].map(
    (status): Way => [
      `with status ${status}`,
      `${search}&status=${status}`,
      ({ state }) => state.split('-')[0] === status,
    ],
  )
  const included: Way[] = resource === 'events' ? [['by include', `include=${ids}`, isOutside]] : []
  return [['by search', search, isOutside], ['without a filter', '', isOutside], ...byStatus, ...included]
}

function* membershipCells(
  name: string,
  reply: Reply,
  resource: PostResource,
  own: readonly Specimen[],
  isExpected: (specimen: Specimen) => boolean,
): Generator<Cell> {
  const shown = new Set<number>((reply.body?.[resource] ?? []).map(({ id }: { id: number }) => id))
  for (const specimen of own) {
    const { owner, state, id } = specimen
    const say = (isThere: boolean): string => (isThere ? 'shown' : 'not shown')
    yield { name: `${name}: ${owner}'s ${state}`, expected: say(isExpected(specimen)), actual: say(shown.has(id)) }
  }
  const others = (reply.body?.[resource] ?? []).filter(
    (it: Record<string, string>) => !it[titleField[resource]]?.startsWith(commonWord),
  )
  const total = own.filter(isExpected).length + others.length
  yield { name: `${name}: the total`, expected: String(total), actual: String(reply.body?.total) }
}

/** What is embedded in an event, and what a filter may tell of a hidden record (contract B5.3). */
export async function* linkCells(calendar: Calendar, specimens: readonly Specimen[]): AsyncGenerator<Cell> {
  for (const resource of ['venues', 'organizers'] as const) {
    const field = resource.slice(0, -1)
    for (const specimen of specimens.filter((it) => it.resource === resource && isOutside(it))) {
      const body = { ...payloadOf('events', `linked to ${specimen.state}`), [field]: [specimen.id] }
      const { body: event } = await calendar.ask('POST', '/events', { as: 'admin', body })
      for (const caller of callers.filter((it) => meets(it, specimen))) {
        const name = `${caller} and ${specimen.owner}'s ${specimen.state} ${field} of a public event`
        const expected = mayRead(caller, specimen) ? 'shown' : 'not shown'
        const single = await calendar.ask('GET', `/events/${event.id}`, { as: caller })
        const list = await calendar.ask('GET', `/events?include=${event.id}`, { as: caller })
        const filtered = await calendar.ask('GET', `/events?${field}=${specimen.id}`, { as: caller })
        const say = (isThere: boolean): string => (isThere ? 'shown' : 'not shown')
        yield { name: `${name}, single`, expected, actual: say(embeds(single.body, field)) }
        yield { name: `${name}, in the list`, expected, actual: say(embeds(list.body.events[0], field)) }
        yield { name: `${name}, as a filter`, expected, actual: say(filtered.body.total > 0) }
        yield {
          name: `${name}, in the text`,
          expected,
          actual: say(single.text.includes(`${commonWord} ${specimen.state}`)),
        }
      }
      await calendar.ask('DELETE', `/events/${event.id}?force=true`, { as: 'admin' })
    }
  }
}

const embeds = (event: Record<string, unknown> | undefined, field: string): boolean => {
  const linked = event?.[field]
  return Array.isArray(linked) ? linked.length > 0 : linked !== undefined
}

/** The venues, organizers and terms of a hidden event are not told by their lists (contract B5.2). */
export async function* hiddenEventCells(calendar: Calendar, specimens: readonly Specimen[]): AsyncGenerator<Cell> {
  for (const specimen of specimens.filter((it) => it.resource === 'events')) {
    const owner = specimen.owner
    const more = { venue: { venue: `secret hall ${specimen.id}` }, categories: ['Secret topic'] }
    const event = await makeSpecimen(calendar, 'events', specimen.state, owner, `keeper of a secret ${owner}`, more)
    for (const caller of callers.filter((it) => meets(it, specimen))) {
      const expected = mayRead(caller, specimen) ? '1' : '0'
      for (const list of ['venues', 'categories']) {
        const reply = await calendar.ask('GET', `/${list}?event=${event.id}&per_page=50`, { as: caller })
        const name = `${caller} lists ${list} of ${owner}'s ${specimen.state} event`
        yield { name, expected, actual: String(reply.body.total) }
      }
    }
  }
}
