import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import type { components, paths } from './schema.ts'

export type { paths }

/** Records and bodies of the interface, by name: `Schemas['Event']`. */
export type Schemas = components['schemas']

/** A client of a calendar; every path, parameter, body and answer is typed. */
export type CalendarClient = Client<paths>

/** How a client reaches a calendar. */
export type CalendarOptions = {
  /** The root of the interface: `https://calendar.example.org/calendar/events/v1`, or that of The Events Calendar. */
  readonly url: string
  /** The application password of a user; without one a client reads what is public. */
  readonly password?: string
  /** Replaces `fetch`, for tests and for credentials of another kind. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** An answer with a status of 400 or more. */
export class CalendarError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The code of the error, such as `rest_invalid_param`. */
  readonly code: string
  /** What is wrong with each parameter that was refused, by its name. */
  readonly params: Readonly<Record<string, string>>

  constructor(status: number, body: unknown) {
    const { code = 'unknown', message, data } = isObject(body) ? body : {}
    super(typeof message === 'string' ? message : `The server answered with the status ${status}.`)
    this.status = status
    this.code = String(code)
    const params = isObject(data) && isObject(data['params']) ? data['params'] : {}
    this.params = Object.fromEntries(Object.entries(params).map(([name, fault]) => [name, String(fault)]))
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes a client. Its methods reject with a {@link CalendarError} where an answer is an error. */
export const createCalendarClient = ({ url, password, fetch }: CalendarOptions): CalendarClient => {
  const client = createFetchClient<paths>({
    baseUrl: url.replace(/\/$/, ''),
    ...(password === undefined ? {} : { headers: { authorization: `Bearer ${password}` } }),
    ...(fetch ? { fetch } : {}),
    // TEC and Kalends read lists with brackets.
    querySerializer: { array: { style: 'form', explode: false } },
  })
  client.use(failOnErrors)
  return client
}

const failOnErrors: Middleware = {
  onResponse: async ({ response }) => {
    if (response.ok) return
    throw new CalendarError(response.status, await response.json().catch(() => undefined))
  },
}

/** The lists that {@link eachRecord} reads, with the member that holds their records. */
const members = {
  '/events': 'events',
  '/venues': 'venues',
  '/organizers': 'organizers',
  '/categories': 'categories',
  '/tags': 'tags',
} as const

type Lists = typeof members

type Query<Path extends keyof Lists> = NonNullable<paths[Path]['get']['parameters']['query']>

type Records = {
  '/events': Schemas['Event']
  '/venues': Schemas['Venue']
  '/organizers': Schemas['Organizer']
  '/categories': Schemas['Category']
  '/tags': Schemas['Tag']
}

/**
 * Reads a list page by page, and yields its records one after the other: `for await (const event of eachRecord(client, '/events'))`.
 * Records that are created or removed meanwhile may shift the pages; a page that is gone ends the list.
 * @throws CalendarError where a page cannot be read.
 */
export async function* eachRecord<Path extends keyof Lists>(
  client: CalendarClient,
  path: Path,
  query: Query<Path> = {},
): AsyncGenerator<Records[Path]> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const options = { params: { query: { per_page: 50, ...query, page } } }
    // The types of the five lists cannot be joined in one call.
    const { data } = await (client.GET as unknown as ListCall)(path, options).catch((error): ListAnswer => {
      if (page > 1 && error instanceof CalendarError && error.status === 404) return {}
      throw error
    })
    pages = Number(data?.['total_pages'] ?? 0)
    yield* (data?.[members[path]] ?? []) as Records[Path][]
  }
}

type ListAnswer = { readonly data?: Record<string, unknown> }

type ListCall = (path: string, options: object) => Promise<ListAnswer>

/** The record of each kind whose changes can be followed. */
type Followed = {
  readonly event: Schemas['Event']
  readonly venue: Schemas['Venue']
  readonly organizer: Schemas['Organizer']
  readonly category: Schemas['Category']
  readonly tag: Schemas['Tag']
}

/** A record that has changed, as it is now, or that is gone; `modified` is the number of the change. */
export type Change = {
  [Kind in keyof Followed]: {
    readonly kind: Kind
    readonly id: number
    readonly modified: number
  } & ({ readonly state: 'updated'; readonly data: Followed[Kind] } | { readonly state: 'deleted' })
}[keyof Followed]

/** Changes that were read together, and the address behind them: who stores it with what was done goes on there. */
export type ChangePage = { readonly items: readonly Change[]; readonly next: string }

/** What is followed, and how. */
export type ChangeOptions = {
  /** The `next` of the last page that was processed; without it everything is read from the beginning. */
  readonly after?: string
  /** The kinds of records; only events if none is named. */
  readonly kinds?: readonly (keyof Followed)[]
  /** Seconds, up to 30, for which each request waits for a change at the end: the changes then never end. */
  readonly wait?: number
  /** Ends the iteration. */
  readonly signal?: AbortSignal
}

/**
 * Reads what has changed, page by page, until there is no more, or without an end if `wait` is set:
 * `for await (const { items, next } of readChanges(options, { after }))`.
 * @throws CalendarError where a page cannot be read; with the status 410 everything has to be read again, without `after`.
 */
export async function* readChanges(
  { url, password, fetch: send = (request) => fetch(request) }: CalendarOptions,
  { after, kinds, wait, signal }: ChangeOptions = {},
): AsyncGenerator<ChangePage> {
  const start = new URL(
    after ?? `${url.replace(/(?:wp-json\/)?(?:calendar|tribe)\/events\/v1\/?$/, '')}kalends/v1/changes`,
  )
  if (kinds) start.searchParams.set('kinds', kinds.join())
  if (wait) start.searchParams.set('wait', String(wait))
  const headers = password === undefined ? {} : { authorization: `Bearer ${password}` }
  for (let address = start.href; !signal?.aborted; ) {
    const response = await send(new Request(address, { headers, ...(signal && { signal }) }))
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new CalendarError(response.status, body)
    const page = body as ChangePage
    if (page.items.length > 0) yield page
    else if (!wait) return
    address = page.next
  }
}
