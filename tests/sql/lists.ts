import { drawPicture } from '../media/pictures.ts'
import type { Calendar } from '../support/calendar.ts'

const inEveryOrder = (list: string, names: readonly string[]): string[] =>
  names.flatMap((by) => [`//wp/v2/${list}?orderby=${by}&order=desc`, `//wp/v2/${list}?orderby=${by}&order=asc`])

const lists: readonly string[] = [
  '/events',
  '/events?per_page=5',
  '/events?start_date=2026-01-01&end_date=2027-12-31',
  '/events?starts_before=2027-06-01&ends_after=2026-12-01',
  '/events?search=jazz%20night',
  '/events?categories=music,1&tags=2,live&venue={venue}&organizer={organizer}',
  '/events?featured=true',
  '/events?status=publish',
  '/events?geoloc=true',
  '/events?geoloc=false',
  '/events?geoloc_lat=52&geoloc_lng=13&geoloc_distance=50',
  '/events?include={event},2,3',
  '/events?post_parent={event}',
  ...['start_date', 'end_date', 'title', 'date', 'modified', 'id'].flatMap((by) =>
    ['', '&cursor='].flatMap((cursor) => [`/events?sort=${by}${cursor}`, `/events?sort=-${by}${cursor}`]),
  ),
  '/events?sort=-start_date,title&window=all',
  '/events?geoloc_lat=52&geoloc_lng=13&geoloc_distance=50&sort=distance',
  '/events?include={event},2,3&sort=-title',
  '/events?post_parent={event}&sort=title&cursor=',
  ...['upcoming', 'ongoing', 'current', 'past', 'all', 'today', 'tonight', 'tomorrow', 'weekend', 'week'].map(
    (window) => `/events?window=${window}`,
  ),
  '/events?window=past&sort=end_date&cursor=',
  '/events?categories=music,1&categories_relation=and',
  '/events?categories_exclude=music&tags_exclude=live',
  '/events?venue_exclude={venue}&organizer_exclude={organizer}',
  '/events?modified_after=2020-01-01&modified_before=2030-01-01',
  '/events?modified_after=2029-01-01',
  ...['venues', 'organizers'].flatMap((plural) =>
    ['title', 'date', 'modified', 'id'].flatMap((by) => [
      `/${plural}?sort=${by}`,
      `/${plural}?sort=-${by}`,
      `/${plural}?sort=${by}&cursor=`,
    ]),
  ),
  '/venues?modified_after=2020-01-01',
  ...['events', 'venues', 'organizers'].flatMap((plural) => [
    `/${plural}?source=feed`,
    `/${plural}?source=feed&external_id=7`,
    `/${plural}?external_id=7&sort=title`,
  ]),
  '/events.ndjson',
  '/venues.ndjson',
  '/venues',
  '/venues?search=town%20hall',
  '/venues?event={event}',
  '/venues?has_events=1',
  '/venues?has_events=0',
  '/venues?only_with_upcoming=true',
  '/venues?status=publish',
  '/organizers',
  '/organizers?search=club',
  '/organizers?event={event}',
  '/organizers?has_events=1',
  '/organizers?only_with_upcoming=true',
  '/categories',
  '/categories?hide_empty=false&search=mus',
  '/categories?hide_empty=false&parent=1',
  '/categories?include=1&orderby=include',
  '/categories?exclude=1&hide_empty=0',
  '/categories?post={event}',
  '/categories?event={event}',
  '/categories?slug=music',
  '/categories?orderby=count&order=desc',
  '/tags',
  '/tags?hide_empty=false&search=liv',
  '/tags?slug=live',
  '/tags?event={event}',
  '//wp/v2/media',
  '//wp/v2/media?search=poster&order=asc',
  '//wp/v2/media?author=1',
  '//wp/v2/media?include={image}&exclude=9',
  '//wp/v2/media?slug=poster',
  '//wp/v2/media?mime_type=image/png&after=2020-01-01&before=2030-01-01',
  '//wp/v2/media?parent=1',
  '//wp/v2/media?media_type=image&offset=1',
  '//wp/v2/media?include={image},2&orderby=include',
  ...inEveryOrder('media', ['date', 'relevance', 'id', 'author', 'modified']),
  '//wp/v2/tribe_events?search=jazz&tags=2&tribe_events_cat=1',
  '//wp/v2/tribe_events?include={event},2,3&orderby=include',
  '//wp/v2/tribe_events?exclude={event}&author=1&offset=3',
  '//wp/v2/tribe_events?tribe_events_cat=1',
  '//wp/v2/tribe_events?tags=2&order=asc',
  ...['tribe_events', 'tribe_venue', 'tribe_organizer'].flatMap((type) => [
    ...inEveryOrder(type, ['date', 'relevance', 'id', 'author', 'modified', 'slug', 'title']),
    `//wp/v2/${type}?slug=jazz-night-1,town-hall,jazz-club`,
    `//wp/v2/${type}?search=jazz`,
    `//wp/v2/${type}?status=publish&after=2020-01-01&before=2030-01-01`,
    `//wp/v2/${type}?offset=2&author=1`,
  ]),
  ...['tags', 'tribe_events_cat'].flatMap((taxonomy) => [
    ...inEveryOrder(taxonomy, ['name', 'id', 'slug', 'count', 'description', 'term_group']),
    `//wp/v2/${taxonomy}?slug=live,music`,
    `//wp/v2/${taxonomy}?search=mus&hide_empty=true`,
    `//wp/v2/${taxonomy}?include=1,2&orderby=include`,
    `//wp/v2/${taxonomy}?exclude=1&offset=1`,
    `//wp/v2/${taxonomy}?post={event}`,
  ]),
  '//wp/v2/tribe_events_cat?parent=0',
  '//wp/v2/tribe_events_cat?parent=1',
]

/** Fills a calendar so that every list has something in it; answers the paths of all lists, each with a filter at least once. */
export const fillLists = async ({ ask }: Calendar): Promise<string[]> => {
  const upload = async (): Promise<number> => {
    const payload = await drawPicture({ width: 4, height: 4 }).png().toBuffer()
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=poster.png' }
    return (await ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })).body.id
  }
  const image = await upload()
  const body = {
    image,
    title: 'Jazz night',
    start_date: '2027-01-10 20:00',
    end_date: '2027-01-10 23:00',
    categories: ['Music'],
    tags: ['Live'],
    venue: { venue: 'Town hall', geo_lat: 52, geo_lng: 13, image: await upload() },
    organizer: [{ organizer: 'Jazz club', image: await upload() }],
  }
  const external = (i: number) => ({ source: 'feed', external_id: String(i) })
  const ids: Record<string, number> = { image }
  for (let i = 0; i < 30; i++) {
    const { body: event } = await ask('POST', '/events', {
      as: 'admin',
      body: { ...body, title: `Jazz night ${i}`, ...external(i) },
    })
    Object.assign(ids, { event: event.id, venue: event.venue.id, organizer: event.organizer[0].id })
  }
  return lists.map((path) => path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name])))
}
