import type { Config } from '../config.ts'
import { type Links, linksOf } from '../lib/links.ts'
import { addDays, epochOf, nowText, startOfDay, toLocal, toUtc, type Zone } from '../lib/time-zone.ts'
import { noIntake } from '../media/intake.ts'
import type { AppContext, RequestContext, Site, Stamp } from './context.ts'

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
    links: siteOf(parts.config).links,
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
  const begin = (local: string): number => epochOf(toUtc(local, zone)?.utc ?? local)
  lastDay = { text, zone, from: begin(text), until: begin(startOfDay(addDays(text, 1))) }
  return lastDay
}

let known: { readonly publicUrl: string; readonly links: Links } | undefined

/** Returns the settings with the links of their public URL, which are cached: all requests of a server have the same. */
export const siteOf = (config: Config): Site => {
  const { publicUrl } = config
  if (known?.publicUrl !== publicUrl) known = { publicUrl, links: linksOf(publicUrl) }
  return { config, links: known.links }
}

/** Makes the function that returns the current {@link Site}: settings may still change until the server listens. */
export const currentSite =
  (app: AppContext): (() => Site) =>
  () =>
    siteOf(app.config)
