import { readUrl } from '../../src/lib/url.ts'

/** A conference as confs.tech tells it: one JSON object on each line of its data. */
export type Conference = {
  readonly name: string
  readonly url: string
  /** `YYYY-MM-DD`; both days belong to the conference. */
  readonly startDate: string
  readonly endDate: string
  readonly city?: string
  readonly country?: string
  readonly online?: boolean
  /** Language codes with commas between. */
  readonly locales?: string
  readonly cfpUrl?: string
  readonly cfpEndDate?: string
  readonly cocUrl?: string
  readonly twitter?: string
  readonly mastodon?: string
  readonly bluesky?: string
  readonly topics: readonly string[]
}

/** The payload of `POST /events` for a conference: the city is the venue, topics are categories, languages and "online" tags. */
export const payloadOf = (conference: Conference) => {
  const organizer = organizerOf(conference)
  const website = readUrl(conference.url)
  return {
    title: escapeHtml(conference.name),
    description: descriptionOf(conference),
    start_date: conference.startDate,
    end_date: conference.endDate,
    all_day: true,
    timezone: 'UTC',
    ...(website === undefined ? {} : { website }),
    categories: [...conference.topics],
    tags: tagsOf(conference),
    ...(conference.city ? { venue: venueOf(conference) } : {}),
    ...(organizer ? { organizer: [organizer] } : {}),
  }
}

/** The languages of a conference, and whether it can be attended from afar. */
export const tagsOf = ({ locales = '', online }: Conference): string[] => {
  const codes = locales.split(',').map((code) => code.trim().toLowerCase())
  return [...new Set(codes.filter((code) => code !== '')), ...(online ? ['online'] : [])]
}

const venueOf = ({ city = '', country = '' }: Conference) => ({
  venue: escapeHtml(city),
  city: escapeHtml(city),
  ...(country ? { country: escapeHtml(country) } : {}),
})

const organizerOf = ({ twitter, mastodon, bluesky }: Conference) => {
  if (twitter) return { organizer: escapeHtml(twitter), website: `https://twitter.com/${twitter.replace(/^@/, '')}` }
  const handle = mastodon ?? bluesky
  return handle ? { organizer: escapeHtml(handle) } : undefined
}

const descriptionOf = ({ online, city, country, cfpUrl, cfpEndDate, cocUrl }: Conference): string => {
  const place = [city, country].filter(Boolean).join(', ')
  const lines = [
    place === '' ? 'An online conference.' : `A conference in ${place}${online ? ' and online' : ''}.`,
    ...(cfpUrl
      ? [`Call for papers${cfpEndDate ? ` until ${cfpEndDate}` : ''}: <a href="${escapeHtml(cfpUrl)}">send a talk</a>.`]
      : []),
    ...(cocUrl ? [`<a href="${escapeHtml(cocUrl)}">Code of conduct</a>`] : []),
  ]
  return lines.join('\n\n')
}

/** Texts of the interface are HTML: without this, `<CODE/CRAFTS>` would be a tag and its title empty. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
