import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { catalogues } from '../../src/i18n/catalogue.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

/** Titles and names of the calendars, in the letters of each language. */
const towns = {
  ar: {
    site: 'تقويم المدينة',
    title: 'أمسية شعرية',
    venue: 'دار الأوبرا',
    city: 'دمشق',
    organizer: 'نادي',
    term: 'مسرح',
  },
  he: { site: 'לוח העיר', title: 'ערב שירה', venue: 'היכל התרבות', city: 'חיפה', organizer: 'מועדון', term: 'במה' },
} as const

type Language = keyof typeof towns

/** Names that are written in Latin letters everywhere. */
const names = new Set(
  [
    'Kalends',
    'RSS',
    'JSON',
    'Feed',
    'GeoJSON',
    'iCalendar',
    'Apple',
    'Google',
    'Outlook',
    'Calendar',
    'Microsoft',
    'com',
    'UTC',
    'GMT',
    'US',
  ]
    .concat(['JPEG', 'PNG', 'WebP', 'GIF', 'AVIF', 'MiB', 'https', 'example', 'org'])
    .concat(
      Object.values(catalogues).flatMap(({ pages }) => (pages.language ?? '').match(/\p{Script=Latin}+/gu) ?? []),
    ),
)

/** What a page says in Latin letters, also in attributes that are read to people, but for names, addresses and code. */
const latinWords = (html: string): string[] => {
  const said = [...html.matchAll(/ (?:alt|aria-label|title|placeholder|data-copied|data-your-time)="([^"]*)"/g)]
  const text = html
    .replaceAll(/<(script|style|code|pre)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .concat(' ', ...said.map(([, value]) => `${value} `))
    .replaceAll(/&#?\w+;|webcals?:\S+|\{\w+\}/g, ' ')
  return (text.match(/\p{Script=Latin}{2,}/gu) ?? []).filter((word) => !names.has(word))
}

const paths = [
  '/',
  '/events/',
  '/events/?search=123456',
  '/events/past/',
  '/events/month/',
  '/events/week/',
  '/events/day/',
  '/events/photo/',
  '/events/map/',
  '/events/filters/',
  '/events/screen/',
  '/events/digest/',
  '/event/evening-3/',
  '/venues/',
  '/organizers/',
  '/embed/',
  '/embed/events/',
  '/embed/events/?layout=compact',
  '/embed/month/',
  '/submit/',
] as const

for (const language of Object.keys(towns) as Language[]) {
  const town = towns[language]

  describe(`pages in ${language}`, () => {
    let calendar: Calendar
    let placePaths: readonly string[]

    before(async () => {
      calendar = await createCalendar({
        environment: {
          KALENDS_LANGUAGE: language,
          KALENDS_SITE_NAME: town.site,
          KALENDS_SUBMISSIONS: 'on',
          KALENDS_TILE_SERVER: 'https://tiles.test/{z}/{x}/{y}.png',
        },
      })
      const term = await calendar.ask('POST', '/categories', { as: 'editor', body: { name: town.term, slug: 'stage' } })
      const venue = await calendar.ask('POST', '/venues', {
        as: 'editor',
        body: { venue: town.venue, city: town.city, geo_lat: 33.5, geo_lng: 36.3 },
      })
      const organizer = await calendar.ask('POST', '/organizers', {
        as: 'editor',
        body: { organizer: town.organizer },
      })
      placePaths = [venue, organizer].map(({ body }) => new URL(body.url).pathname)
      for (const n of [1, 2, 3, 4]) {
        const { status, text } = await calendar.ask('POST', '/events', {
          as: 'editor',
          body: {
            title: `${town.title} ${n}`,
            slug: `evening-${n}`,
            status: 'publish',
            start_date: `2026-11-${18 + n} 19:00:00`,
            end_date: `2026-11-${18 + n} 21:00:00`,
            description: `<p>${town.title}</p>`,
            featured: n === 2,
            cost: n === 3 ? '0' : '12',
            categories: [term.body.id],
            venue: venue.body.id,
            organizer: organizer.body.id,
            ...(n === 4 && { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=SU,TU;COUNT=9' }),
          },
        })
        assert.equal(status, 201, text)
      }
    })
    after(() => calendar?.close())

    const read = async (path: string, status = 200): Promise<string> => {
      const reply = await calendar.ask('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(reply.status, status, `${path}: ${reply.text.slice(0, 300)}`)
      return reply.text
    }

    for (const path of paths) {
      it(`say nothing in English on ${path}, and run from the right`, async () => {
        const text = await read(path)
        assert.match(text, new RegExp(`<html lang="${language}" dir="rtl"`))
        assert.deepEqual(latinWords(text), [])
      })
    }

    it('say nothing in English of a venue and of an organizer', async () => {
      assert.equal(placePaths.length, 2)
      for (const path of placePaths) assert.deepEqual(latinWords(await read(path)), [], path)
    })

    it('say it in their own words where nothing is', async () => {
      const text = await read('/nothing/', 404)
      assert.ok(text.includes(`<h1>${catalogues[language].pages['error.404']}</h1>`))
      assert.deepEqual(latinWords(text), [])
    })

    it('have words in English where they would be found (negative control)', async () => {
      assert.deepEqual(latinWords('<p title="Close">ערב <b>tonight</b> RSS</p>'), ['tonight', 'Close'])
      assert.ok(latinWords(await read('/en/events/')).includes('Subscribe'))
    })

    it('show a message of the interface, which is English, in its own direction', async () => {
      const text = await read('/events/?start_date=never', 400)
      assert.match(text, /<html [^>]*dir="rtl"/)
      assert.match(text, /<p lang="en" dir="ltr">start_date: /)
    })

    it('have the plural form of each number', async () => {
      const title =
        language === 'ar' ? /<p class="quiet found" role="status">(\d+ فعالية|\d+ فعاليات)</ : />\d+ אירועים</
      assert.match(await read('/events/?free=false&collapse=none'), title)
      const one = await read('/events/?start_date=2026-11-22&end_date=2026-11-22&free=false&collapse=none')
      assert.ok(one.includes(`>${catalogues[language].pages['list.count.one']}<`), one)
      const two = await read('/events/?start_date=2026-11-20&end_date=2026-11-22&free=false&collapse=none')
      assert.ok(two.includes(`>${catalogues[language].pages['list.count.two']}<`))
      const map = await read('/events/map/')
      const { texts } = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(map)?.[1] ?? '{}')
      assert.equal(texts.places.two, catalogues[language].pages['map.places.two'])
    })

    it('say how an event repeats', async () => {
      const words =
        language === 'ar'
          ? 'كل أسبوع: الثلاثاء والأحد، حتى 20\u00a0ديسمبر'
          : 'כל יום שלישי ויום ראשון, עד 20\u00a0בדצמבר'
      assert.ok((await read('/events/?collapse=series')).includes(words))
    })

    it('have Latin numerals alone', async () => {
      for (const path of paths) assert.doesNotMatch(await read(path), /[\u0660-\u0669\u06f0-\u06f9]/, path)
    })

    it('lead to each other, and name their language to programs', async () => {
      const text = await read('/events/month/')
      assert.match(text, new RegExp(`hreflang="${language}"`))
      assert.match(text, new RegExp(`<meta property="og:locale" content="${language}">`))
      const english = await read('/en/events/')
      assert.match(english, /<html lang="en" dir="ltr"/)
      assert.match(
        english,
        new RegExp(
          `<a href="/events/" lang="${language}" hreflang="${language}">${catalogues[language].pages.language}</a>`,
        ),
      )
    })

    it('explain the interface with its English descriptions in their own direction', async () => {
      const text = await read('/docs/')
      assert.match(text, /<dd lang="en" dir="ltr">/)
      assert.match(text, /lang="en" dir="ltr" data-description="\/wp-json\/calendar\/events\/v1\/doc"/)
      assert.doesNotMatch(await read('/de/docs/'), /<dd lang/)
    })

    it('have an administration in English where the browser asks for no other language', async () => {
      const text = await read('/admin/')
      assert.match(text, new RegExp(`<html lang="${language}">`))
      const { body } = await calendar.ask('GET', '//wp-json/wp/v2/settings', { as: 'admin' })
      assert.equal(body.language, language)
    })
  })
}

describe('a site', () => {
  it('gets Arabic for its language by a setting, with a region and its week', async () => {
    const calendar = await createCalendar()
    const change = (body: object) => calendar.ask('POST', '//wp-json/wp/v2/settings', { as: 'admin', body })
    assert.equal((await change({ language: 'ar-EG' })).status, 200)
    const month = await calendar.ask('GET', '//events/month/')
    assert.match(month.text, /<html lang="ar-EG" dir="rtl"/)
    assert.match(month.text, /<h1>نوفمبر 2026<\/h1>/)
    // In Egypt the week begins on Saturday.
    assert.match(month.text, /<thead><tr><th scope="col"><abbr title="السبت">سبت</)
    assert.equal((await change({ language: 'he' })).status, 200)
    assert.match((await calendar.ask('GET', '//events/month/')).text, /<abbr title="יום שני">ב׳</)
    await calendar.close()
  })

  it('has no pages in a language that it does not offer', async () => {
    const calendar = await createCalendar({ environment: { KALENDS_LANGUAGES: 'en,he' } })
    assert.equal((await calendar.ask('GET', '//he/events/')).status, 200)
    assert.equal((await calendar.ask('GET', '//ar/events/')).status, 404)
    await calendar.close()
  })
})
