import type { RequestContext } from '../../core/context.ts'
import type { Values } from '../../core/params.ts'
import { forbidden } from '../../core/policy.ts'
import { filter } from '../../core/resource.ts'
import { wordOf } from '../shared/site-lists.ts'

/** The view of a record: `edit` adds the texts as they are stored, for those who may change them (D4). */
export const contextParam = { context: filter({ type: wordOf('view', 'embed', 'edit'), default: 'view' }) }

/** Whether the texts as they are stored were asked for. */
export const wantsRaw = ({ context }: Values<typeof contextParam>): boolean => context === 'edit'

/** Refuses them. */
export const refuseRaw = ({ caller }: RequestContext): never => {
  throw forbidden(caller, 'Only those who may change it can read it with context=edit.')
}

/** What `wp:` stands for in the names of links. */
export const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }]
