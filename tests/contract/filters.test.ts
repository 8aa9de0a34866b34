import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const dates = { start_date: '2027-01-10', end_date: '2027-01-10' }

describe('filters (B4.6 to B4.8)', () => {
  let calendar: Calendar
  const ids: Record<string, number> = {}
  before(async () => {
    calendar = await createCalendar()
    const make = async (key: string, path: string, body: object) => {
      const reply = await calendar.ask('POST', path, { as: 'admin', body })
      assert.equal(reply.status, 201, reply.text)
      ids[key] = reply.body.id
    }
    const payload = await drawPicture({ width: 4, height: 4 }).png().toBuffer()
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=poster.png' }
    ids['poster'] = (await calendar.ask('POST', '//wp/v2/media', { as: 'admin', payload, headers })).body.id
    await make('arts', '/categories', { name: 'Arts' })
    await make('music', '/categories', { name: 'Music', parent: ids['arts'] })
    await make('jazz', '/categories', { name: 'Jazz', parent: ids['music'] })
    await make('empty', '/categories', { name: 'Empty' })
    await make('berlin', '/venues', { venue: 'Café Berlin', city: 'Berlin', geo_lat: 52.52, geo_lng: 13.405 })
    await make('potsdam', '/venues', {
      venue: 'Potsdam',
      address: '1 Temple Avenue',
      geo_lat: 52.3906,
      geo_lng: 13.0645,
    })
    await make('fiji', '/venues', { venue: 'Fiji', geo_lat: -16.8, geo_lng: 179.95 })
    await make('pole', '/venues', { venue: 'Pole', geo_lat: 89.99, geo_lng: 10 })
    await make('nowhere', '/venues', { venue: 'Nowhere' })
    await make('club', '/organizers', { organizer: 'Jazz Club', email: 'club@example.org' })
    await make('a', '/events', {
      title: 'Café Concert',
      excerpt: 'of the TRIO',
      ...dates,
      categories: 'Jazz',
      venue: ids['berlin'],
      organizer: ids['club'],
      featured: true,
    })
    await make('b', '/events', {
      title: 'Trio',
      description: '<p>in the <strong>café</strong></p>',
      ...dates,
      categories: [ids['music']],
      venue: ids['potsdam'],
      tags: 'Live',
    })
    await make('c', '/events', {
      title: 'Island',
      ...dates,
      venue: ids['fiji'],
      tags: ['Live', 'Far away'],
      cost: 'kostenlos',
      image: ids['poster'],
    })
    await make('d', '/events', {
      title: 'Ice',
      ...dates,
      venue: ids['pole'],
      post_parent: ids['a'],
      cost: '$0',
      author: 3,
    })
    await make('e', '/events', {
      title: 'Nothing',
      ...dates,
      venue: ids['nowhere'],
      categories: 'Empty',
      status: 'draft',
    })
    await make('old', '/events', {
      title: 'Over',
      start_date: '2020-01-01',
      end_date: '2020-01-01',
      venue: ids['nowhere'],
      organizer: ids['club'],
    })
  })
  after(() => calendar.close())

  const lists: [path: string, found: string[]][] = [
    ['/events?categories=arts', ['a', 'b']],
    ['/events?categories={arts}', ['a', 'b']],
    ['/events?categories=Music', ['a', 'b']],
    ['/events?categories=jazz,{music}', ['a', 'b']],
    ['/events?categories=jazz', ['a']],
    ['/events?tags=live', ['b', 'c']],
    ['/events?tags=Far%20away', ['c']],
    ['/events?tags=live&categories=arts', ['b']],
    ['/events?venue={berlin},{fiji}', ['a', 'c']],
    ['/events?organizer={club}', ['a']],
    ['/events?featured=true', ['a']],
    ['/events?featured=0', ['b', 'c', 'd']],
    ['/events?post_parent={a}', ['d']],
    ['/events?search=cafe', ['a', 'b']],
    ['/events?search=TRÍO%20CAFÉ', ['a', 'b']],
    ['/events?search=strong', []],
    ['/events?search=%25', []],
    ['/events?search=%20', ['a', 'b', 'c', 'd']],
    ['/events?geoloc=true', ['a', 'b', 'c', 'd']],
    ['/events?geoloc=false', []],
    ['/events?free=true', ['c', 'd']],
    ['/events?free=0', ['a', 'b']],
    ['/events?cost_max=5', ['c', 'd']],
    ['/events?author=3', ['d']],
    ['/events?author=999999', []],
    ['/events?author=999999,3&cost_max=5', ['d']],
    ['/events?author=3&tags=live', []],
    ['/events?has_image=true', ['c']],
    ['/events?has_image=0', ['a', 'b', 'd']],
    ['/events?has_image=true&cost_max=0&tags=live', ['c']],
    ['/events?has_image=false&categories=arts', ['a', 'b']],
    ['/events?geoloc_lat=52.52&geoloc_lng=13.405', ['a']],
    ['/events?geoloc_lat=52.52&geoloc_lng=13.405&geoloc_distance=30', ['a', 'b']],
    ['/events?geoloc_lat=-16.8&geoloc_lng=-179.95&geoloc_distance=15', ['c']],
    ['/events?geoloc_lat=89.99&geoloc_lng=-170&geoloc_distance=5', ['d']],
    ['/events?ticketed=false', ['a', 'b', 'c', 'd']],
    ['/venues?search=cafe', ['berlin']],
    ['/venues?search=avenue%20temple', ['potsdam']],
    ['/venues?search=potsdam%20temple', []],
    ['/venues?search=temple,%20avenue', ['potsdam']],
    ['/venues?event={a}', ['berlin']],
    ['/venues?event={e}', []],
    ['/venues?has_events=1', ['nowhere', 'pole', 'fiji', 'potsdam', 'berlin']],
    ['/venues?has_events=no', []],
    ['/venues?only_with_upcoming=true', ['pole', 'fiji', 'potsdam', 'berlin']],
    ['/organizers?search=club%40example', ['club']],
    ['/organizers?event={a}', ['club']],
    ['/organizers?only_with_upcoming=1', ['club']],
    ['/categories', ['arts', 'jazz', 'music']],
    ['/categories?hide_empty=false', ['arts', 'empty', 'jazz', 'music']],
    ['/categories?parent={arts}', ['music']],
    ['/categories?event={a}', ['jazz']],
    ['/categories?post={b}', ['music']],
    ['/categories?post={b}&event={a}', ['jazz']],
    ['/categories?event={e}', []],
    ['/categories?slug=jazz', ['jazz']],
    ['/categories?slug=unknown', []],
    ['/categories?search=us', ['music']],
    ['/categories?exclude={music},jazz', ['arts']],
    ['/categories?include={music},{arts}&orderby=include', ['music', 'arts']],
    ['/categories?order=desc', ['music', 'jazz', 'arts']],
    ['/categories?orderby=id&hide_empty=0', ['arts', 'music', 'jazz', 'empty']],
  ]
  for (const [path, found] of lists) {
    it(`${path} finds ${found.join(', ') || 'nothing'}`, async () => {
      const url = path.replace(/\{(\w+)\}/g, (_, key: string) => String(ids[key]))
      const { status, body, text } = await calendar.ask('GET', url)
      assert.equal(status, 200, text)
      const records: { id: number }[] = Object.values(body).find(Array.isArray) ?? []
      const keys = records.map(({ id }) => {
        const isTerm = path.startsWith('/categories')
        return Object.keys(ids).find(
          (key) => ids[key] === id && isTerm === ['arts', 'music', 'jazz', 'empty'].includes(key),
        )
      })
      assert.deepEqual(keys, found)
      assert.equal(body.total, found.length)
    })
  }

  const refused: [path: string, param: string][] = [
    ['/events?categories=unknown', 'categories'],
    ['/events?categories=99999', 'categories'],
    ['/events?tags=', 'tags'],
    ['/events?venue={a}', 'venue'],
    ['/events?venue=berlin', 'venue'],
    ['/events?organizer=99999', 'organizer'],
    ['/events?post_parent={berlin}', 'post_parent'],
    ['/events?include=1,x', 'include'],
    ['/events?featured=maybe', 'featured'],
    ['/events?has_image=maybe', 'has_image'],
    ['/events?cost_max=much', 'cost_max'],
    ['/events?cost_max=-1', 'cost_max'],
    ['/events?attendance_mode=virtual', 'attendance_mode'],
    ['/events?status=draft', 'status'],
    ['/events?status=any', 'status'],
    ['/events?search=', 'search'],
    ['/events?search[]=x', 'search'],
    ['/events?geoloc_lat=52', 'geoloc_lng'],
    ['/events?geoloc_lng=13', 'geoloc_lat'],
    ['/events?geoloc_lat=91&geoloc_lng=0', 'geoloc_lat'],
    ['/events?geoloc_lat=0&geoloc_lng=181', 'geoloc_lng'],
    ['/events?ticketed=true', 'ticketed'],
    ['/venues?event=99999', 'event'],
    ['/venues?status=nonsense', 'status'],
    ['/categories?parent=99999', 'parent'],
    ['/categories?hide_empty=maybe', 'hide_empty'],
    ['/categories?include=99999', 'include'],
    ['/tags?event={berlin}', 'event'],
  ]
  for (const [path, param] of refused) {
    it(`${path} is refused`, async () => {
      const url = path.replace(/\{(\w+)\}/g, (_, key: string) => String(ids[key]))
      const { status, body } = await calendar.ask('GET', url)
      assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', [param]])
    })
  }

  it('name every bad parameter, also those that are wrong only together', async () => {
    const { body } = await calendar.ask('GET', '/events?geoloc_lat=10&per_page=foo&featured=zz')
    assert.deepEqual(Object.keys(body.data.params).sort(), ['featured', 'geoloc_lng', 'per_page'])
  })

  it('ignore unknown parameters, whatever they hold', async () => {
    assert.equal((await calendar.ask('GET', '/events?utm=%ff&x[__proto__][y]=1')).status, 200)
  })
})
