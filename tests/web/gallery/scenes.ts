import { create } from '../../admin/town.ts'
import type { Calendar } from '../../support/calendar.ts'
import { fillTownWithPictures } from '../town-pictures.ts'

/** How a page is looked at: the size of the window, the ground, and the language. */
export type Look = {
  readonly size: keyof typeof sizes
  readonly ground: 'light' | 'dark'
  readonly language: 'de' | 'ja'
}

export const sizes = {
  phone: { width: 390, height: 1100 },
  tablet: { width: 820, height: 1100 },
  desktop: { width: 1280, height: 1000 },
} as const

const look = (size: Look['size'], ground: Look['ground'], language: Look['language']): Look => ({
  size,
  ground,
  language,
})

const everyLook = [
  look('phone', 'light', 'de'),
  look('phone', 'dark', 'ja'),
  look('tablet', 'light', 'ja'),
  look('tablet', 'dark', 'de'),
  look('desktop', 'light', 'de'),
  look('desktop', 'dark', 'ja'),
]

const twoLooks = [look('phone', 'dark', 'ja'), look('desktop', 'light', 'de')]

/** A calendar with what its pages are looked at for, by the name of each picture; paths are below the language. */
export type Scene = {
  readonly name: string
  readonly fill: (calendar: Calendar) => Promise<void>
  readonly looks: readonly Look[]
  readonly pages: Readonly<Record<string, string>>
}

const lists = {
  list: '/events/',
  month: '/events/month/2027-05/',
  week: '/events/week/2027-05-10/',
  day: '/events/day/2027-05-11/',
  photo: '/events/photo/',
  map: '/events/map/',
  past: '/events/past/',
  screen: '/events/screen/',
} as const

const at = (day: number, hour: number, minutes = 0): string =>
  `2027-05-${String(day).padStart(2, '0')} ${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00`

const places = [
  ['Old mill', 39.79, -89.66],
  ['Market square', 39.8, -89.644],
  ['Riverside park', 39.81, -89.63],
] as const

const fillTown = async (calendar: Calendar): Promise<void> => {
  await fillTownWithPictures(calendar)
  for (const [venue, geo_lat, geo_lng] of places) {
    const { body } = await calendar.ask('GET', `/venues?search=${encodeURIComponent(venue)}`)
    for (const { id } of body.venues) await create(calendar, `/venues/${id}`, { geo_lat, geo_lng })
  }
  const times = { start_date: at(1, 10), end_date: at(1, 18) }
  await create(calendar, '/events', { title: 'May fair', status: 'publish', ...times, categories: ['Markets'] })
}

const fillOne = async (calendar: Calendar): Promise<void> => {
  await create(calendar, '/events', {
    title: 'Lunchtime organ music',
    status: 'publish',
    start_date: at(11, 12, 30),
    end_date: at(11, 13),
    cost: '12.50 €',
    venue: { venue: 'St Mary', city: 'Springfield', geo_lat: 39.8, geo_lng: -89.644 },
  })
}

/** 300 events on a day, among them very long titles and titles that are written from the right. */
const fillDay = async (calendar: Calendar): Promise<void> => {
  const titles = [
    'Donaudampfschifffahrtsgesellschaftskapitänsversammlung '.repeat(4).trim(),
    'أمسية موسيقية في ساحة المدينة القديمة',
    'ערב ספרות: Poetry from the right',
    'W'.repeat(120),
  ]
  const operations = Array.from({ length: 300 }, (_, n) => ({
    method: 'POST',
    path: '/events',
    body: {
      title: titles[n] ?? `Event ${n + 1} of the long day`,
      status: 'publish',
      start_date: at(11, 8 + (n % 12), (n * 7) % 60),
      end_date: at(11, 9 + (n % 12), (n * 7) % 60),
      categories: [['Music', 'Stage', 'Markets'][n % 3]],
      venue: { venue: n < 2 ? `Hall of ${'long names '.repeat(12)}` : `Place ${n % 9}` },
    },
  }))
  for (const { body } of operations) await create(calendar, '/events', body)
}

/** Everything that the gallery shows. */
export const scenes: readonly Scene[] = [
  {
    name: 'town',
    fill: fillTown,
    looks: everyLook,
    pages: {
      ...lists,
      event: '/event/concert-of-the-youth-orchestra/',
      plain: '/event/meeting-of-the-council/',
      series: '/event/choir-for-everybody/',
      venue: '/venue/old-mill/',
      venues: '/venues/',
      filters: '/events/filters/',
      submit: '/submit/',
      digest: '/events/digest/',
      docs: '/docs/',
      embed: '/embed/events/',
      snippet: '/embed/?kind=frame',
    },
  },
  { name: 'empty', fill: async () => {}, looks: twoLooks, pages: { ...lists, digest: '/events/digest/' } },
  {
    name: 'one',
    fill: fillOne,
    looks: twoLooks,
    pages: { ...lists, event: '/event/lunchtime-organ-music/', digest: '/events/digest/' },
  },
  {
    name: 'many',
    fill: fillDay,
    looks: twoLooks,
    pages: { ...lists, long: '/events/?search=Donau', right: '/events/?search=Poetry', digest: '/events/digest/' },
  },
]
