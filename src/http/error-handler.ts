import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../core/context.ts'
import { ApiError, type ErrorCode } from '../core/errors.ts'
import type { RawParams } from '../core/params.ts'
import { logOutage } from '../lib/outage-log.ts'
import { requestState } from './admission.ts'
import { readForm } from './raw-params.ts'
import { readRequestId } from './request-id.ts'
import { errorResponse, reply } from './response.ts'

/** Error codes of the interface for errors of Fastify. */
const serverFaults: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'rest_body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'rest_body_too_large',
  FST_FIELDS_LIMIT: 'rest_body_too_large',
  FST_PARTS_LIMIT: 'rest_body_too_large',
  FST_FILES_LIMIT: 'rest_body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'rest_unsupported_media_type',
  FST_ERR_CTP_INVALID_TYPE: 'rest_unsupported_media_type',
  FST_ERR_BAD_URL: 'rest_no_route',
  FST_ERR_MAX_PARAM_LENGTH: 'rest_uri_too_long',
}

/** Turns any error into an error response. Only errors of the server are logged, without the content of the request. */
export const handleError =
  (app: AppContext) =>
  (error: FastifyError | Error, request: FastifyRequest, to: FastifyReply): Promise<FastifyReply> =>
    reply(request, to, errorResponse(withRequestId(toApiError(app, error, request), request), readEnvelope(request)))

/** An error of the server names the request, whose id is in the log. */
const withRequestId = (error: ApiError, { raw }: FastifyRequest): ApiError => {
  const { code, status, message, headers } = error
  if (status < 500) return error
  return new ApiError(code, { status, message, headers, data: { ...error.data, request_id: readRequestId(raw) } })
}

/** Returns the parameters for `_envelope`, which applies to errors as well (F0.6) when the query can be read. */
export const readEnvelope = (request: FastifyRequest): RawParams | undefined => {
  const { query } = requestState(request.raw).address
  if (!query.includes('_envelope')) return undefined
  try {
    const { _envelope } = readForm(query).one
    return { one: { _envelope }, all: {} }
  } catch {
    return undefined
  }
}

/** Error codes of a file system without free space. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Error codes of a file system that an operator has to repair: 503 instead of 500. */
const diskFaults = new Set(['EEXIST', 'ENOTDIR', 'EIO', 'EROFS', 'EACCES', 'EMFILE', 'ENFILE'])

/** Turns any error into one of the interface; those of the server are logged. */
export const toApiError = (app: AppContext, error: FastifyError | Error, request: FastifyRequest): ApiError => {
  if (error instanceof ApiError) return error
  // Whoever breaks a request off reads no response, and that is no fault of the server.
  if (hasBrokenOff(request)) return new ApiError('rest_bad_request')
  const known = 'code' in error ? serverFaults[error.code] : undefined
  if (known) return new ApiError(known)
  // A path may contain the token of a secret link.
  const path = request.url.split('?')[0]?.replace(/[\w-]{43,}/g, '…')
  const details = { method: request.method, path, request: readRequestId(request.raw), error }
  if (app.database.dialect.isFull(error) || ('code' in error && fullDisk.has(error.code))) {
    logOutage(app.log, 'the disk is full', details)
    return new ApiError('rest_insufficient_storage', { headers: { 'retry-after': '60' } })
  }
  if (app.database.dialect.isUnavailable(error)) {
    logOutage(app.log, 'the database is not available', details)
    return new ApiError('rest_service_unavailable', { headers: { 'retry-after': '1' } })
  }
  if ('code' in error && diskFaults.has(error.code)) {
    logOutage(app.log, 'the disk takes no files', details)
    const message = 'The server cannot store files just now. Try again later.'
    return new ApiError('rest_service_unavailable', { message, headers: { 'retry-after': '60' } })
  }
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
    const isBodyFault = error.code?.startsWith('FST_') || request.isMultipart()
    return new ApiError(isBodyFault ? 'rest_invalid_body' : 'rest_bad_request')
  }
  if (request.isMultipart() && /multipart|boundary|form|Unexpected end/i.test(error.message)) {
    return new ApiError('rest_invalid_body')
  }
  app.log.error(details, 'a request failed')
  return new ApiError('rest_internal_error')
}

/** Whether a client has closed its connection before it sent the whole request. */
const hasBrokenOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete
