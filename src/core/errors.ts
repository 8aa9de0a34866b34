import type { Json } from '../lib/json.ts'

/**
 * Every error code of the interface with its status and text (contract B2). The OpenAPI document and `docs/errors.md` list exactly these
 * codes, which tests check.
 */
export const errorCatalogue = {
  incorrect_password: {
    status: 401,
    message: 'The user name or the application password is wrong. The password for POST /session does not work here.',
  },
  invalid_credentials: {
    status: 401,
    message:
      'The Authorization header is invalid: send Basic with a user name and an application password, or Bearer with the application password.',
  },
  rest_too_many_attempts: {
    status: 429,
    message: 'Too many failed log-in attempts. Wait the number of seconds in Retry-After, then try again.',
  },
  rest_too_many_requests: {
    status: 429,
    message: 'Too much is under way for you or for all. Wait the number of seconds in Retry-After, then try again.',
  },
  rest_cookie_invalid_nonce: { status: 403, message: 'The nonce is not valid for this session.' },
  rest_no_route: { status: 404, message: 'No route was found matching the URL and request method.' },
  rest_invalid_namespace: { status: 404, message: 'The specified namespace could not be found.' },
  rest_invalid_json: { status: 400, message: 'The request body is not valid JSON.' },
  rest_invalid_body: { status: 400, message: 'The request body cannot be read.' },
  rest_bad_request: { status: 400, message: 'The request is not valid HTTP.' },
  rest_request_timeout: {
    status: 408,
    message: 'The request came too slowly: send it without long pauses, and faster than 2 KB a second.',
  },
  rest_body_too_large: { status: 413, message: 'The request body is too large.' },
  rest_uri_too_long: { status: 414, message: 'The URL is too long.' },
  rest_headers_too_large: { status: 431, message: 'The request headers are too large.' },
  rest_unsupported_media_type: {
    status: 415,
    message:
      'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data, in UTF-8 and not compressed.',
  },
  rest_forbidden: { status: 403, message: 'You are not allowed to do that.' },
  rest_missing_callback_param: { status: 400, message: 'Missing parameter(s)' },
  rest_invalid_param: { status: 400, message: 'Invalid parameter(s)' },
  rest_taxonomy_not_hierarchical: { status: 400, message: 'Tags have no parents.' },
  rest_precondition_failed: {
    status: 412,
    message: 'The record has changed since you read it: If-Match is not its current ETag.',
  },
  rest_idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new key for each request.',
  },
  'rest-series-not-found': {
    status: 404,
    message: 'The series does not exist, or you may not read any of its events.',
  },
  'rest-event-not-found': { status: 404, message: 'The event does not exist.' },
  'rest-venue-not-found': { status: 404, message: 'The venue does not exist.' },
  'rest-organizer-not-found': { status: 404, message: 'The organizer does not exist.' },
  'rest-category-not-found': { status: 404, message: 'The category does not exist.' },
  'rest-tag-not-found': { status: 404, message: 'The tag does not exist.' },
  'event-archive-page-not-found': { status: 404, message: 'The list of events has no such page.' },
  'venue-archive-page-not-found': { status: 404, message: 'The list of venues has no such page.' },
  'organizer-archive-page-not-found': { status: 404, message: 'The list of organizers has no such page.' },
  'event-not-accessible': { status: 403, message: 'The event is not accessible to you.' },
  'venue-not-accessible': { status: 403, message: 'The venue is not accessible to you.' },
  'organizer-not-accessible': { status: 403, message: 'The organizer is not accessible to you.' },
  'event-no-longer-available': { status: 403, message: 'The event is no longer available.' },
  'event-is-in-trash': { status: 410, message: 'The event is already in the trash.' },
  'venue-is-in-trash': { status: 410, message: 'The venue is already in the trash.' },
  'organizer-is-in-trash': { status: 410, message: 'The organizer is already in the trash.' },
  rest_post_invalid_id: { status: 404, message: 'The image does not exist.' },
  rest_post_invalid_page_number: { status: 400, message: 'The list has no such page.' },
  rest_upload_no_data: { status: 400, message: 'No image was sent.' },
  rest_upload_no_content_disposition: {
    status: 400,
    message: 'The Content-Disposition header is missing: send attachment; filename="picture.jpg".',
  },
  rest_upload_invalid_disposition: {
    status: 400,
    message: 'The Content-Disposition header is invalid: send attachment; filename="picture.jpg".',
  },
  rest_upload_sideload_error: { status: 400, message: 'The image cannot be decoded.' },
  rest_trash_not_supported: {
    status: 400,
    message: 'This cannot be moved to the trash: send force=true to delete it permanently.',
  },
  term_exists: { status: 400, message: 'A term with that name already exists.' },
  duplicate_term_slug: { status: 400, message: 'The slug is in use by another term.' },
  duplicate_external_id: { status: 400, message: 'Another record of this kind has this source and external_id.' },
  existing_user_login: { status: 400, message: 'Another user has that name.' },
  existing_user_email: { status: 400, message: 'Another user has that e-mail address.' },
  last_administrator: { status: 400, message: 'This is the last administrator; add another first.' },
  rest_user_invalid_id: { status: 404, message: 'The user does not exist.' },
  rest_user_invalid_password: { status: 403, message: 'The current password is wrong.' },
  rest_user_invalid_reassign: {
    status: 400,
    message: 'reassign must be the id of another user, who gets the records.',
  },
  rest_application_password_not_found: { status: 404, message: 'The user has no such application password.' },
  rest_no_authenticated_app_password: {
    status: 404,
    message: 'The request was not authenticated with an application password.',
  },
  rest_revision_not_found: { status: 404, message: 'The record has no such revision; it may have been removed.' },
  rest_import_not_found: { status: 404, message: 'There is no such import.' },
  rest_import_conflict: { status: 409, message: 'Another import is not finished yet.' },
  kalends_source_not_found: { status: 404, message: 'There is no such source; it may have been removed.' },
  kalends_source_exists: { status: 409, message: 'There is a source with this name.' },
  kalends_submission_not_found: { status: 404, message: 'There is no such submission; it may have been removed.' },
  kalends_picture_not_taken: {
    status: 409,
    message: 'The event does not wait for a review any more: choose one of the images for it.',
  },
  kalends_changes_gone: {
    status: 410,
    message:
      'These change numbers are of another calendar, of other settings, or from before deletions that are forgotten: read everything again, and follow the changes from there (docs/keeping-a-copy.md).',
  },
  rest_session_not_found: { status: 404, message: 'The user has no such session; it may have ended.' },
  kalends_link_not_found: {
    status: 404,
    message: 'This link does not work: it was used, withdrawn or replaced, or has expired. Ask for a new one.',
  },
  kalends_code_required: {
    status: 403,
    message: 'Send the code of your authenticator app, or one of your recovery codes, too.',
  },
  kalends_code_wrong: { status: 403, message: 'The code is wrong, or was used before. Wait for the next one.' },
  kalends_second_factor_required: {
    status: 403,
    message: 'Your role needs a second factor: set up an authenticator app first.',
  },
  kalends_second_factor_exists: { status: 409, message: 'You have an authenticator app; turn it off first.' },
  kalends_second_factor_not_found: { status: 404, message: 'There is no authenticator app.' },
  kalends_passkey_wrong: { status: 403, message: 'The passkey was not accepted. Try again.' },
  kalends_passkey_not_found: { status: 404, message: 'You have no such passkey.' },
  kalends_no_passkeys: {
    status: 409,
    message: 'Passkeys need a public address with https and a host name: see KALENDS_PUBLIC_URL.',
  },
  kalends_no_mail: {
    status: 503,
    message: 'This calendar does not send mail: ask an administrator for a link to choose a new password.',
  },
  rest_internal_error: { status: 500, message: 'The server failed to answer. The error was logged.' },
  rest_service_unavailable: { status: 503, message: 'The server cannot answer right now. Try again shortly.' },
  rest_insufficient_storage: {
    status: 507,
    message: 'The server has no disk space left to store this. Try again later.',
  },
} as const satisfies Record<string, { status: number; message: string }>

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue

/** Optional details of an error. */
export type ErrorDetail = {
  readonly message?: string
  /** Overrides the status of the catalogue: `rest_forbidden` is 401 for an anonymous caller (contract B2). */
  readonly status?: number
  readonly data?: { readonly [name: string]: Json }
  readonly headers?: Readonly<Record<string, string>>
}

/** An error with a code of the catalogue. Any other error that is thrown becomes status 500. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly data: { readonly [name: string]: Json }
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(detail.message ?? errorCatalogue[code].message)
    this.code = code
    this.status = detail.status ?? errorCatalogue[code].status
    this.data = detail.data ?? {}
    this.headers = detail.headers ?? {}
  }
}

/** The body of an error (contract B2): `{code, message, data: {status, …}}`. */
export const errorBody = (error: ApiError) => ({
  code: error.code,
  message: error.message,
  data: { status: error.status, ...error.data },
})

/** Makes the error 400 that names all invalid parameters, with the reason for each (contract B2). */
export const invalidParams = (faults: ReadonlyMap<string, string>): ApiError =>
  new ApiError('rest_invalid_param', {
    message: `Invalid parameter(s): ${[...faults.keys()].join(', ')}`,
    data: { params: Object.fromEntries(faults), details: {} },
  })

/** Makes the error 400 that names all missing parameters, with a reason where one is given (contract B2). */
export const missingParams = (names: readonly string[], reason = ''): ApiError =>
  new ApiError('rest_missing_callback_param', {
    message: `Missing parameter(s): ${names.join(', ')}${reason && `. ${reason}`}`,
    data: { params: [...names] },
  })
