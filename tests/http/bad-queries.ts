import { type BadCase, event, plurals } from './bad-case.ts'

/** The pieces of a text. */
const words = (text: string, separator: string): string[] => text.split(separator).filter((it) => it !== '')

const badQuery = (ask: string, ...params: string[]): BadCase => ({
  name: ask.slice(0, 90),
  ask: `GET ${ask}`,
  as: 'none',
  status: 400,
  code: 'rest_invalid_param',
  params,
})

/** Filters that cannot be used. */
export const queryCases: readonly BadCase[] = [
  ...plurals.flatMap((plural) => [
    ...['0', '-1', '1.5', 'x', '', '1e99', '%00', '[]=1', '[a]=1'].flatMap((value) => {
      const suffix = value.startsWith('[') ? value : `=${value}`
      return [badQuery(`/${plural}?page${suffix}`, 'page'), badQuery(`/${plural}?per_page${suffix}`, 'per_page')]
    }),
    ...['=', '=a%00b', `=${'x'.repeat(201)}`, '[]=a', '[a][b]=1'].map((it) =>
      badQuery(`/${plural}?search${it}`, 'search'),
    ),
    badQuery(`/${plural}?search=%ff`, 'search'),
    badQuery(`/${plural}?search=%c3%28&page=x`, 'page', 'search'),
    badQuery(`/${plural}?page=0&per_page=0&search=`, 'page', 'per_page', 'search'),
  ]),
  ...['2027-02-32', 'soon', '', '%00', '99999999999999999999', 'x'.repeat(300)].flatMap((value) =>
    ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'].map((name) =>
      badQuery(`/events?${name}=${value}`, name),
    ),
  ),
  ...words(
    'categories=999 categories=no-such categories= categories=2 tags=1 tags=1,2,999 tags[]=%00 ' +
      'venue=999 venue=1 venue=x venue= venue[a]=2 organizer=2 organizer=3,999 post_parent=999 ' +
      'post_parent=2 include= include=x include=0 include[]=1&include[]=x featured=maybe featured[a]=1 ' +
      'featured[a][b]=1 status=trash status=any status= geoloc=maybe geoloc_lat=91&geoloc_lng=0 ' +
      'geoloc_lat=x&geoloc_lng=0 ticketed=true geoloc_distance=-1 ' +
      'cost_max=x cost_max= cost_max=-1 cost_max=1e99 cost_max[a]=1 has_image=maybe has_image[]=1 attendance_mode=x ',
    ' ',
  ).map((query) => badQuery(`/events?${query}`, /^\w+/.exec(query)?.[0] ?? '')),
  badQuery('/events?geoloc_lat=1', 'geoloc_lng'),
  badQuery('/events?geoloc_lng=1', 'geoloc_lat'),
  ...['venues', 'organizers'].flatMap((plural) =>
    words('event=999 event=2 event=x status=draft status[a]=x ', ' ').map((query) =>
      badQuery(`/${plural}?${query}`, query.replace(/\W.*/, '')),
    ),
  ),
  ...['categories', 'tags'].flatMap((plural) =>
    [
      'event=999',
      'post=2',
      'include=999',
      'exclude=no-such',
      'include=',
      'hide_empty=maybe',
      'hide_empty[a]=1',
      'slug=%3F',
      'order=',
      'order[a][b]=1',
      `orderby=${'x'.repeat(51)}`,
    ].map((query) => badQuery(`/${plural}?${query}`, query.replace(/\W.*/, ''))),
  ),
  badQuery('/categories?parent=999', 'parent'),
  badQuery('/categories?parent=2', 'parent'),
]

const noRoute = (ask: string): BadCase => ({ name: 'no such route', ask, status: 404, code: 'rest_no_route' })

/** Addresses where nothing is. */
export const pathCases: readonly BadCase[] = [
  ...words(
    'GET /nothing, GET /events/x, GET /events/-1, GET /events/1.5, GET /events/1%00, ' +
      'GET /events/by-slug, GET /events/by-slug/, GET /events/1/2, GET /categories/by-slug/music, ' +
      'POST /, DELETE /events, PUT /venues, PATCH /doc, GET //xx/calendar/events/v1/events, ' +
      'GET //de/tribe/events/v1/events, GET //wp-json/wp/v2/comments, GET //wp-json/nothing, ' +
      'GET //?rest_route=/nothing, GET //?rest_route=%ff, GET /events/by-slug/a%2Fb, GET /events/by-slug/%ff, GET /events/%zz, ',
    ', ',
  ).map(noRoute),
  {
    name: 'no such route before a bad body',
    ask: 'PUT /events',
    headers: { 'content-type': 'application/json' },
    payload: '{',
    status: 404,
    code: 'rest_no_route',
  },
  ...plurals.flatMap((plural): BadCase[] => {
    const status = 404
    const code = `rest-${plural === 'categories' ? 'category' : plural.slice(0, -1)}-not-found`
    const other = plural === 'venues' ? 3 : plural === 'categories' ? 2 : plural === 'tags' ? 1 : 2
    return ['GET', 'PUT', 'DELETE'].flatMap((method) =>
      ['0', '999', '99999999999999999999', String(other)].map((id) => ({
        name: 'no such record',
        ask: `${method} /${plural}/${id}`,
        status,
        code,
      })),
    )
  }),
  ...(['events', 'venues', 'organizers'] as const).flatMap((plural): BadCase[] =>
    ['no-such', "'%20or%20''='", '%00', '%3Cscript%3E', '%25', '1', '__proto__', 'x'.repeat(500)].map((slug) => ({
      name: 'no such slug',
      ask: `GET /${plural}/by-slug/${slug}`,
      status: 404,
      code: `rest-${plural.slice(0, -1)}-not-found`,
    })),
  ),
  { name: 'another namespace', ask: 'GET /?namespace=wp/v2', status: 404, code: 'rest_invalid_namespace' },
  { name: 'the namespace as an object', ask: 'GET /?namespace[a][b]=1', status: 404, code: 'rest_invalid_namespace' },
]

/** Credentials that are none. */
export const credentialCases: readonly BadCase[] = [
  ...['', 'Basic', 'Basic !!!', 'Basic Og==', `Basic ${btoa('admin')}`, 'Digest a="b"', 'Basic a b'].map(
    (authorization): BadCase => ({
      name: `credentials "${authorization}"`,
      ask: 'GET /events',
      as: 'none',
      headers: { authorization },
      status: 401,
      code: 'invalid_credentials',
    }),
  ),
  ...['Bearer', 'Bearer x', `Bearer ${'x'.repeat(24)}`].map(
    (authorization): BadCase => ({
      name: `credentials "${authorization}" of a write`,
      ask: 'POST /events',
      as: 'none',
      headers: { authorization },
      body: event,
      status: 401,
      code: 'invalid_credentials',
    }),
  ),
  {
    name: 'an unknown user',
    ask: 'POST /events',
    as: 'none',
    headers: { authorization: `Basic ${btoa('nobody:x')}` },
    body: event,
    status: 401,
    code: 'incorrect_password',
  },
]
