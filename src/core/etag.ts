import { maxHeaderLength } from '../lib/header-length.ts'
import { ApiError } from './errors.ts'

/** Whether a list of ETags, as in If-Match or If-None-Match, contains `etag`. A header that is too long to be parsed counts as empty. */
export const namesEtag = (header: string, etag: string): boolean => {
  if (header.length > maxHeaderLength) return false
  if (header.trim() === '*') return true
  // A proxy that compresses makes strong ETags weak, or writes how into them; they still identify this version of the record.
  return header.split(',').some((tag) => {
    const plain = tag.trim().replace(/^W\//, '')
    return plain === etag || plain.replace(/-(?:gzip|br|zstd|deflate)"$/, '"') === etag
  })
}

/**
 * Checks the If-Match header of a write.
 * @throws ApiError `rest_precondition_failed` when the header was sent without the current ETag (contract B7.8).
 */
export const requireMatch = (header: string | undefined, etag: string): void => {
  if (header !== undefined && !namesEtag(header, etag)) throw new ApiError('rest_precondition_failed')
}
