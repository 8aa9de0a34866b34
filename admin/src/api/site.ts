import { CalendarError } from 'kalends-client'
import type { Page, Tagged } from './calendar.ts'
import { root } from './root.ts'
import { sessionFetch } from './session.ts'

/** The namespaces beside that of the calendar. */
type Namespace = 'wp/v2' | 'kalends/v1'

/** Values of a query; undefined ones are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

const addressOf = (namespace: Namespace, path: string, query: Query): string => {
  const url = new URL(root(`wp-json/${namespace}/${path}`))
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

const send = async (request: Request): Promise<Response> => {
  const response = await sessionFetch(request)
  if (response.ok) return response
  throw new CalendarError(response.status, await response.json().catch(() => undefined))
}

/** Reads a path below a namespace. @throws CalendarError */
export const read = async <T>(namespace: Namespace, path: string, query: Query = {}): Promise<T> =>
  (await send(new Request(addressOf(namespace, path, query)))).json()

/** Reads a record with the ETag that a write sends back as `If-Match`. @throws CalendarError */
export const readTagged = async <T>(namespace: Namespace, path: string, query: Query = {}): Promise<Tagged<T>> => {
  const response = await send(new Request(addressOf(namespace, path, query)))
  return { record: await response.json(), etag: response.headers.get('etag') ?? '' }
}

/** Reads a page of a list whose totals are in headers. @throws CalendarError */
export const readList = async <T>(namespace: Namespace, path: string, query: Query = {}): Promise<Page<T>> => {
  const response = await send(new Request(addressOf(namespace, path, query)))
  const count = (name: string): number => Number(response.headers.get(name) ?? 0)
  return { records: await response.json(), total: count('x-wp-total'), pages: count('x-wp-totalpages') }
}

/** Reads lists of `T` like {@link readList}, with some members of their records: `listReader<Term>()('wp/v2', 'tags', ['id', 'name'])`. */
export const listReader =
  <T>() =>
  <M extends keyof T & string>(
    namespace: Namespace,
    path: string,
    members: readonly M[],
    query: Query = {},
  ): Promise<Page<Pick<T, M>>> =>
    readList(namespace, path, { ...query, _fields: members.join() })

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Sent = { readonly body?: unknown; readonly query?: Query; readonly ifMatch?: string | undefined }

/** Sends JSON to a path below a namespace, and returns the response. @throws CalendarError */
export const write = async <T>(method: Method, namespace: Namespace, path: string, sent: Sent = {}): Promise<T> =>
  (await writeTagged<T>(method, namespace, path, sent)).record

/** Like {@link write}, with the ETag of the response, so that an undo can check that nobody has changed the record since. */
export const writeTagged = async <T>(
  method: Method,
  namespace: Namespace,
  path: string,
  { body, query = {}, ifMatch }: Sent = {},
): Promise<Tagged<T>> => {
  const headers = new Headers()
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (ifMatch) headers.set('if-match', ifMatch)
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await send(new Request(addressOf(namespace, path, query), { method, headers, ...sent }))
  const record = response.status === 204 ? (undefined as T) : await response.json()
  return { record, etag: response.headers.get('etag') ?? '' }
}
