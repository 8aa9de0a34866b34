import type { Calendar, Reply } from '../support/calendar.ts'
import { type Cell, mayRead, mayWrite, meets, refused, show } from './cells.ts'
import { commonWord, makeSpecimen, type PostResource, postResources, type Specimen } from './fixture.ts'
import { callers, createdStatus, type MatrixCaller, mayEver } from './table.ts'

const site = '//wp-json/wp/v2'

/** Below `wp/v2` resources have the names of types. */
const types = { events: 'tribe_events', venues: 'tribe_venue', organizers: 'tribe_organizer' } as const

const pathOf = ({ resource, id }: Pick<Specimen, 'resource' | 'id'>): string => `${site}/${types[resource]}/${id}`

const dates = { start_date: '2027-02-01 10:00', end_date: '2027-02-01 11:00' }

/** The same policy, whatever the names by which it is asked (D4): posts, terms, and documents of the site. */
export async function* siteCells(calendar: Calendar, specimens: readonly Specimen[]): AsyncGenerator<Cell> {
  for (const caller of callers) {
    for (const specimen of specimens.filter((it) => meets(caller, it))) {
      yield* readCells(calendar, caller, specimen)
      yield* writeCells(calendar, caller, specimen)
    }
    yield* listCells(calendar, caller, specimens)
    yield* rawCells(calendar, caller, specimens)
    yield* createCells(calendar, caller)
    yield* termCells(calendar, caller)
    yield* documentCells(calendar, caller)
  }
}

async function* readCells(calendar: Calendar, caller: MatrixCaller, specimen: Specimen): AsyncGenerator<Cell> {
  const { resource, state, owner } = specimen
  const singular = resource.slice(0, -1)
  const isTrashed = resource === 'events' && state.startsWith('trash')
  const hidden = `403 ${isTrashed ? 'event-no-longer-available' : `${singular}-not-accessible`}`
  const expected = mayRead(caller, specimen) ? '200' : hidden
  const raw = !mayRead(caller, specimen) ? hidden : mayWrite(caller, specimen) ? '200' : refused(caller)
  const name = `${caller} reads ${owner}'s ${state} ${resource} below wp/v2`
  yield { name, expected, actual: show(await calendar.ask('GET', pathOf(specimen), { as: caller })) }
  const edit = await calendar.ask('GET', `${pathOf(specimen)}?context=edit`, { as: caller })
  yield { name: `${name} to edit`, expected: raw, actual: show(edit) }
}

async function* writeCells(calendar: Calendar, caller: MatrixCaller, specimen: Specimen): AsyncGenerator<Cell> {
  const { resource, state, owner } = specimen
  const isAllowed = mayWrite(caller, specimen)
  const expected = isAllowed ? '200' : refused(caller)
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const reply = await calendar.ask(method, pathOf(specimen), { as: caller, body: { excerpt: `${caller} ${method}` } })
    yield { name: `${caller} ${method} ${owner}'s ${state} ${resource} below wp/v2`, expected, actual: show(reply) }
  }
  for (const force of [false, true]) {
    const title = `victim below wp/v2 ${caller} ${force} ${state} ${owner}`
    const victim = await makeSpecimen(calendar, resource, state, owner, title)
    const reply = await calendar.ask('DELETE', `${pathOf(victim)}${force ? '?force=true' : ''}`, { as: caller })
    const gone = state.startsWith('trash') && !force ? `410 ${resource.slice(0, -1)}-is-in-trash` : '200'
    const name = `${caller} DELETE ${force ? 'for good ' : ''}${owner}'s ${state} ${resource} below wp/v2`
    yield { name, expected: isAllowed ? gone : refused(caller), actual: show(reply) }
    const after = await calendar.ask('GET', pathOf(victim), { as: 'admin' })
    const kept = force && isAllowed ? 404 : 200
    yield { name: `${name}, afterwards`, expected: String(kept), actual: String(after.status) }
  }
}

const asked = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const

async function* listCells(
  calendar: Calendar,
  caller: MatrixCaller,
  specimens: readonly Specimen[],
): AsyncGenerator<Cell> {
  for (const resource of postResources) {
    const own = specimens.filter((specimen) => specimen.resource === resource)
    const ids = own.map(({ id }) => id).join(',')
    const ways: (readonly [string, (specimen: Specimen) => boolean])[] = [
      ['', ({ state }) => state === 'publish'],
      ['status=any', ({ state }) => !state.startsWith('trash')],
      [`include=${ids}`, ({ state }) => state === 'publish'],
      [`include=${ids}&status=any`, ({ state }) => !state.startsWith('trash')],
      [`slug=${own.map(({ slug }) => slug).join(',')}&status=${asked.join()}`, () => true],
      ...asked.map((status) => [`status=${status}`, (it: Specimen) => it.state.split('-')[0] === status] as const),
    ]
    for (const [query, fits] of ways) {
      const path = `${site}/${types[resource]}?search=${commonWord}&per_page=100&_fields=id&${query}`
      const reply = await calendar.ask('GET', path, { as: caller })
      const name = `${caller} lists ${resource} below wp/v2 ?${query.slice(0, 20)}`
      const isRefused = /status=(?!publish$)/.test(query) && !mayEver.post.includes(caller)
      const expected = own.filter((it) => fits(it) && mayRead(caller, it)).map(({ id }) => id)
      yield {
        name,
        expected: isRefused ? '400 rest_invalid_param' : expected.sort((a, b) => a - b).join(),
        actual: isRefused ? show(reply) : idsOf(reply),
      }
      if (!isRefused) yield { name: `${name}, the total`, expected: String(expected.length), actual: totalOf(reply) }
    }
  }
}

/** The texts as they are stored are for those who may change them, record by record. */
async function* rawCells(
  calendar: Calendar,
  caller: MatrixCaller,
  specimens: readonly Specimen[],
): AsyncGenerator<Cell> {
  for (const resource of postResources) {
    const own = specimens.filter((it) => it.resource === resource && !it.state.startsWith('trash'))
    const statuses = mayEver.post.includes(caller) ? 'any' : 'publish'
    const query = `search=${commonWord}&per_page=100&status=${statuses}&context=edit`
    const reply = await calendar.ask('GET', `${site}/${types[resource]}?${query}`, { as: caller })
    const name = `${caller} lists ${resource} below wp/v2 to edit`
    if (!mayEver.post.includes(caller)) {
      yield { name, expected: refused(caller), actual: show(reply) }
      continue
    }
    const raw = reply.body.filter((it: Record<string, object>) =>
      ['title', 'content', 'excerpt'].some((field) => 'raw' in (it[field] ?? {})),
    )
    const expected = own.filter((it) => mayRead(caller, it) && mayWrite(caller, it)).map(({ id }) => id)
    yield { name, expected: expected.sort((a, b) => a - b).join(), actual: idsOf({ ...reply, body: raw }) }
  }
}

const idsOf = ({ body }: Reply): string =>
  body
    .map(({ id }: { id: number }) => id)
    .sort((a: number, b: number) => a - b)
    .join()

const totalOf = ({ headers }: Reply): string => headers['x-wp-total'] ?? ''

async function* createCells(calendar: Calendar, caller: MatrixCaller): AsyncGenerator<Cell> {
  for (const resource of postResources) {
    for (const status of [undefined, ...asked]) {
      const body = { ...bodyOf(resource, `below wp/v2 by ${caller} as ${status}`), ...(status ? { status } : {}) }
      const reply = await calendar.ask('POST', `${site}/${types[resource]}`, { as: caller, body })
      // Without a status WordPress makes a draft.
      const became = createdStatus(caller, status ?? 'draft')
      const actual = reply.status === 201 ? `201 ${reply.body.status}` : show(reply)
      const expected = became === undefined ? refused(caller) : `201 ${became}`
      yield { name: `${caller} creates ${resource} below wp/v2 as ${status}`, expected, actual }
    }
    const body = { ...bodyOf(resource, `below wp/v2 by ${caller} for another`), author: 4 }
    const reply = await calendar.ask('POST', `${site}/${types[resource]}`, { as: caller, body })
    const isAllowed = caller === 'editor' || caller === 'admin'
    yield {
      name: `${caller} creates ${resource} below wp/v2 for another`,
      expected: isAllowed ? '201' : refused(caller),
      actual: show(reply),
    }
  }
}

const bodyOf = (resource: PostResource, title: string) => ({ title, ...(resource === 'events' ? dates : {}) })

async function* termCells(calendar: Calendar, caller: MatrixCaller): AsyncGenerator<Cell> {
  for (const [path, kind] of [
    ['tribe_events_cat', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const isAllowed = mayEver[kind].includes(caller)
    const name = (what: string) => ({ name: `${what} ${caller}` })
    const { body: term } = await calendar.ask('POST', `${site}/${path}`, { as: 'admin', body: name('below wp/v2 for') })
    const attempts: [string, string, object | undefined, string][] = [
      ['POST', path, name('below wp/v2 by'), '201'],
      ...(['POST', 'PUT', 'PATCH'] as const).map((method): [string, string, object, string] => [
        method,
        `${path}/${term.id}`,
        { description: method, ...(kind === 'category' ? { meta: { color: '#8c2f1b' } } : {}) },
        '200',
      ]),
      ['GET', `${path}?context=edit`, undefined, '200'],
      ['GET', `${path}/${term.id}?context=edit`, undefined, '200'],
      ['DELETE', `${path}/${term.id}`, undefined, '400 rest_trash_not_supported'],
      ['DELETE', `${path}/${term.id}?force=true`, undefined, '200'],
    ]
    for (const [method, below, body, done] of attempts) {
      const reply = await calendar.ask(method, `${site}/${below}`, { as: caller, ...(body ? { body } : {}) })
      const cell = `${caller} ${method} wp/v2/${below.replace(/\d+/, '{id}')}`
      yield { name: cell, expected: isAllowed ? done : refused(caller), actual: show(reply) }
    }
    const read = await calendar.ask('GET', `${site}/${path}`, { as: caller })
    yield { name: `${caller} GET wp/v2/${path}`, expected: '200', actual: show(read) }
  }
}

async function* documentCells(calendar: Calendar, caller: MatrixCaller): AsyncGenerator<Cell> {
  const isAdmin = caller === 'admin'
  const cells: [string, string, string][] = [
    ...['posts', 'pages', 'search', 'types', 'types/post', 'taxonomies', 'taxonomies/post_tag'].map(
      (path): [string, string, string] => ['GET', path, '200'],
    ),
    ['GET', 'users/me', caller === 'none' ? refused(caller) : '200'],
    ['GET', 'users/me?context=edit', caller === 'none' ? refused(caller) : '200'],
    ...['GET', 'POST', 'PUT', 'PATCH'].map((method): [string, string, string] => [
      method,
      'settings',
      isAdmin ? '200' : refused(caller),
    ]),
  ]
  for (const [method, path, expected] of cells) {
    const reply = await calendar.ask(method, `${site}/${path}`, { as: caller })
    yield { name: `${caller} ${method} wp/v2/${path}`, expected, actual: show(reply) }
  }
}
