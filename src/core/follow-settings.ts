import type { ChangeFeed } from '../cache/change-feed.ts'
import type { Config } from '../config.ts'
import type { AppContext } from './context.ts'
import { nothingStored, readStoredSettings, withStored } from './stored-settings.ts'

/** What reads the changes that were committed, before each request. */
type Syncing = { readonly changeFeed: ChangeFeed; readonly sync: (now: number) => Promise<number> }

/** A server whose settings are always those that are stored. */
export type Followed = {
  readonly app: AppContext
  /** Reads the settings again whenever a sync finds that they have changed. */
  readonly follow: <C extends Syncing>(caches: C) => C
}

/** Lets the settings of a server follow the database; `given` may still change its own until it listens. */
export const followSettings = (given: AppContext): Followed => {
  let stored = nothingStored
  let known: { readonly base: Config; readonly of: typeof stored; readonly config: Config } | undefined
  const app: AppContext = {
    database: given.database,
    clock: given.clock,
    log: given.log,
    get config() {
      // One object for all requests, since caches compare what follows from it.
      if (known?.base !== given.config || known.of !== stored)
        known = { base: given.config, of: stored, config: withStored(given.config, stored) }
      return known.config
    },
  }
  const follow = <C extends Syncing>(caches: C): C => {
    let readAt = 0
    const sync = async (now: number): Promise<number> => {
      const version = await caches.sync(now)
      if (!caches.changeFeed.haveChanged(['setting'], readAt)) return version
      const current = caches.changeFeed.version
      const found = await readStoredSettings(given.database)
      // Of two reads at the same time, the older one may end later.
      if (current >= readAt) {
        stored = found
        readAt = current
      }
      return version
    }
    return { ...caches, sync }
  }
  return { app, follow }
}
