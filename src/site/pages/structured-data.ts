import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'
import { plainText } from '../../lib/text.ts'
import { readEventStatus } from '../../resources/events/event-status.ts'
import { isFree } from '../../resources/events/free.ts'
import type { EventRecord } from '../../resources/events/record.ts'
import type { Picture } from './layout.ts'

/**
 * The schema.org data of the page of an event. The record has those that clients of the interface know; search engines are told more: days without a
 * time for what lasts all day, the picture that is drawn for an event without one, that something costs nothing, and no tickets for what is cancelled.
 */
export const structuredData = (event: EventRecord, picture: Picture | undefined): JsonObject => {
  const { all_day, cost, json_ld = {} } = event
  const { offers, organizer, image } = json_ld
  const isCancelled = readEventStatus(event) === 'cancelled'
  const isGratis = cost !== '' && isFree(plainText(cost))
  return {
    ...json_ld,
    ...(all_day && { startDate: event.start_date.slice(0, 10), endDate: event.end_date.slice(0, 10) }),
    ...(image === undefined && picture && { image: picture.url }),
    ...(isGratis && { isAccessibleForFree: true }),
    ...(isGratis && offers === undefined && !isCancelled && { offers: freeOffer(event) }),
    ...(isCancelled && offers !== undefined && { offers: eachOf(offers, withoutAvailability) }),
    ...(organizer !== undefined && { organizer: eachOf(organizer, asOrganization) }),
  }
}

const freeOffer = ({ url }: EventRecord): JsonObject => ({
  '@type': 'Offer',
  price: '0',
  availability: 'https://schema.org/InStock',
  url,
})

const eachOf = (value: Json, change: (one: JsonObject) => JsonObject): Json =>
  Array.isArray(value) ? value.map((one) => eachOf(one, change)) : isJsonObject(value) ? change(value) : value

const withoutAvailability = ({ availability: _, ...offer }: JsonObject): JsonObject => offer

/** Towns, clubs and museums hold most events; that of a person is an organization to search engines too. */
const asOrganization = (organizer: JsonObject): JsonObject => ({ ...organizer, '@type': 'Organization' })
