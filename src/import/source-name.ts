import { createHash } from 'node:crypto'
import { withoutSlashes } from '../lib/url.ts'

/** Longest name of a source. */
const longest = 200

/** Words of which addresses of calendars consist everywhere, so that they are nobody's secret. */
const common = new Set(
  `api atom basic cal calendar calendars categories category csv event events export feed feeds full html ical icalendar ics index json jsonld list
  month ndjson organizer organizers page php private public rss series site tag tags today tribe upcoming venue venues webcal week wp xml`.split(
    /\s+/,
  ),
)

/** A part of a path that says only what is there: common words, a language or a version. */
const isPlain = (part: string): boolean =>
  part
    .toLowerCase()
    .split(/[._+-]/)
    .every((word) => word === '' || common.has(word) || /^(?:[a-z]{2}|v\d)$/.test(word))

/**
 * The name of a source by its address. Everybody sees it in the records that come from there: of the address it has neither the query nor any
 * part of the path that could be a key, however short, as in the secret addresses of private calendars. A hash stands for such a part, so that two
 * calendars of one host have different names.
 */
export const nameSource = (url: string): string => {
  const { host, pathname } = new URL(url)
  const parts = withoutSlashes(pathname)
    .split('/')
    .map((part) => (isPlain(part) ? part : createHash('sha256').update(part).digest('hex').slice(0, 10)))
  return `${host}${parts.join('/')}`.slice(0, longest)
}
