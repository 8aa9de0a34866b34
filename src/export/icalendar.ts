import type { RequestContext } from '../core/context.ts'
import type { Database } from '../db/database.ts'
import { eventDefinition } from '../resources/events/definition.ts'
import type { EventRecord } from '../resources/events/record.ts'
import { beginCalendar, createZoneWriter, endCalendar, inSeries, writeEvent } from '../site/feeds/calendar.ts'
import { planSeries } from '../site/feeds/series.ts'
import { zonedRange } from '../site/feeds/time-zone-component.ts'
import { type ExportOptions, exportedEvents } from './records.ts'

/** iCalendar: the events as our feeds write them, series with their rules. */
export async function* writeICalendar(
  database: Database,
  context: RequestContext,
  options: ExportOptions,
): AsyncGenerator<string> {
  const { config, links } = context
  const ids: number[] = []
  for await (const { id } of exportedEvents(database, options)) ids.push(id)
  const entries = await planSeries(database, ids)
  // The events come in the order of their ids, so that a later one may start before.
  const describeZone = createZoneWriter(zonedRange.from)
  const url = links.page('/events/')
  yield beginCalendar({
    name: config.siteName,
    description: config.siteDescription,
    url,
    source: url,
    zone: config.zone.name,
  })
  for await (const row of exportedEvents(database, options)) {
    const entry = entries.get(row.id)
    if (entry === 'left out') continue
    const stored = { row, links: await eventDefinition.links.load(database, row.id) }
    const event: EventRecord = JSON.parse(eventDefinition.compose(context, stored)(false).toString())
    const text = writeEvent(links, event)
    yield `${describeZone(text)}${(entry ? inSeries(links, text, entry) : text.bytes).toString()}`
  }
  yield endCalendar
}
