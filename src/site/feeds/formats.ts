import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Translator } from '../../i18n/catalogue.ts'
import { addDays, toEpoch } from '../../lib/time-zone.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { toDay } from '../dates.ts'
import { absolute, mostRecords, type PageContext } from '../page-context.ts'
import { findLastDay, writePlace, writeWhen } from '../pages/event-card.ts'
import { statedTitle, writeState } from '../pages/event-state.ts'
import { longest } from '../upcoming.ts'
import { beginCalendar, createZoneWriter, endCalendar, inSeries, withAlarm } from './calendar.ts'
import type { FeedTexts } from './feed-texts.ts'
import { digestIds } from './find-all.ts'
import { findIds, findPart, type Part, type Selection } from './selection.ts'
import { type Feed, inChunks, type Parts } from './send-feed.ts'
import { planSeries, type SeriesEntry } from './series.ts'
import { type FeedEntry, type FeedHead, writeAtom, writeJsonFeed, writeRss } from './syndication.ts'
import type { Text, Texts } from './text-cache.ts'
import { zonedRange } from './time-zone-component.ts'

/** The formats of feeds, by the endings of their addresses. */
export const formatNames = ['ics', 'rss', 'atom', 'json', 'geojson'] as const

/** A format of feeds. */
export type FormatName = (typeof formatNames)[number]

/** What a feed is made from. */
type Source = {
  readonly context: PageContext
  readonly selection: Selection
  /** The address of the feed. */
  readonly source: string
  /** Identifies the state of the content before the feed was made. */
  readonly stamp: string
}

type Format = (source: Source) => Promise<Feed>

/** Makes the writers of feeds; calendars and GeoJSON read `idsPerRead` ids at once. */
export const createFormats = (texts: FeedTexts, idsPerRead: number): Readonly<Record<FormatName, Format>> => ({
  ics: (source) => calendarOf(texts, source, idsPerRead),
  rss: newsFormat('application/rss+xml; charset=UTF-8', writeRss),
  atom: newsFormat('application/atom+xml; charset=UTF-8', writeAtom),
  json: newsFormat('application/feed+json; charset=UTF-8', (head, entries) =>
    JSON.stringify(writeJsonFeed(head, entries)),
  ),
  geojson: async ({ context, selection, source, stamp }) => {
    const parts = selection.parts.map((part) => ({ ...part, filters: { ...part.filters, geoloc: true } }))
    return writeGeoFeed(texts.events, await findIds(context, { ...selection, parts }, idsPerRead), source, stamp)
  },
})

const calendarOf = async (
  texts: FeedTexts,
  { context, selection, source, stamp }: Source,
  idsPerRead: number,
): Promise<Feed> => {
  const { title, description, path, fileName, parts, holds, event, alarm } = selection
  const ids = await findIds(context, selection, idsPerRead)
  const head = beginCalendar({
    name: title,
    description,
    url: absolute(context, path),
    source,
    zone: context.config.zone.name,
  })
  const write = async function* (): Parts {
    const describeZone = createZoneWriter(earliestOf(context, parts))
    yield head
    // In calendars of a month, week or day, each event is a separate entry.
    const entries = holds || event ? new Map<number, SeriesEntry>() : await planSeries(texts.database, ids)
    for await (const some of inChunks(texts.calendar, ids)) {
      const pieces: Buffer[] = []
      for (const text of some) {
        if (holds && !holds(text.first, text.last)) continue
        const entry = entries.get(text.id)
        if (entry === 'left out') continue
        const zone = describeZone(text)
        if (zone !== '') {
          pieces.push(Buffer.from(zone))
          // Looking up a zone for the first time takes some milliseconds.
          await nextTurn()
        }
        const bytes = entry ? inSeries(context.links, text, entry) : text.bytes
        pieces.push(alarm === undefined ? bytes : withAlarm(bytes, title, alarm))
      }
      if (pieces.length > 0) yield Buffer.concat(pieces)
    }
    yield endCalendar
  }
  const type = 'text/calendar; charset=UTF-8'
  return {
    type,
    fileName: `${fileName}.ics`,
    size: ids.length,
    parts: write,
    facts: [stamp, await digestIds(ids), alarm ?? ''],
    source,
  }
}

/** The earliest start of an event that is not in order, in epoch milliseconds. */
const earliestOf = ({ request }: PageContext, parts: Selection['parts']): number => {
  // Events that are named by their ids, and those of the past, are in another order, as is what the address asks for.
  const isOther = ({ filters: { include, sort, window } }: Part): boolean =>
    include !== undefined || sort !== undefined || window === 'past'
  if (parts.some(isOther)) return zonedRange.from
  // Ongoing events come after past ones, although they may have begun earlier.
  return parts.length > 1 ? toEpoch(addDays(request.today(), -longest)) : Number.POSITIVE_INFINITY
}

/** A collection of the features in some texts. */
export const writeGeoFeed = async (
  texts: Texts<Text>,
  ids: readonly number[],
  source: string,
  stamp: string,
): Promise<Feed> => {
  const write = async function* (): Parts {
    let before = '{"type":"FeatureCollection","features":['
    for await (const some of inChunks(texts, ids)) {
      const pieces: (string | Buffer)[] = []
      for (const { bytes } of some) {
        if (bytes.length === 0) continue
        pieces.push(before, bytes)
        before = ','
      }
      if (pieces.length > 0) yield Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
    }
    yield `${before === ',' ? '' : before}]}`
  }
  const type = 'application/geo+json; charset=UTF-8'
  return { type, size: ids.length, parts: write, facts: [stamp, await digestIds(ids)], source }
}

/** Entries of news feeds: few people scroll further than the next events. */
const newsEntries = 50

const newsFormat =
  (type: string, write: (head: FeedHead, entries: readonly FeedEntry[]) => string): Format =>
  async ({ context, selection, source, stamp }) => {
    const entries = await entriesOf(context, selection)
    const { title, description, path } = selection
    const head = { title, description, language: context.translator.tag, url: absolute(context, path), source }
    const parts = async function* (): Parts {
      yield write(head, entries)
    }
    return { type, size: entries.length, parts, facts: [stamp], source }
  }

/** The next events; if all are over, latest first. */
const entriesOf = async (context: PageContext, { parts, holds }: Selection): Promise<readonly FeedEntry[]> => {
  const part = parts.at(-1)
  if (!part) return []
  const ids = await findPart(context, part, holds ? mostRecords : newsEntries)
  const found: EventRecord[] = []
  for (let at = 0; at < ids.length && found.length < newsEntries; at += newsEntries) {
    const some = await context.records.events.byIds(ids.slice(at, at + newsEntries))
    found.push(...(holds ? some.filter((event) => holds(toDay(event.start_date), findLastDay(event))) : some))
    await nextTurn()
  }
  const shown = found.slice(0, newsEntries)
  if (part.isLatest) shown.reverse()
  return shown.map((event) => entryOf(context.translator, event))
}

const entryOf = (translator: Translator, event: EventRecord): FeedEntry => ({
  event,
  title: statedTitle(translator, event),
  state: writeState(translator, event),
  when: writeWhen(translator, event),
  where: [writePlace(event), event.is_virtual && translator.text('event.online')].filter(Boolean).join(' · '),
})
