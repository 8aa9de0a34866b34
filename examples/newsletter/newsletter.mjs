// Prints the events of the next days as Markdown, for a newsletter:
//   node newsletter.mjs https://calendar.example.org [days] [category]
const [base = 'http://127.0.0.1:8080', days = '7', category] = process.argv.slice(2)

const query = new URLSearchParams({ start_date: 'today', end_date: `+${days} days`, per_page: '50' })
if (category) query.set('categories', category)

/** Every page of the list, one after the other: each names the next. */
async function* allEvents(first) {
  for (let url = first; url; ) {
    const response = await fetch(url)
    const page = await response.json()
    if (!response.ok) throw new Error(page.message)
    yield* page.events
    url = page.next_rest_url
  }
}

// Titles are HTML, with the three characters escaped that have a meaning there.
const plain = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#038;', '&')

let day = ''
for await (const event of allEvents(`${base}/calendar/events/v1/events?${query}`)) {
  const [date, time] = event.start_date.split(' ')
  if (date !== day) console.log(`\n## ${date}\n`)
  day = date
  const venues = [event.venue].flat().map(({ venue }) => plain(venue))
  const where = venues.length > 0 ? `, ${venues.join(', ')}` : ''
  console.log(`- ${event.all_day ? '' : `${time.slice(0, 5)} `}[${plain(event.title)}](${event.url})${where}`)
}
