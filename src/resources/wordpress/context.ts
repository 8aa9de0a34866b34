import type { RequestContext } from '../../core/context.ts'
import type { Values } from '../../core/params.ts'
import { forbidden } from '../../core/policy.ts'
import { wordOf } from '../../core/types.ts'
import { filter } from '../../query/condition.ts'

/** The parameter `context`: `edit` adds the stored texts for callers who may edit the record (D4). */
export const contextParam = { context: filter({ type: wordOf('view', 'embed', 'edit'), default: 'view' }) }

/** Whether the request asks for the stored texts. */
export const wantsRaw = ({ context }: Values<typeof contextParam>): boolean => context === 'edit'

/**
 * Refuses the stored texts to a caller who may not edit the record.
 * @throws ApiError `rest_forbidden`.
 */
export const refuseRaw = ({ caller }: RequestContext): never => {
  throw forbidden(caller, 'Only those who may change it can read it with context=edit.')
}

/** The URL template of the prefix `wp:` in the names of links. */
export const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }]
