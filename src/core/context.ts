import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Language } from '../i18n/catalogue.ts'
import { createLinks, type Links } from '../lib/links.ts'
import type { Log } from '../lib/log.ts'
import { addDays, nowText, startOfDay, toEpoch, toLocal, toUtc, type Zone } from '../lib/time-zone.ts'
import { type Intake, noIntake } from './intake.ts'
import type { Caller } from './policy.ts'

/** What all parts of one server share. */
export type AppContext = {
  readonly config: Config
  readonly database: Database
  /** The present moment in epoch milliseconds; tests set it. */
  readonly clock: () => number
  readonly log: Log
}

/** The settings and addresses of the server that records show. */
export type Site = { readonly config: Config; readonly links: Links }

/** Somebody who waits for a response: a network or a user, and a signal that is aborted when nobody waits any more. */
export type Asker = { readonly client: string; readonly signal: AbortSignal }

/** Bytes that several series may still copy to their dates. */
export type CopyBudget = {
  left: number
  /** The bytes for which each date counts at least, where it is their number that has to be bounded too. */
  readonly leastOfDate?: number
}

/** The present as texts `YYYY-MM-DD HH:MM:SS`: in UTC, and by the clock of the site. */
export type Stamp = { readonly utc: string; readonly local: string }

/** The context of one request: the caller, the time, the language and the address of the server. */
export type RequestContext = Site & {
  /**
   * The present in epoch milliseconds, which stays the same for the whole request. A response for which it was called is not cached, since
   * it is valid only at that moment.
   */
  readonly now: () => number
  /** The same as texts, as records keep it. */
  readonly stamp: () => Stamp
  /** The beginning of the day in the site's zone, `YYYY-MM-DD 00:00:00`. A response for which it was called is cached until the day ends. */
  readonly today: () => string
  /**
   * Calls `find` with the present, in epoch milliseconds. `find` returns with its result how long that is valid. The response is cached as
   * long, and sends this time as `max-age` (contract C1.2).
   */
  readonly during: <T extends { readonly from: number; readonly until: number }>(
    find: (now: number) => Promise<T>,
  ) => Promise<T>
  /** The request reads this version of the content or a later one. */
  readonly version: number
  readonly zone: Zone
  readonly caller: Caller
  /** Who waits for the response; undefined where the server itself asks. */
  readonly asker?: (() => Asker) | undefined
  /** The images that a write brings, and the files that it adds and removes. */
  readonly intake: Intake
  /** What series may still copy to their dates in this write, where that is not decided for each series alone. */
  readonly copies?: CopyBudget
  /** The name under which the history keeps what this write changes together. */
  readonly change?: string
  readonly language: Language
}

/** The parts of a context that differ between requests; `now` is in epoch milliseconds. */
export type RequestContextParts = Pick<RequestContext, 'config' | 'version' | 'caller' | 'language' | 'asker'> & {
  readonly now: number
}

/** The time in which a response is valid, in epoch milliseconds; `until` is not part of it. */
export type Validity = { from: number; until: number }

/** The time in which a response is valid. With `toldAt`, the moment at which it was made, it sends the rest of that time as `max-age`. */
export type ResponseValidity = Validity & { toldAt?: number }

/** A context that records for how long a response is valid, by the calls of `now` and `today`. */
export type CacheableContext = RequestContext & { readonly validity: ResponseValidity }

/** Makes the context of a request. */
export const newRequestContext = ({ now, ...parts }: RequestContextParts): CacheableContext => {
  const { zone } = parts.config
  const validity: ResponseValidity = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  let stamp: Stamp | undefined
  return {
    ...parts,
    links: withLinks(parts.config).links,
    zone,
    validity,
    intake: noIntake,
    now: () => {
      validity.until = Number.NEGATIVE_INFINITY
      return now
    },
    stamp: () => {
      validity.until = Number.NEGATIVE_INFINITY
      stamp ??= stampAt(now, zone)
      return stamp
    },
    today: () => {
      const { text, from, until } = dayAt(now, zone)
      narrow(validity, { from, until })
      return text
    },
    during: async (find) => {
      const found = await find(now)
      narrow(validity, found)
      validity.toldAt = now
      return found
    },
  }
}

/** The present, in epoch milliseconds, as records keep it. */
export const stampAt = (now: number, zone: Zone): Stamp => {
  const utc = nowText(now)
  return { utc, local: toLocal(utc, zone) }
}

const narrow = (validity: Validity, { from, until }: Validity): void => {
  validity.from = Math.max(validity.from, from)
  validity.until = Math.min(validity.until, until)
}

type Day = Validity & { readonly text: string; readonly zone: Zone }

let lastDay: Day | undefined

/** Returns the day in the zone, which is cached for all requests of the day. */
const dayAt = (now: number, zone: Zone): Day => {
  if (lastDay?.zone === zone && lastDay.from <= now && now < lastDay.until) return lastDay
  const text = startOfDay(toLocal(nowText(now), zone))
  const begin = (local: string): number => toEpoch(toUtc(local, zone)?.utc ?? local)
  lastDay = { text, zone, from: begin(text), until: begin(startOfDay(addDays(text, 1))) }
  return lastDay
}

let known: { readonly publicUrl: string; readonly links: Links } | undefined

/** Returns the settings with the links of their public URL, which are cached: all requests of a server have the same. */
export const withLinks = (config: Config): Site => {
  const { publicUrl } = config
  if (known?.publicUrl !== publicUrl) known = { publicUrl, links: createLinks(publicUrl) }
  return { config, links: known.links }
}

/** Makes the function that returns the current {@link Site}: settings may still change until the server listens. */
export const currentSite =
  (app: AppContext): (() => Site) =>
  () =>
    withLinks(app.config)
