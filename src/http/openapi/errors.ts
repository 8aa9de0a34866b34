import { type ErrorCode, errorCatalogue } from '../../core/errors.ts'
import type { Resource } from '../../core/resource.ts'
import { type JsonObject, memberNames } from '../../lib/json.ts'
import type { Endpoint, Method, Operation, Route } from '../types.ts'

/** One method of an endpoint, for which errors are documented. */
export type Spot = { readonly route: Route; readonly endpoint: Endpoint; readonly method: Method }

type Occurs = (spot: Spot) => boolean

const always: Occurs = () => true

const during =
  (...operations: readonly Operation[]): Occurs =>
  ({ endpoint }) =>
    operations.includes(endpoint.operation)

const on =
  (name: Resource['name'], ...operations: readonly Operation[]): Occurs =>
  (spot) =>
    spot.route.resource?.name === name && during(...operations)(spot)

const either =
  (...conditions: readonly Occurs[]): Occurs =>
  (spot) =>
    conditions.some((occurs) => occurs(spot))

/** Errors of routes that only `docs/wp-v2.md` and `docs/kalends-v1.md` describe (D4, C6). */
const onlyOfAdapters: Occurs = () => false

const writing = during('create', 'update', 'put', 'batch', 'remove')
const takesImage: Occurs = ({ endpoint }) => endpoint.takesFile === true
const atItem: Occurs = ({ route }) => route.pathParam !== undefined
const atItemOf = (name: Resource['name']): Occurs => on(name, 'read', 'update', 'batch', 'remove')

/** The endpoints at which each error code can occur (contract B2, B9); a code without an entry does not compile. */
const occurrences: Readonly<Record<ErrorCode, Occurs>> = {
  incorrect_password: always,
  invalid_credentials: always,
  rest_too_many_attempts: always,
  rest_too_many_requests: always,
  rest_cookie_invalid_nonce: always,
  rest_no_route: atItem,
  rest_invalid_namespace: during('index'),
  rest_invalid_json: writing,
  rest_invalid_body: writing,
  rest_bad_request: always,
  rest_request_timeout: writing,
  // A query with too many parameters is refused with it as well.
  rest_body_too_large: always,
  rest_uri_too_long: always,
  rest_headers_too_large: always,
  rest_unsupported_media_type: writing,
  rest_forbidden: writing,
  rest_missing_callback_param: during('create', 'put', 'batch'),
  rest_invalid_param: always,
  rest_taxonomy_not_hierarchical: on('tag', 'create', 'update'),
  rest_precondition_failed: during('update', 'put', 'batch', 'remove'),
  rest_idempotency_key_reused: ({ method }) => method === 'POST',
  'rest-series-not-found': on('series', 'read'),
  'rest-event-not-found': atItemOf('event'),
  'rest-venue-not-found': atItemOf('venue'),
  'rest-organizer-not-found': atItemOf('organizer'),
  'rest-category-not-found': atItemOf('category'),
  'rest-tag-not-found': atItemOf('tag'),
  'event-archive-page-not-found': on('event', 'list'),
  'venue-archive-page-not-found': on('venue', 'list'),
  'organizer-archive-page-not-found': on('organizer', 'list'),
  'event-not-accessible': on('event', 'read'),
  'venue-not-accessible': on('venue', 'read'),
  'organizer-not-accessible': on('organizer', 'read'),
  'event-no-longer-available': on('event', 'read'),
  'event-is-in-trash': on('event', 'batch', 'remove'),
  'venue-is-in-trash': on('venue', 'batch', 'remove'),
  'organizer-is-in-trash': on('organizer', 'batch', 'remove'),
  rest_post_invalid_id: atItemOf('attachment'),
  rest_post_invalid_page_number: on('attachment', 'list'),
  rest_upload_no_data: takesImage,
  rest_upload_no_content_disposition: takesImage,
  rest_upload_invalid_disposition: takesImage,
  rest_upload_sideload_error: takesImage,
  rest_trash_not_supported: on('attachment', 'remove'),
  term_exists: either(on('category', 'create', 'update'), on('tag', 'create', 'update')),
  // Events create the terms that they name (contract B7.5), and a slug may be sent with one.
  duplicate_term_slug: either(
    on('category', 'create', 'update'),
    on('tag', 'create', 'update'),
    on('event', 'create', 'update', 'put', 'batch'),
  ),
  // Events create the venues and organizers that they name.
  duplicate_external_id: ({ route, endpoint, method }) =>
    route.resource?.objectType === 'post' && during('create', 'update', 'put', 'batch')({ route, endpoint, method }),
  existing_user_login: onlyOfAdapters,
  existing_user_email: onlyOfAdapters,
  last_administrator: onlyOfAdapters,
  rest_user_invalid_id: onlyOfAdapters,
  rest_user_invalid_password: onlyOfAdapters,
  rest_user_invalid_reassign: onlyOfAdapters,
  rest_application_password_not_found: onlyOfAdapters,
  rest_no_authenticated_app_password: onlyOfAdapters,
  rest_revision_not_found: onlyOfAdapters,
  rest_import_not_found: onlyOfAdapters,
  kalends_submission_not_found: onlyOfAdapters,
  kalends_picture_not_taken: onlyOfAdapters,
  rest_import_conflict: onlyOfAdapters,
  kalends_source_not_found: onlyOfAdapters,
  kalends_source_exists: onlyOfAdapters,
  kalends_changes_gone: onlyOfAdapters,
  rest_session_not_found: onlyOfAdapters,
  kalends_link_not_found: onlyOfAdapters,
  kalends_code_required: onlyOfAdapters,
  kalends_code_wrong: onlyOfAdapters,
  kalends_second_factor_required: always,
  kalends_second_factor_exists: onlyOfAdapters,
  kalends_second_factor_not_found: onlyOfAdapters,
  kalends_passkey_wrong: onlyOfAdapters,
  kalends_passkey_not_found: onlyOfAdapters,
  kalends_no_passkeys: onlyOfAdapters,
  kalends_no_mail: onlyOfAdapters,
  rest_internal_error: always,
  rest_service_unavailable: always,
  rest_insufficient_storage: writing,
}

/** The statuses of an error code: `rest_forbidden` is also 401, for anonymous callers (contract B2). */
export const listStatuses = (code: ErrorCode): readonly number[] =>
  code === 'rest_forbidden' ? [401, errorCatalogue[code].status] : [errorCatalogue[code].status]

const codes = memberNames(errorCatalogue).filter((code) => occurrences[code] !== onlyOfAdapters)

/** Whether the code can occur at an operation of the document; the others belong to routes that `docs/wp-v2.md` describes. */
export const isDocumented = (code: ErrorCode): boolean => codes.includes(code)

const group = (chosen: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> => {
  const pairs = chosen.flatMap((code) => listStatuses(code).map((status) => ({ status, code })))
  const grouped = Map.groupBy(
    pairs.sort((a, b) => a.status - b.status),
    ({ status }) => status,
  )
  return new Map([...grouped].map(([status, entries]) => [status, entries.map(({ code }) => code)]))
}

/** All documented codes by status, in ascending order of status. */
export const allErrors = group(codes)

/** Returns the error codes of one method of an endpoint by status in ascending order. */
export const listErrors = (spot: Spot): ReadonlyMap<number, readonly ErrorCode[]> =>
  group(codes.filter((code) => occurrences[code](spot)))

const about = (description: string) => ({ description })

/** The description of the error code in `/doc`. */
export const aboutErrorCode = 'Code of the error for programs; it does not depend on the language.'

/** The body of every error (contract B2). */
export const errorSchema: JsonObject = {
  title: 'Error',
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', ...about(aboutErrorCode) },
    message: { type: 'string', ...about('Explanation of the error for people.') },
    data: {
      type: 'object',
      required: ['status'],
      ...about('Further details of the error.'),
      properties: {
        status: { type: 'integer', ...about('HTTP status of the answer.') },
        params: {
          anyOf: [
            { type: 'array', items: { type: 'string' } },
            { type: 'object', additionalProperties: { type: 'string' } },
          ],
          ...about('The names of missing parameters, or each invalid parameter with the reason.'),
        },
        details: {
          type: 'object',
          additionalProperties: true,
          ...about('For each invalid parameter, a code and a message, if known.'),
        },
      },
    },
  },
  additionalProperties: false,
}
