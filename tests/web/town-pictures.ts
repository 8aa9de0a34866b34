import assert from 'node:assert/strict'
import { create, fillTown } from '../admin/town.ts'
import type { Calendar } from '../support/calendar.ts'
import { drawScene } from './scenes.ts'

/** Title, day in May 2027, hours, category, venue, and what else there is. */
const more: readonly (readonly [string, number, string, string, string, object?])[] = [
  ['Open studios', 5, '15:00 20:00', 'Exhibitions', 'Old mill'],
  ['Evening of board games', 5, '19:00 22:00', 'Courses', 'Public library', { cost: 'free' }],
  ['Film club: City lights', 6, '20:00 21:30', 'Film', 'Old mill', { cost: '6' }],
  ['Salsa in the square', 7, '19:00 23:00', 'Music', 'Market square', { cost: 'free' }],
  ['Bird walk at dawn', 8, '06:00 08:30', 'Tours', 'Riverside park', { cost: '4' }],
  ['Puppet theatre: The fox', 9, '11:00 12:00', 'Children', 'Old mill', { cost: '5' }],
  ['Lunchtime organ music', 11, '12:30 13:00', 'Music', 'St Mary', { cost: 'free' }],
  ['Sourdough for beginners', 11, '18:00 21:00', 'Courses', 'Music school', { cost: '20' }],
  ['Poetry slam', 14, '20:00 22:30', 'Stage', 'Old mill', { cost: '7' }],
  ['Night of the museums', 15, '18:00 23:00', 'Exhibitions', 'Town museum', { featured: true, cost: '10' }],
  ['Plant swap', 16, '10:00 13:00', 'Markets', 'Market square', { cost: 'free' }],
  ['Talk: The river in 1926', 18, '19:00 20:30', 'Tours', 'Town museum', { cost: 'free' }],
  ['Film club: Metropolis', 20, '20:00 22:30', 'Film', 'Old mill', { cost: '6' }],
  ['Brass band parade', 22, '14:00 16:00', 'Music', 'Market square', { cost: 'free' }],
  ['Theatre: The storm', 22, '19:30 22:00', 'Stage', 'Old mill', { cost: '14' }],
  ['First aid for parents', 25, '18:30 21:00', 'Health', 'Town hall', { cost: '15' }],
  ['Garden concert', 28, '18:00 20:00', 'Music', 'Riverside park', { cost: '9' }],
  ['Regatta', 29, '10:00 18:00', 'Sports', 'Riverside park', { cost: 'free' }],
]

/** Fills a calendar with some forty events of a small town, most of them with a picture; those in the past have none. */
export const fillTownWithPictures = async (calendar: Calendar): Promise<void> => {
  await fillTown(calendar)
  for (const [title, day, hours, category, venue, extra] of more) {
    const date = `2027-05-${String(day).padStart(2, '0')}`
    const [start, end] = hours.split(' ')
    const times = { start_date: `${date} ${start}:00`, end_date: `${date} ${end}:00` }
    const body = { title, status: 'publish', ...times, categories: [category], venue: { venue, city: 'Springfield' } }
    await create(calendar, '/events', { ...body, ...extra })
  }
  const { body } = await calendar.ask('GET', '/events?per_page=50&start_date=2027-05-01&end_date=2027-05-31')
  assert.ok(body.events.length > 30)
  for (const [at, { id, title }] of body.events.entries()) {
    if (/council|board games/.test(title)) continue
    const headers = { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="scene-${at}.jpg"` }
    const image = await calendar.ask('POST', '//wp-json/wp/v2/media', {
      as: 'editor',
      payload: await drawScene(at),
      headers,
    })
    assert.equal(image.status, 201, image.text)
    await create(calendar, `/events/${id}`, { image: image.body.id })
  }
}
