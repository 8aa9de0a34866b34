import type { JsonObject } from '../../lib/json.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { plainTitle } from './event-card.ts'

/** The events of a list as schema.org data, by URL only: the page of each event has its data. */
export const createItemList = (events: readonly EventRecord[]): JsonObject => ({
  '@context': 'http://schema.org',
  '@type': 'ItemList',
  itemListElement: events.map((event, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: plainTitle(event),
    url: event.url,
  })),
})
