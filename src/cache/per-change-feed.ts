import type { Changes, Outlook } from './change-feed.ts'

/**
 * Something that is kept beside the changes that a process follows, made when it is first asked for: versions of the content are
 * counted by whoever follows them, so what was found at one means nothing beside another.
 */
export const besideChanges = <T>(create: () => T): ((outlook: Outlook) => T) => {
  const all = new WeakMap<Changes, T>()
  return ({ changes }) => {
    const known = all.get(changes) ?? create()
    all.set(changes, known)
    return known
  }
}
