import { ApiError, invalidParams } from '../core/errors.ts'
import { isInvalid } from '../core/params.ts'
import type { ExternalKey, ReadResource } from '../core/resource.ts'
import { externalIdText, sourceName } from '../core/types.ts'
import type { RestRequest } from './types.ts'

/** The parameter of the paths that name a record by its external id. */
export const externalParam = 'external_id'

/**
 * Returns the external id by which a path names a record.
 * @throws ApiError `rest_invalid_param` for one that no record can have.
 */
export const readExternalKey = ({ names = {}, context }: RestRequest): ExternalKey => {
  const source = sourceName.read(names['source'] ?? '', context)
  const external_id = externalIdText.read(names['external_id'] ?? '', context)
  const faults = new Map<string, string>()
  if (isInvalid(source)) faults.set('source', source.invalid)
  if (isInvalid(external_id)) faults.set('external_id', external_id.invalid)
  if (typeof source !== 'string' || typeof external_id !== 'string') throw invalidParams(faults)
  return { source, external_id }
}

/** Makes the error for an external id that no record has. */
export const externalNotFound = ({ name }: ReadResource, { source, external_id }: ExternalKey): ApiError => {
  if (name !== 'event' && name !== 'venue' && name !== 'organizer') throw new TypeError(`a ${name} has no external id`)
  const pair = `the external_id ${JSON.stringify(external_id)} of the source ${JSON.stringify(source)}`
  return new ApiError(`rest-${name}-not-found`, { message: `There is no ${name} with ${pair}.` })
}
