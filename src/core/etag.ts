import { maxHeaderLength } from '../lib/header-length.ts'
import { ApiError } from './errors.ts'

/** Whether a list of ETags, as in If-Match or If-None-Match, names `etag`. A header that is too long to be parsed names none. */
export const namesEtag = (header: string, etag: string): boolean => {
  if (header.length > maxHeaderLength) return false
  if (header.trim() === '*') return true
  // A proxy that compresses turns a strong tag into a weak one; what it names is still this version of the record.
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** @throws ApiError `rest_precondition_failed` when If-Match is there and does not name the present ETag (contract B7.8). */
export const requireMatch = (header: string | undefined, etag: string): void => {
  if (header !== undefined && !namesEtag(header, etag)) throw new ApiError('rest_precondition_failed')
}
