import apiFetch from '@wordpress/api-fetch'

const { SITE, SECRET, COOKIE, NONCE } = process.env

apiFetch.use(apiFetch.createRootURLMiddleware(`${SITE}/wp-json/`))
if (NONCE) {
  // A page of the same server: the browser sends the cookie.
  apiFetch.use(apiFetch.createNonceMiddleware(NONCE))
  apiFetch.use((options, next) => next({ ...options, headers: { ...options.headers, Cookie: COOKIE } }))
} else {
  const authorization = `Basic ${Buffer.from(`admin:${SECRET}`).toString('base64')}`
  apiFetch.use((options, next) => next({ ...options, headers: { ...options.headers, Authorization: authorization } }))
}

const path = '/tribe/events/v1/events'
const byHeader = []
for (let page = 1, pages = 1; page <= pages; page++) {
  const response = await apiFetch({ path: `${path}?status=publish&per_page=20&page=${page}`, parse: false })
  pages = Number(response.headers.get('X-TEC-TotalPages'))
  byHeader.push(...(await response.json()).events)
}
const byLink = []
for (let url = `${SITE}/wp-json${path}?status=publish&per_page=20`; url; ) {
  const list = await apiFetch({ url })
  byLink.push(...list.events)
  url = list.next_rest_url
}
const created = await apiFetch({
  path,
  method: 'POST',
  data: { title: 'By api-fetch', start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00', status: 'draft' },
})
// It sends PUT and DELETE as POST with X-HTTP-Method-Override.
const changed = await apiFetch({ path: `${path}/${created.id}`, method: 'PUT', data: { title: 'Again' } })
const deleted = await apiFetch({ path: `${path}/${created.id}?force=true`, method: 'DELETE' })
const refusal = await apiFetch({ path: `${path}/${created.id}` }).catch((error) => error)
const images = await apiFetch({ path: '/wp/v2/media?per_page=-1' })
console.log(
  JSON.stringify({
    byHeader: byHeader.map(({ id }) => id),
    byLink: byLink.map(({ id }) => id),
    written: [created.title, changed.title, deleted.id === created.id],
    refusal: refusal.code,
    images: images.length,
  }),
)
