import { linksOf } from '../lib/links.ts'
import { addDays, epochOf, nowText, startOfDay, toLocal, toUtc, type Zone } from '../lib/time-zone.ts'
import { noIntake } from '../media/intake.ts'
import type { AppContext, RequestContext, Site } from './context.ts'

/** What a context is made of; `now` is in epoch milliseconds. */
export type RequestContextParts = Pick<RequestContext, 'config' | 'links' | 'version' | 'caller' | 'language'> & {
  readonly now: number
}

/** The time in which what was made in a context stays right, in epoch milliseconds: from the first to before the second. */
export type Validity = { from: number; until: number }

/** A context that notes how much of the present was looked at. */
export type CacheableContext = RequestContext & { readonly validity: Validity }

export const newRequestContext = ({ now, ...parts }: RequestContextParts): CacheableContext => {
  const { zone } = parts.config
  const validity: Validity = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  return {
    ...parts,
    zone,
    validity,
    intake: noIntake,
    now: () => {
      validity.until = Number.NEGATIVE_INFINITY
      return now
    },
    today: () => {
      const { text, from, until } = dayAt(now, zone)
      validity.from = Math.max(validity.from, from)
      validity.until = Math.min(validity.until, until)
      return text
    },
  }
}

type Day = Validity & { readonly text: string; readonly zone: Zone }

let lastDay: Day | undefined

/** The day is the same for all requests of a day. */
const dayAt = (now: number, zone: Zone): Day => {
  if (lastDay?.zone === zone && lastDay.from <= now && now < lastDay.until) return lastDay
  const text = startOfDay(toLocal(nowText(now), zone))
  const begin = (local: string): number => epochOf(toUtc(local, zone)?.utc ?? local)
  lastDay = { text, zone, from: begin(text), until: begin(startOfDay(addDays(text, 1))) }
  return lastDay
}

/** The server as records show it; its settings may still change until it listens. */
export const siteOf = (app: AppContext): (() => Site) => {
  let known: Site | undefined
  return () => {
    const { config } = app
    if (known?.config !== config) known = { config, links: linksOf(config.publicUrl) }
    return known
  }
}
