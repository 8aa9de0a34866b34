import type { JsonObject } from '../../lib/json.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import { titleOf } from './event-card.ts'

/** The events of a list as schema.org data, by URL only: the page of each event has its data. */
export const itemListOf = (events: readonly EventRecord[]): JsonObject => ({
  '@context': 'http://schema.org',
  '@type': 'ItemList',
  itemListElement: events.map((event, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: titleOf(event),
    url: event.url,
  })),
})
