import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ParamTable } from '../../src/core/params.ts'
import type { Endpoint, Route } from '../../src/http/types.ts'
import type { JsonObject } from '../../src/lib/json.ts'
import { ownNamespace } from '../../src/lib/links.ts'
import type { DeclaredAnswer, DeclaredOperation, InterfaceDocument } from './document.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const moment = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' }
const idList = { type: 'array', items: { type: 'integer', minimum: 1 } }

const object = (properties: Readonly<Record<string, JsonObject>>, optional: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const shown = object({ rendered: text, raw: text }, ['raw'])
const html = object({ rendered: text, protected: { const: false }, raw: text }, ['raw'])

/** A post as clients of WordPress know it. */
const post = object(
  {
    id: { type: 'integer', minimum: 1 },
    date: moment,
    date_gmt: moment,
    guid: object({ rendered: text }),
    modified: moment,
    modified_gmt: moment,
    slug: text,
    status: { enum: ['publish', 'future', 'draft', 'pending', 'private', 'trash'] },
    type: { enum: ['tribe_events', 'tribe_venue', 'tribe_organizer'] },
    link: text,
    title: shown,
    content: html,
    excerpt: html,
    author: count,
    featured_media: count,
    comment_status: text,
    ping_status: text,
    template: text,
    meta: { type: 'array', maxItems: 0 },
    tags: idList,
    tribe_events_cat: idList,
    _links: { type: 'object' },
  },
  ['tags', 'tribe_events_cat'],
)

/** A term as clients of WordPress know it. */
const term = object(
  {
    id: { type: 'integer', minimum: 1 },
    count,
    description: text,
    link: text,
    name: text,
    slug: text,
    taxonomy: { enum: ['tribe_events_cat', 'post_tag'] },
    parent: count,
    // Only categories have a colour.
    meta: {
      anyOf: [{ type: 'array', maxItems: 0 }, object({ color: { type: 'string', pattern: '^(#[0-9a-f]{6})?$' } })],
    },
    _links: { type: 'object' },
  },
  ['parent'],
)

const utc = { anyOf: [moment, { type: 'null' }] }

/** A user as clients of WordPress know one; only `context=edit` and answers to writes have all of it. */
const user = object(
  {
    id: { type: 'integer', minimum: 1 },
    name: text,
    url: text,
    description: text,
    link: text,
    slug: text,
    username: text,
    first_name: text,
    last_name: text,
    email: text,
    locale: text,
    nickname: text,
    registered_date: text,
    review_mail: text,
    own_mail: { type: 'boolean' },
    trouble_mail: { type: 'boolean' },
    roles: { type: 'array', items: text, minItems: 1, maxItems: 1 },
    capabilities: { type: 'object' },
    extra_capabilities: { type: 'object' },
    avatar_urls: { type: 'object', maxProperties: 0 },
    meta: { type: 'array', maxItems: 0 },
    _links: { type: 'object' },
  },
  [
    ...['username', 'first_name', 'last_name', 'email', 'locale', 'nickname', 'registered_date', 'roles'],
    ...['capabilities', 'extra_capabilities', 'review_mail', 'own_mail', 'trouble_mail'],
  ],
)

const applicationPassword = {
  uuid: text,
  app_id: text,
  name: text,
  created: moment,
  last_used: utc,
  last_ip: { type: 'null' },
  _links: { type: 'object' },
}

const session = object({
  uuid: text,
  client: { type: 'string', maxLength: 60 },
  created: moment,
  last_used: utc,
  expires: moment,
  is_current: { type: 'boolean' },
  _links: { type: 'object' },
})

const revision = {
  id: { type: 'integer', minimum: 1 },
  parent: { type: 'integer', minimum: 1 },
  author: count,
  author_name: text,
  date: moment,
  date_gmt: moment,
  action: { enum: ['created', 'updated', 'autosaved', 'published', 'trashed', 'restored', 'deleted'] },
  changed: { type: 'array', items: text },
}

/** The versions of a record (contract C7). */
const revisionSchemaOf = (path: string): JsonObject =>
  path.endsWith('/revisions')
    ? { type: 'array', items: object(revision) }
    : object({ ...revision, payload: { type: 'object' }, names: { type: 'object' } })

/** The records below `users` (contract C5); only the answer to a creation has a secret. */
const peopleSchemaOf = (path: string, method: string): JsonObject => {
  const [item, list] = path.includes('/application-passwords')
    ? [object(applicationPassword), /passwords$/]
    : path.includes('/sessions')
      ? [session, /sessions$/]
      : [user, /users$/]
  const isList = list.test(path)
  if (method === 'DELETE') {
    const deleted = { const: true }
    return isList ? object({ deleted, count }) : object({ deleted, previous: item })
  }
  if (method === 'GET') return isList ? { type: 'array', items: item } : item
  return isList && item !== user ? object({ ...applicationPassword, password: text }) : item
}

/** Methods of our own namespace have no fixed meaning (C6): a link is looked up by POST, and used by PUT. */
const successesOf = ({ namespace }: Route, isCreate: boolean): readonly number[] =>
  namespace === ownNamespace ? [200, 201, 202] : [isCreate ? 201 : 200]

const statuses = [304, 400, 401, 403, 404, 409, 410, 412, 413, 414, 415, 422, 429]

/** The routes of the adapter as random requests need them: they are not in the document of the interface (D4). */
export const adapterDocument = (routes: readonly Route[], { validateError }: InterfaceDocument): InterfaceDocument => {
  const ajv = new Ajv2020({ strict: false })
  const operations = routes.flatMap((route) =>
    route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method): [string, DeclaredOperation] => {
        const name = `${method} ${route.path}`
        const success: DeclaredAnswer = {
          validate: ajv.compile(
            route.path.startsWith('/users')
              ? peopleSchemaOf(route.path, method)
              : route.path.includes('/revisions')
                ? revisionSchemaOf(route.path)
                : schemaOf(route, endpoint),
          ),
          validatePart: undefined,
        }
        const none: DeclaredAnswer = { validate: undefined, validatePart: undefined }
        const isSite = endpoint.operation === 'site'
        const isWrite = ['create', 'update', 'site'].includes(endpoint.operation) && /^P/.test(method)
        // What can only be posted is created.
        const isCreate = endpoint.operation === 'create' || (isSite && endpoint.methods.join() === 'POST')
        const params = schemasOf(endpoint.params)
        const required = Object.keys(endpoint.params).filter((key) => endpoint.params[key]?.isRequired)
        return [
          name,
          {
            name,
            path: route.path,
            method,
            query: isWrite ? new Map() : params,
            fields: isWrite ? params : new Map(),
            required: isCreate || isSite ? required : [],
            answers: new Map([
              ...successesOf(route, isCreate).map((status) => [status, success] as const),
              ...statuses.map((status) => [status, none] as const),
            ]),
          },
        ]
      }),
    ),
  )
  return { paths: routes.map(({ path }) => path), operations: new Map(operations), validateError }
}

const schemasOf = (params: ParamTable): ReadonlyMap<string, JsonObject> =>
  new Map(Object.entries(params).map(([name, { type }]) => [name, type.schema]))

const schemaOf = ({ resource }: Route, { operation }: Endpoint): JsonObject => {
  if (!resource) return { type: ['object', 'array'] }
  const item = resource.objectType === 'term' ? term : post
  if (operation === 'list') return { type: 'array', items: item }
  const deleted = object({ deleted: { const: true }, previous: item })
  return operation === 'remove' ? { anyOf: [deleted, item] } : item
}
