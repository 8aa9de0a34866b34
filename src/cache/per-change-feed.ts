import type { CacheDependency, ChangeFeed } from './change-feed.ts'

/**
 * Something that is kept beside the changeFeed that a process follows, made when it is first asked for: versions of the content are
 * counted by whoever follows them, so what was found at one means nothing beside another.
 */
export const perChangeFeed = <T>(create: () => T): ((dependency: CacheDependency) => T) => {
  const all = new WeakMap<ChangeFeed, T>()
  return ({ changeFeed }) => {
    const known = all.get(changeFeed) ?? create()
    all.set(changeFeed, known)
    return known
  }
}
