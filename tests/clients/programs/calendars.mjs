import ICAL from 'ical.js'
import ical from 'node-ical'

/** What `ical.js` makes of a calendar, as its users read one. */
const readByIcalJs = async (url) => {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(url)).text()))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      summary: event.summary,
      status: component.getFirstPropertyValue('status'),
      start: event.startDate.toJSDate(),
    }
  })
}

const readByNodeIcal = async (url) =>
  Object.values(await ical.async.fromURL(url))
    .filter(({ type }) => type === 'VEVENT')
    .map(({ summary, status = null, start }) => ({ summary, status, start }))

const calendars = {}
for (const path of JSON.parse(process.env.PATHS)) {
  const url = process.env.SITE + path
  calendars[path] = { 'ical.js': await readByIcalJs(url), 'node-ical': await readByNodeIcal(url) }
}
console.log(JSON.stringify(calendars))
