import ICAL from 'ical.js'

/** Expands a calendar with ical.js: the starts of all of its events as instants, in order, until a date. */
export const expandCalendar = (text: string, until: Date): string[] => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const timezone = new ICAL.Timezone(zone)
    ICAL.TimezoneService.register(timezone, timezone.tzid)
  }
  const components = calendar.getAllSubcomponents('vevent')
  const exceptions = components.filter((one) => one.hasProperty('recurrence-id'))
  const starts: string[] = []
  const add = (start: ICAL.Time) => starts.push(start.toJSDate().toISOString())
  for (const component of components.filter((one) => !one.hasProperty('recurrence-id'))) {
    const uid = component.getFirstPropertyValue('uid')
    const own = exceptions.filter((one) => one.getFirstPropertyValue('uid') === uid)
    const event = new ICAL.Event(component, { exceptions: own })
    if (!event.isRecurring()) {
      add(event.startDate)
      continue
    }
    const iterator = event.iterator()
    for (let next = iterator.next(); next && next.toJSDate() <= until; next = iterator.next())
      add(event.getOccurrenceDetails(next).startDate)
  }
  return starts.sort()
}
