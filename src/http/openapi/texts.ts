import { aboutRecordId } from '../../core/payload-schema.ts'
import type { ReadResource } from '../../core/resource.ts'
import type { Endpoint, Operation, Route } from '../types.ts'

/** What a parameter of an endpoint does, in English, in the namespace index and in `/doc` alike. */
export const paramText = (route: Route, endpoint: Endpoint, name: string): string => {
  const about = endpoint.params[name]?.about
  if (about !== undefined) return about
  throw new Error(`The parameter ${name} of ${endpoint.methods.join()} ${route.path} has no description.`)
}

/** What a path parameter of a route is. */
export const pathParamText = ({ resource }: Route, name: string): string =>
  pathTexts[name] ?? resource?.texts.id ?? aboutRecordId

const pathTexts: Readonly<Record<string, string>> = {
  slug: 'Slug of the record; letter case does not matter.',
  source: 'Name of the system that the record comes from, percent-encoded.',
  external_id: 'Id of the record in that system, percent-encoded; a slash is `%2F`.',
}

/** Whether an endpoint gives a record another file. */
export const isReplacement = ({ operation, takesFile }: Endpoint): boolean =>
  operation === 'update' && takesFile === true

/** What an endpoint does, in a few words. */
export const operationText = ({ resource, pathParam }: Route, endpoint: Endpoint): string => {
  const { operation } = endpoint
  if (resource?.texts.replace && isReplacement(endpoint)) return resource.texts.replace
  return resource && operation === 'stream'
    ? `${resource.texts.list} as a stream`
    : resource && isOfResource(operation)
      ? `${resource.texts[operation]}${waysOf[pathParam ?? ''] ?? ''}`
      : operation === 'doc'
        ? 'Read this documentation'
        : 'Describe the routes of this namespace'
}

/** How a path names a record, where that is not by its id. */
const waysOf: Readonly<Record<string, string>> = { slug: ' by slug', external_id: ' by external id' }

/** More of what an endpoint does: one text for all resources, where a resource has none of its own. */
export const aboutText = ({ resource }: Route, endpoint: Endpoint): string => {
  const { operation } = endpoint
  const own: Partial<Record<Operation | 'replace', string>> = resource?.texts.about ?? {}
  return (isReplacement(endpoint) ? own.replace : own[operation]) ?? shared[operation]
}

/** What a group of operations is about: the records of a resource, or the interface itself. */
export const groupText = (resource: ReadResource | undefined): string =>
  resource?.texts.title ?? 'Description of the interface'

const isOfResource = (
  operation: Operation,
): operation is 'list' | 'create' | 'read' | 'update' | 'put' | 'batch' | 'remove' =>
  operation !== 'index' && operation !== 'doc' && operation !== 'site' && operation !== 'stream'

const shared: Readonly<Record<Operation, string>> = {
  list: 'Returns one page of the records that match the filters and that the caller may read; the header `Link` contains the other pages.',
  create:
    'Returns the stored record, and its address in `Location`. Repeating a request with the same `Idempotency-Key` creates nothing more.',
  stream: 'Streams all records that match the filters and that the caller may read, one per line (NDJSON).',
  read: 'Send the `ETag` of the response back in `If-Match`, so that a record that has changed in the meantime is not overwritten.',
  update: 'POST, PUT and PATCH do the same: they change only the fields that are sent.',
  put: 'Creates the record, or updates the fields that are sent. Repeating a request changes nothing; a record in the trash is restored. `If-None-Match: *` only creates, `If-Match` only updates.',
  batch:
    'Executes the operations in their order and returns a response for each. One that fails does not affect the others unless `atomic` is `true`; then nothing is written, and `data.operation` of the error is the position of the failed operation, counted from 0.',
  remove: 'Moves the record to the trash; with `force=true` it is deleted permanently.',
  index: 'Lists every route with its methods and parameters; descriptions are in the language of the address.',
  doc: 'Returns an OpenAPI document; descriptions are in the language of the address.',
  // The documents of the site are described on a page of their own (D4).
  site: '',
}
