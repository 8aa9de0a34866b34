import { newBytes } from '../../cache/fragment-cache.ts'
import { type AppContext, withLinks } from '../../core/context.ts'
import { anonymous } from '../../core/policy.ts'
import type { Database } from '../../db/database.ts'
import type { Caches } from '../../http/types.ts'
import type { JsonObject } from '../../lib/json.ts'
import { type EventText, writeEvent } from './calendar.ts'
import { geoFeaturesOfEvent, geoFeaturesOfVenue } from './syndication.ts'
import { createTexts, type Text, type Texts } from './text-cache.ts'

/** The texts of which long feeds are composed; each is rendered once after every change of its record. */
export type FeedTexts = {
  readonly calendar: Texts<EventText>
  /** Features of GeoJSON, with commas between several. */
  readonly events: Texts<Text>
  readonly venues: Texts<Text>
  /** Where the series of events are. */
  readonly database: Database
}

/** The bytes that the texts may take, as shares of the record cache. */
const shares = { calendar: 3 / 4, events: 1 / 4, venues: 1 / 16 } as const

/** Makes the caches of the texts, empty. */
export const createFeedTexts = (app: AppContext, { changeFeed, documents }: Caches): FeedTexts => {
  const { recordCache } = app.config
  const source = <K extends 'event' | 'venue'>(kind: K, share: number) => ({
    changeFeed,
    kind,
    compose: (ids: readonly number[]) => documents[kind](anonymous, ids),
    maxBytes: recordCache * share,
  })
  return {
    database: app.database,
    calendar: createTexts(source('event', shares.calendar), (event) => writeEvent(withLinks(app.config).links, event)),
    events: createTexts(source('event', shares.events), (event) => featuresText(event.id, geoFeaturesOfEvent(event))),
    venues: createTexts(source('venue', shares.venues), (venue) => featuresText(venue.id, geoFeaturesOfVenue(venue))),
  }
}

const featuresText = (id: number, features: readonly JsonObject[]): Text => ({
  id,
  bytes: newBytes(features.map((feature) => JSON.stringify(feature)).join(',')),
})
