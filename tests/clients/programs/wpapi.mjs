import WPAPI from 'wpapi'

const { SITE, SECRET } = process.env

const site = await WPAPI.discover(SITE)
const calendar = site.namespace('tribe/events/v1')
const first = await calendar.events().param('per_page', 20)
const rest = []
for (let page = 2; page <= first.total_pages; page++) {
  rest.push(...(await calendar.events().param({ per_page: 20, page })).events)
}
const one = await calendar.events().id(first.events[0].id)
const writer = (await WPAPI.discover(SITE)).auth({ username: 'admin', password: SECRET, auth: true })
const created = await writer
  .namespace('tribe/events/v1')
  .events()
  .create({ title: 'By wpapi', start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00', status: 'draft' })
const changed = await writer.namespace('tribe/events/v1').events().id(created.id).update({ title: 'By wpapi, again' })
const deleted = await writer.namespace('tribe/events/v1').events().id(created.id).delete({ force: true })
const users = writer.namespace('wp/v2').users()
const person = await writer
  .namespace('wp/v2')
  .users()
  .create({ username: 'By wpapi', roles: ['author'] })
const people = await users.perPage(50).context('edit')
const me = await writer.namespace('wp/v2').users().me()
const renamed = await writer.namespace('wp/v2').users().id(person.id).update({ name: 'Again' })
const gone = await writer.namespace('wp/v2').users().id(person.id).delete({ force: true, reassign: me.id })
console.log(
  JSON.stringify({
    titles: [...first.events, ...rest].map(({ title }) => title),
    total: first.total,
    one: one.title,
    methods: Object.keys(calendar).sort(),
    people: [people.map(({ username }) => username), people._paging.total, me.slug, renamed.name, gone.deleted],
    written: [created.title, changed.title, deleted.id === created.id],
  }),
)
