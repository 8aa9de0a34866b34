import type { Login } from '../support/calendar.ts'

/** The states in which a post can be; what is in the trash remembers whether it was public. */
export const states = ['publish', 'future', 'draft', 'pending', 'private', 'trash-draft', 'trash-publish'] as const
/** One of them. */
export type State = (typeof states)[number]

/** The callers of the matrix. */
export const callers = [
  'none',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'admin',
] as const satisfies readonly Login[]
/** One of them. */
export type MatrixCaller = (typeof callers)[number]

/** What a caller may do with a record of one's own, or of somebody else. */
type Rights = { readonly read: readonly State[]; readonly write: readonly State[] }

const nothing: Rights = { read: ['publish'], write: [] }
const everything: Rights = { read: states, write: states }

/**
 * The policy of the contract (B5.1, B5.2, F0.9), written down once and by hand: the matrix is generated from this table and
 * from nothing in the code.
 */
export const policy: Readonly<Record<MatrixCaller, { readonly own: Rights; readonly other: Rights }>> = {
  none: { own: nothing, other: nothing },
  subscriber: { own: nothing, other: nothing },
  contributor: {
    own: {
      read: ['publish', 'future', 'draft', 'pending', 'private', 'trash-draft'],
      write: ['draft', 'pending', 'private', 'trash-draft'],
    },
    other: nothing,
  },
  author: { own: everything, other: nothing },
  editor: { own: everything, other: everything },
  admin: { own: everything, other: everything },
}

/** Who may write at all; everybody else is refused before anything is looked at (contract B2). */
export const mayEver: Readonly<Record<'post' | 'category' | 'tag' | 'image', readonly MatrixCaller[]>> = {
  post: ['contributor', 'author', 'editor', 'admin'],
  category: ['author', 'editor', 'admin'],
  tag: ['editor', 'admin'],
  image: ['author', 'editor', 'admin'],
}

/** Who manages oneself, and who manages users of any other name (contract C5). */
export const mayManage: Readonly<Record<'self' | 'others', readonly MatrixCaller[]>> = {
  self: ['subscriber', 'contributor', 'author', 'editor', 'admin'],
  others: ['admin'],
}

/** What becomes of a status that is asked for on creation; undefined is a refusal (contract B5.4, F5.10). */
export const createdStatus = (caller: MatrixCaller, asked: string | undefined): string | undefined => {
  if (!mayEver.post.includes(caller)) return undefined
  if (caller !== 'contributor') return asked === undefined || asked === 'future' ? 'publish' : asked
  if (asked === undefined) return 'draft'
  if (asked === 'private') return undefined
  return asked === 'publish' || asked === 'future' ? 'pending' : asked
}
