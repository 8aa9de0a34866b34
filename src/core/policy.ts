import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { type PostTableName, type Role, type Schema, type Status, statuses } from '../db/schema.ts'
import { ApiError } from './errors.ts'

/** The user who sent a request; `id` is 0 for an anonymous caller. */
export type Caller = {
  readonly id: number
  /** `anonymous` is a caller without credentials. */
  readonly role: Role | 'anonymous'
  /** How the user was recognized: the id of an application password, or the UUID of a session. */
  readonly logIn?: { readonly credential: number } | { readonly session: string }
}

/**
 * The caller as whom visitors submit events: it may create what waits for a review, and nothing else. No request has it, and nobody but editors may
 * change or read what it has created.
 */
export const submitter: Caller = { id: 0, role: 'contributor' }

/** The caller as whom the server itself takes back what a visitor has submitted. */
export const server: Caller = { id: 0, role: 'editor' }

/** The caller in a statement, where the id may be a parameter, so that one statement serves all callers of a role. */
export type Viewer = { readonly id: number | Expression<number>; readonly role: Caller['role'] }

/** The caller without credentials. */
export const anonymous: Caller = { id: 0, role: 'anonymous' }

/**
 * The policy (contract B5, F0.9), as rights of roles:
 * - `own-account`: read and change oneself, with one's application passwords and sessions;
 * - `edit`: create records and edit one's own unpublished ones;
 * - `publish`: publish, schedule and hide (`private`), edit one's own published records, upload images, manage categories;
 * - `edit-others`: read, edit and delete everybody's records, name another author, manage tags;
 * - `administer`: read and change the settings of the site, manage users and the links by which they come in.
 */
const rights: Readonly<Record<Caller['role'], readonly Right[]>> = {
  anonymous: [],
  subscriber: ['own-account'],
  contributor: ['own-account', 'edit'],
  author: ['own-account', 'edit', 'publish'],
  editor: ['own-account', 'edit', 'publish', 'edit-others'],
  administrator: ['own-account', 'edit', 'publish', 'edit-others', 'administer'],
}

/** A right of the policy. */
export type Right = 'own-account' | 'edit' | 'publish' | 'edit-others' | 'administer'

/** The columns of a record on which the policy depends. */
export type PolicySubject = { readonly author_id: number; readonly status: Status; readonly trashed_from: Status | '' }

/** Whether the caller's role has the right. */
export const hasRight = (caller: Pick<Caller, 'role'>, right: Right): boolean => rights[caller.role].includes(right)

/** Whether a status makes a record public, at once or at its date. */
export const isPublicStatus = (status: Status | '' | undefined): boolean => status === 'publish' || status === 'future'

/** Whether a record is published or scheduled, or was so before it went to the trash. */
const isPublished = ({ status, trashed_from }: PolicySubject): boolean =>
  isPublicStatus(status === 'trash' ? trashed_from : status)

/** Whether the caller may change, trash, delete or restore the record. */
export const mayEdit = (caller: Caller, subject: PolicySubject): boolean => {
  if (hasRight(caller, 'edit-others')) return true
  if (subject.author_id !== caller.id || caller.id === 0) return false
  return hasRight(caller, isPublished(subject) ? 'publish' : 'edit')
}

/** Whether the caller may read the record; {@link readable} is the same rule in SQL, and a test compares the two. */
export const mayRead = (caller: Caller, subject: PolicySubject): boolean => {
  if (subject.status === 'publish' || hasRight(caller, 'edit-others')) return true
  if (subject.status === 'trash') return mayEdit(caller, subject)
  return subject.author_id === caller.id && caller.id !== 0 && hasRight(caller, 'edit')
}

/**
 * {@link mayRead} as a condition on the rows of a table of post-like records. The expression builder is ignored: all these tables share
 * the columns.
 */
export const readable =
  (caller: Viewer, table: PostTableName) =>
  (_builder?: unknown): Expression<SqlBool> => {
    const eb = expressionBuilder<Schema, never>()
    if (hasRight(caller, 'edit-others')) return eb.lit(true)
    const status = sql.ref<Status>(`${table}.status`)
    const isPublic = eb(status, '=', 'publish')
    if (!hasRight(caller, 'edit')) return isPublic
    const author = sql.ref<number>(`${table}.author_id`)
    // A record without an author is nobody's, also for who has no id: what one visitor submits is not there for the next.
    const isOwn = eb.and([eb(author, '=', caller.id), eb(author, '<>', eb.lit(0))])
    if (hasRight(caller, 'publish')) return eb.or([isPublic, isOwn])
    const trashedFrom = sql.ref<Status>(`${table}.trashed_from`)
    const wasPublished = eb.and([eb(status, '=', 'trash'), eb(trashedFrom, 'in', ['publish', 'future'])])
    return eb.or([isPublic, eb.and([isOwn, eb.not(wasPublished)])])
  }

/**
 * Divides statuses into those of which the caller may read all records and those of which only own records are readable; for own records
 * in the trash, {@link readable} decides.
 */
export const readableStatuses = (
  caller: Pick<Viewer, 'role'>,
  among: readonly Status[],
): { readonly everybodys: readonly Status[]; readonly own: readonly Status[] } => {
  if (hasRight(caller, 'edit-others')) return { everybodys: among, own: [] }
  const everybodys = among.filter((status) => status === 'publish')
  return { everybodys, own: hasRight(caller, 'edit') ? among.filter((status) => status !== 'publish') : [] }
}

/** The statuses that a list shows; of those in `own` the caller sees only some records. */
export type ListedStatuses = { readonly statuses: readonly Status[]; readonly own: readonly Status[] }

const onlyPublished: ListedStatuses = { statuses: ['publish'], own: [] }

/** The statuses that a list shows to the caller: those that were asked for, or all but the trash (contract B5.2). */
export const listedStatuses = (caller: Pick<Viewer, 'role'>, asked: readonly Status[] | undefined): ListedStatuses => {
  // A caller without the right to edit sees only published records, whatever statuses the request has.
  if (!hasRight(caller, 'edit')) return onlyPublished
  const kept = statuses.filter((status) => (asked ? asked.includes(status) : status !== 'trash'))
  const { everybodys, own } = readableStatuses(caller, kept)
  return { statuses: everybodys, own }
}

/** Whether the caller may read and change a user, with application passwords and sessions: oneself, and administrators everybody (contract C5). */
export const mayManageUser = (caller: Caller, userId: number): boolean =>
  hasRight(caller, 'administer') || (hasRight(caller, 'own-account') && caller.id === userId)

/** Whether the caller may give a user another role: administrators, but never to themselves (contract C5). */
export const mayAssignRole = (caller: Caller, userId: number): boolean =>
  hasRight(caller, 'administer') && caller.id !== userId

/** Makes the error of a missing right: 401 for an anonymous caller, 403 for a user (contract B2). */
export const forbidden = (caller: Caller, message?: string): ApiError =>
  new ApiError('rest_forbidden', {
    status: caller.id === 0 ? 401 : 403,
    message: message ?? (caller.id === 0 ? 'You must be logged in to do that.' : 'You are not allowed to do that.'),
  })

/**
 * Requires a right of the caller.
 * @throws ApiError `rest_forbidden` when the role lacks it.
 */
export const requireRight = (caller: Caller, right: Right, message?: string): void => {
  if (!hasRight(caller, right)) throw forbidden(caller, message)
}
