import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '../../src/i18n/catalogue.ts'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar, type Login } from '../support/calendar.ts'
import { addCopies, copies } from '../support/copies.ts'

/** Calendars of tests live on 20 November 2026. */
const withCalendar = async (
  work: (calendar: Calendar) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> => {
  const calendar = await createCalendar({ environment })
  await work(calendar).finally(() => calendar.close())
}

const create = async ({ ask }: Calendar, body: Record<string, unknown>, as: Login = 'editor', of = 'events') => {
  const reply = await ask('POST', `/${of}`, { as, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

const event = (title: string, start: string, more: Record<string, unknown> = {}) => ({
  title,
  status: 'publish',
  start_date: start,
  end_date: more['end_date'] ?? start,
  ...more,
})

const page = async ({ ask }: Calendar, path: string, headers: Record<string, string> = {}) => {
  const reply = await ask('GET', `/${path}`, { headers: { accept: 'text/html', ...headers } })
  return { ...reply, main: /<main.*<\/main>/s.exec(reply.text)?.[0] ?? '' }
}

describe('pages of events', () => {
  it('link a map where the event says so on its page, and where the venue says so on its own', async () => {
    await withCalendar(async (calendar) => {
      for (const [place, isPoint] of [
        [{ address: '1 Main St', city: 'Ghent' }, false],
        [{ geo_lat: 51.05, geo_lng: 3.72 }, true],
      ] as const) {
        const [ofEvent, ofVenue] = await Promise.all(
          [true, false].map(async (isOfEvent) => {
            const name = `Hall ${isPoint} ${isOfEvent}`
            const venue = await create(
              calendar,
              { venue: name, show_map_link: !isOfEvent, ...place },
              'editor',
              'venues',
            )
            const body = event(name, '2026-11-25 19:30:00', { venue: venue.id, show_map_link: isOfEvent })
            const { slug } = await create(calendar, body)
            const pages = await Promise.all(
              [`/event/${slug}/`, `/venue/${venue.slug}/`].map((path) => page(calendar, path)),
            )
            return pages.map(({ main }) => main.includes('https://www.openstreetmap.org/'))
          }),
        )
        assert.deepEqual(
          [ofEvent, ofVenue],
          [
            [true, false],
            [false, true],
          ],
          JSON.stringify(place),
        )
      }
    })
  })

  it('show upcoming events in the list, those of a month in the month, and past ones in the past', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, event('Yesterday', '2026-11-19 10:00:00'))
      await create(calendar, event('Tonight', '2026-11-20 20:00:00'))
      await create(calendar, event('In December', '2026-12-15 20:00:00'))
      const seen = async (path: string) => {
        const { status, main } = await page(calendar, path)
        assert.equal(status, 200, path)
        return ['Yesterday', 'Tonight', 'In December'].filter((title) => main.includes(`>${title}<`))
      }
      assert.deepEqual(await seen('/'), ['Tonight', 'In December'])
      assert.deepEqual(await seen('/events/'), ['Tonight', 'In December'])
      assert.deepEqual(await seen('/events/past/'), ['Yesterday'])
      assert.deepEqual(await seen('/events/month/'), ['Yesterday', 'Tonight'])
      assert.deepEqual(await seen('/events/month/2026-12/'), ['In December'])
      assert.deepEqual(await seen('/events/week/'), ['Yesterday', 'Tonight'])
      assert.deepEqual(await seen('/events/week/2026-12-17/'), ['In December'])
      assert.deepEqual(await seen('/events/day/2026-12-15/'), ['In December'])
      assert.deepEqual(await seen('/events/month/2026-10/'), [])
    })
  })

  it('lead to other dates by their names, and to any date by a form', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, event('Long ago', '2020-01-01 10:00:00'))
      const texts = async (path: string) => {
        const { main } = await page(calendar, path)
        const links = main.matchAll(/<li><a href="([^"]*)"[^>]*>(?:<span>)?([^<]*)(?:<\/span>)?<\/a><\/li>/g)
        return [...links].map(([, to, text = '']) => [to, text.replace(/\s/g, ' ')])
      }
      assert.deepEqual(await texts('/events/month/2026-12/'), [
        ['/events/month/2026-11/', 'November 2026'],
        ['/events/month/', 'This month'],
        ['/events/month/2027-01/', 'January 2027'],
      ])
      assert.deepEqual(await texts('/fr/events/month/2026-09/'), [
        ['/fr/events/month/2026-08/', 'Août 2026'],
        ['/fr/events/month/', 'Ce mois-ci'],
        ['/fr/events/month/2026-10/', 'Octobre 2026'],
      ])
      assert.deepEqual(
        (await texts('/de/events/week/2026-10-07/')).map(([, text]) => text),
        ['28. September – 4. Oktober', 'Diese Woche', '12.–18. Oktober'],
      )
      assert.deepEqual(
        (await texts('/it/events/day/2026-10-02/')).map(([, text]) => text),
        ['Giovedì 1 ottobre', 'Oggi', 'Sabato 3 ottobre'],
      )
      const { main } = await page(calendar, '/de/events/month/2026-12/?search=a%26b&free=true')
      const form = /<form action=".*?<\/form>/s.exec(main)?.[0] ?? ''
      assert.match(form, /<form action="\/de\/events\/month\/" method="get">/)
      assert.match(form, /<input type="date" id="date" name="date" value="2026-12-01"/)
      assert.match(form, /<input type="hidden" name="search" value="a&amp;b">/)
      for (const [path, target] of [
        [
          '/de/events/month/?date=2027-03-14&free=true&search=a%26b',
          '/de/events/month/2027-03/?search=a%26b&free=true',
        ],
        ['/events/week/?date=2027-03-14', '/events/week/2027-03-14/'],
        ['/events/week/2026-01-01/?date=2027-03', '/events/week/2027-03-01/'],
        ['/events/tag/loud/day/?date=2027-03-14', '/events/tag/loud/day/2027-03-14/'],
        ['/events/day/?date=', '/events/day/'],
        ['/events/day/?date=//evil.test/', '/events/day/'],
        ['/events/week/?date=2026-02-31', '/events/week/'],
        ['/events/month/?date=2026-13-05', '/events/month/'],
        ['/events/day/?date=0000-01-01', '/events/day/'],
      ] as const) {
        const { status, headers } = await page(calendar, path)
        assert.deepEqual([status, headers['location']], [301, target], path)
      }
      assert.equal((await page(calendar, '/events/?date=2027-03-14')).status, 200)
      // Where the calendar ends, nothing leads to a page that is not there.
      const earliest = await texts('/events/month/1000-01/')
      assert.deepEqual(
        earliest.map(([to]) => to),
        ['/events/month/', '/events/month/1000-02/'],
      )
    })
  })

  it("show the zone of times that are not in the site's zone", async () => {
    await withCalendar(
      async (calendar) => {
        await create(calendar, event('Here', '2026-11-25 19:30:00'))
        await create(calendar, event('There', '2026-11-25 20:30:00', { timezone: 'America/New_York' }))
        await create(calendar, event('All day', '2026-11-25', { timezone: 'America/New_York', all_day: true }))
        for (const path of ['/events/', '/events/photo/']) {
          const { main } = await page(calendar, path)
          const times = [...main.matchAll(/<time datetime="[^"]*">([^<]*)<\/time>/g)].map(([, text = '']) => text)
          assert.ok(
            times.some((text) => /7:30\sPM$/.test(text)),
            path,
          )
          assert.ok(
            times.some((text) => /8:30\sPM EST$/.test(text)),
            path,
          )
          assert.equal(times.filter((text) => text.includes('EST')).length, 1, path)
        }
        assert.match((await page(calendar, '/events/')).main, />Wednesday, November 25<.*>All day<\/time>/s)
        assert.match((await page(calendar, '/events/photo/')).main, />Wednesday, November 25<.*>All day<\/time>/s)
        assert.match((await page(calendar, '/events/day/2026-11-25/')).main, />All day</)
        // The page of an event has its day in one line, and its hours in another.
        assert.match((await page(calendar, '/de/event/here/')).main, />Mittwoch, 25\.\sNovember 2026<br>19:30</)
        assert.match((await page(calendar, '/event/there/')).main, />Wednesday, November 25, 2026<br>8:30\sPM EST</)
      },
      { KALENDS_TIMEZONE: 'Europe/Berlin' },
    )
  })

  it('write what an event costs as their language writes money, and keep what is not certain', async () => {
    const costs = [
      '1.234,50 EUR',
      '$12.00',
      '5 – 12.5',
      '£8',
      '3000円',
      'CHF 15',
      '20 kr',
      '10-12 € per person',
      'Donation',
    ]
    const expected = {
      '': ['€1,234.50', '$12', '$5 – $12.50', '£8', '¥3,000', 'CHF 15', '20kr', '10-12 € per person', 'Donation'],
      '/de': [
        '1.234,50 €',
        '12 $',
        '5 $ – 12,50 $',
        '8 £',
        '3.000 ¥',
        '15 CHF',
        '20kr',
        '10-12 € per person',
        'Donation',
      ],
      '/ja': ['€1,234.50', '$12', '$5 – $12.50', '£8', '￥3,000', 'CHF 15', '20kr', '10-12 € per person', 'Donation'],
    }
    await withCalendar(async (calendar) => {
      for (const [at, cost] of costs.entries())
        await create(calendar, event(`Event ${at}`, `2026-11-25 1${at}:30:00`, { cost }))
      for (const [prefix, texts] of Object.entries(expected)) {
        const { main } = await page(calendar, `${prefix}/events/`)
        const found = [...main.matchAll(/<span class="label cost">(.*?)</g)].map(([, text = '']) =>
          text.replaceAll('\u00a0', ' '),
        )
        assert.deepEqual(found, texts, prefix)
      }
      const { main } = await page(calendar, '/de/event/event-1/')
      assert.match(main, /12\u00a0\$/)
    })
  })

  it('count an event as free only if all prices are zero', async () => {
    await withCalendar(async (calendar) => {
      const free = [
        '0',
        '0.00',
        '0,00',
        'Free',
        'FREE',
        '0 kr',
        '€0',
        '0 €',
        '0 - 0',
        '０円',
        'GRÁTIS',
        'Free entry!',
        'CHF 0.00',
        '0 Kč',
        'kostenlos',
        'Eintritt frei',
      ]
      free.push('gratis', 'gratuit', 'Entrée libre', 'gratuito', 'Entrada libre', 'Ingresso libero', 'grátis', '無料')
      const paid = [
        '10',
        '0-10',
        '0 – 10',
        '100',
        '0.50',
        '€10',
        '0, 20',
        'Free, 20',
        'Donation',
        'Tier 0',
        'A0',
        '',
        'Free for members',
      ]
      for (const cost of [...free, ...paid])
        await create(calendar, event(`Costs ${cost}.`, '2026-11-25 19:30:00', { cost }))
      const { text } = await page(calendar, '/events/feed.rss?free=true')
      const found = [...text.matchAll(/<title>Costs (.*?)\.<\/title>/g)].map(([, cost]) => cost)
      assert.deepEqual(found.toSorted(), free.toSorted())
      const pages = await Promise.all([1, 2].map((at) => page(calendar, `/de/events/?page=${at}`)))
      const main = pages.map((one) => one.main).join('')
      assert.match(main, /<span class="label cost free">Kostenlos</)
      for (const word of ['free', 'grátis', '無料'])
        assert.doesNotMatch(main, new RegExp(`<span class="label cost[^>]*>${word}<`, 'i'))
      assert.match(main, /<span class="label cost">Kostenlos – 20\s\$</)
      assert.match(main, /<span class="label cost">Free for members</)
    })
  })

  it('show an evening that passes midnight on its first day, with its times', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, event('Party', '2026-12-05 22:00:00', { end_date: '2026-12-06 02:00:00' }))
      await create(calendar, event('Concert', '2026-12-05 20:00:00', { end_date: '2026-12-06 00:00:00' }))
      await create(calendar, event('Camp', '2026-12-05 12:00:00', { end_date: '2026-12-07 00:00:00' }))
      await create(calendar, event('Jam', '2026-12-08 22:00:00', { end_date: '2026-12-09 15:00:00' }))
      const on = async (day: string) => {
        const { main } = await page(calendar, `/events/day/2026-12-0${day}/`)
        return ['Camp', 'Concert', 'Party'].filter((title) => main.includes(`>${title}<`))
      }
      // Above the hours of a day there is the rest of a night.
      assert.deepEqual(
        [await on('5'), await on('6'), await on('7')],
        [['Camp', 'Concert', 'Party'], ['Camp', 'Party'], []],
      )
      const { main } = await page(calendar, '/events/')
      assert.match(main, />Saturday, December 5<.*>10\sPM\s–\s2\sAM</s)
      const photos = await page(calendar, '/events/photo/')
      assert.match(photos.main, />Saturday, December 5<.*>10\sPM\s–\s2\sAM</s)
      // Half a day and more is no night.
      assert.match(main, />December 8 at 10\sPM\s–\sDecember 9 at 3\sPM</)
      for (const day of ['08', '09'])
        assert.match((await page(calendar, `/events/day/2026-12-${day}/`)).main, />Jam</, day)
    })
  })

  it('tell the city of a place unless its name has it as a word, and offer nothing that has no price', async () => {
    await withCalendar(async (calendar) => {
      const at = (venue: string, city: string) => ({ venue: { venue, city, address: 'Str. 1' } })
      const { slug } = await create(
        calendar,
        event('Evening', '2026-12-05 20:00:00', { ...at('Essential Hall', 'Essen'), cost: 'Sold out' }),
      )
      await create(
        calendar,
        event('Morning', '2026-12-06 08:00:00', { ...at('Grugahalle, Essen', 'Essen'), cost: '5' }),
      )
      const { main } = await page(calendar, '/events/')
      assert.match(main, /<p class="where"><bdi>Essential Hall, Essen</)
      assert.match(main, /<p class="where"><bdi>Grugahalle, Essen</)
      const { text } = await page(calendar, `/event/${slug}/`)
      assert.match(text, /"@type":"Event"/)
      assert.doesNotMatch(text, /"offers"/)
      assert.match((await page(calendar, '/event/morning/')).text, /"price":"5"/)
      assert.match((await page(calendar, '/events/feed.ics')).text, /LOCATION:Grugahalle\\, Essen\\, Str\. 1\\, Essen/)
    })
  })

  it('tell the year where no heading does', async () => {
    await withCalendar(async (calendar) => {
      const { venue } = await create(calendar, event('Long ago', '2013-02-07 09:00:00', { venue: { venue: 'Hall' } }))
      await create(calendar, event('Turn', '2026-12-31', { end_date: '2027-01-02', all_day: true, venue: venue.id }))
      const { main } = await page(calendar, `/venue/${venue.slug}/`)
      assert.match(main, /<h3><time datetime="2013-02">February 2013<.*>Thursday, February 7 · 9\sAM</s)
      assert.match(main, />December 31, 2026\s–\sJanuary 2, 2027</)
      assert.match((await page(calendar, '/ja/events/')).main, />2026年12月31日～2027年1月2日</)
    })
  })

  it('say in a line of their list what an event is about: the excerpt, or the beginning of the description', async () => {
    await withCalendar(async (calendar) => {
      const at = '2026-12-05 20:00'
      await create(calendar, {
        title: 'Long',
        start_date: at,
        end_date: at,
        status: 'publish',
        description: `<p>Fish &amp; chips</p><p>${'and more '.repeat(2_000)}</p>`,
      })
      await create(calendar, {
        title: 'Short',
        start_date: at,
        end_date: at,
        status: 'publish',
        description: '<p>Long text</p>',
        excerpt: '<p>In <b>short</b></p>',
      })
      await create(calendar, { title: 'Silent', start_date: at, end_date: at, status: 'publish' })
      const abouts = async (path: string) =>
        [...(await page(calendar, path)).main.matchAll(/<p class="about"><bdi>(.*?)<\/bdi><\/p>/g)].map(
          ([, text]) => text,
        )
      const [long, short, ...others] = await abouts('/events/')
      assert.match(
        long ?? '',
        /^Fish &amp; chips and more (?:and more )+and more…$|^Fish &amp; chips and more .* and…$/,
      )
      assert.ok((long ?? '').length <= 150)
      assert.deepEqual([short, others], ['In short', []])
      // Tiles have their pictures.
      assert.deepEqual(await abouts('/events/photo/'), [])
    })
  })

  it('show events that last for years until they end, and then as past', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, event('Show', '2021-09-01 10:00:00', { end_date: '2026-12-24 18:00:00' }))
      assert.match((await page(calendar, '/events/')).main, />Show</)
      assert.match((await page(calendar, '/events/month/2026-11/')).main, />Show</)
      assert.doesNotMatch((await page(calendar, '/events/past/')).main, />Show</)
      calendar.setClock('2026-12-25 12:00:00')
      assert.doesNotMatch((await page(calendar, '/events/')).main, />Show</)
      assert.match((await page(calendar, '/events/past/')).main, />Show</)
    })
  })

  it('show events of zones a day away on the day of the clock of the site', async () => {
    await withCalendar(
      async (calendar) => {
        await create(calendar, event('Far', '2026-12-10 23:30:00', { timezone: 'Pacific/Pago_Pago' }))
        await create(calendar, event('Day', '2026-12-10', { timezone: 'Pacific/Pago_Pago', all_day: true }))
        const on = async (day: string) => {
          const { main } = await page(calendar, `/events/day/2026-12-${day}/`)
          return ['Far', 'Day'].filter((title) => main.includes(`>${title}<`))
        }
        // It is a day and an hour later there; an event that lasts all day keeps its date.
        assert.deepEqual([await on('10'), await on('11'), await on('12')], [['Day'], [], ['Far']])
      },
      { KALENDS_TIMEZONE: 'Pacific/Kiritimati' },
    )
  })

  it('filter as the interface does, and keep their filters in every link', async () => {
    await withCalendar(async (calendar) => {
      const music = await create(calendar, { name: 'Music' }, 'editor', 'categories')
      const hall = await create(calendar, { venue: 'Hall' }, 'editor', 'venues')
      await create(
        calendar,
        event('Concert', '2026-11-25 20:00:00', { categories: [music.id], cost: '0', featured: true }),
      )
      await create(calendar, event('Talk', '2026-11-26 20:00:00', { venue: hall.id, cost: '5', tags: ['science'] }))
      const seen = async (query: string) => {
        const { main } = await page(calendar, `/events/?${query}`)
        // Where nothing matches, the next events lead on.
        const [found = ''] = main.split('class="empty"')
        return ['Concert', 'Talk'].filter((title) => found.includes(`>${title}<`))
      }
      assert.deepEqual(await seen('categories=music'), ['Concert'])
      assert.deepEqual(await seen(`venue=${hall.id}`), ['Talk'])
      assert.deepEqual(await seen('tags=science'), ['Talk'])
      assert.deepEqual(await seen('featured=true'), ['Concert'])
      assert.deepEqual(await seen('free=true'), ['Concert'])
      assert.deepEqual(await seen('search=tal'), ['Talk'])
      assert.deepEqual(await seen('search='), ['Concert', 'Talk'])
      assert.deepEqual(await seen('search=nothing'), [])
      assert.deepEqual(await seen('categories[]=music'), ['Concert'])
      assert.deepEqual(await seen(`venue[]=${hall.id}`), ['Talk'])
      const month = await page(calendar, '/events/month/2026-11/?categories=music&free=true')
      assert.match(month.main, /href="\/events\/month\/2026-12\/\?categories=music&amp;free=true"/)
      assert.match(month.text, /href="\/events\/\?categories=music&amp;free=true"/)
      const ofCategory = await page(calendar, '/events/category/music/')
      assert.match(ofCategory.main, />Concert</)
      assert.doesNotMatch(ofCategory.main, />Talk</)
      assert.equal(
        ofCategory.headers['x-tec-api-root'],
        'http://calendar.test/wp-json/tribe/events/v1/events/?categories=music',
      )
    })
  })

  it('filter by what is online, by price and by pictures, as feeds, embeds, digests and screens do', async () => {
    await withCalendar(
      async (calendar) => {
        const payload = await drawPicture({ width: 4, height: 4 }).png().toBuffer()
        const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=poster.png' }
        const { body: image } = await calendar.ask('POST', '//wp/v2/media', { as: 'editor', payload, headers })
        const all = [
          event('Webinar', '2026-11-21 20:00:00', { attendance_mode: 'online', cost: '0' }),
          event('Hybrid', '2026-11-22 20:00:00', { attendance_mode: 'mixed', cost: '12.50 €', image: image.id }),
          event('Moved', '2026-11-23 20:00:00', { event_status: 'moved_online', cost: '8' }),
          event('Concert', '2026-11-24 20:00:00', { cost: '25, 10' }),
          event('Walk', '2026-11-25 20:00:00', { image: image.id }),
        ]
        for (const body of all) await create(calendar, body)
        const paths = ['/events/', '/events/month/2026-11/', '/events/feed.ics', '/events/feed.json', '/embed/events/']
        for (const [query, titles] of [
          ['', ['Webinar', 'Hybrid', 'Moved', 'Concert', 'Walk']],
          ['attendance_mode=online,mixed', ['Webinar', 'Hybrid', 'Moved']],
          ['attendance_mode=offline,mixed', ['Hybrid', 'Concert', 'Walk']],
          ['cost_max=10', ['Webinar', 'Moved', 'Concert']],
          ['cost_max=12.5', ['Webinar', 'Hybrid', 'Moved', 'Concert']],
          ['has_image=true', ['Hybrid', 'Walk']],
          ['has_image=true&cost_max=20&attendance_mode=mixed', ['Hybrid']],
        ] as const)
          for (const path of [...paths, '/events/digest/', '/events/screen/']) {
            const { status, text } = await page(calendar, `${path}?${query}`)
            assert.equal(status, 200, text)
            const shown = all.map(({ title }) => title).filter((title) => new RegExp(`\\b${title}\\b`).test(text))
            assert.deepEqual(shown, titles, `${path}?${query}`)
          }
        // A field that was left empty.
        assert.match((await page(calendar, '/events/?cost_max=')).main, />Walk</)
        const wrong = await page(calendar, '/events/?cost_max=ten')
        assert.equal(wrong.status, 400)
        assert.match(wrong.main, /It must be a number from 0 to 1000000000\./)

        const { main } = await page(calendar, '/de/events/?cost_max=12.5&attendance_mode=mixed,online&has_image=true')
        assert.match(main, /<label>Preis bis \(€\)\n<input type="number" name="cost_max" value="12\.5" min="0"/)
        assert.match(main, /name="attendance_mode" value="mixed,online" checked> <span dir="auto">Online</)
        assert.match(main, /name="has_image" value="true" checked> <span dir="auto">Mit Bildern</)
        const chips = [...main.matchAll(/<a class="chip on" href="([^"]*)" aria-label="[^"]*">([^<]*)</g)]
        assert.deepEqual(
          chips.map(([, to = '', name]) => [name, to.replaceAll('&amp;', '&')]),
          [
            ['Online', '/de/events/?cost_max=12.5&has_image=true'],
            ['Bis 12,50\u00a0€', '/de/events/?attendance_mode=mixed%2Conline&has_image=true'],
            ['Mit Bildern', '/de/events/?attendance_mode=mixed%2Conline&cost_max=12.5'],
          ],
        )
        const plain = (await page(calendar, '/events/?attendance_mode=offline')).main
        assert.match(plain, /name="attendance_mode" value="online,mixed"> <span dir="auto">Online</)
        assert.match(plain, /aria-label="Remove filter: On site"/)
      },
      { KALENDS_CURRENCY_SYMBOL: '€', KALENDS_CURRENCY_POSITION: 'postfix' },
    )
  })

  it('show each filter in effect as a link that takes it off', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, { name: 'Music' }, 'editor', 'categories')
      const tags = ['Loud & late', 'open']
      const { tags: made } = await create(
        calendar,
        event('Concert', '2026-11-25 20:00:00', { categories: ['Music'], tags }),
      )
      const [loud] = made.map(({ slug }: { slug: string }) => slug)
      const chips = async (path: string) => {
        const { main } = await page(calendar, path)
        const links = main.matchAll(
          /<a class="chip (?:on|kind[^"]* chosen)" href="([^"]*)"(?: aria-current="true")? aria-label="Remove filter: ([^"]*)">/g,
        )
        return [...links].map(([, to = '', name]) => [to.replaceAll('&amp;', '&'), name])
      }
      assert.deepEqual(await chips('/events/'), [])
      assert.deepEqual(await chips(`/events/photo/?tags=${loud},open&free=true&search=x`), [
        ['/events/photo/?search=x&tags=open&free=true', 'Loud &amp; late'],
        [`/events/photo/?search=x&tags=${loud}&free=true`, 'open'],
        [`/events/photo/?search=x&tags=${loud}%2Copen`, 'Free of charge'],
      ])
      assert.deepEqual(await chips('/events/category/music/month/2026-11/?sort=title'), [
        ['/events/category/music/month/2026-11/', 'sort: title'],
        ['/events/month/2026-11/?sort=title', 'Music 1'],
      ])
    })
  })

  it('show the hue of the colour that a category has, or one of its own', async () => {
    await withCalendar(async (calendar) => {
      const color = async (id: number, value: string) => {
        const reply = await calendar.ask('POST', `//wp-json/wp/v2/tribe_events_cat/${id}`, {
          as: 'editor',
          body: { meta: { color: value } },
        })
        assert.equal(reply.status, 200, reply.text)
      }
      const { id } = await create(calendar, { name: 'Music' }, 'editor', 'categories')
      await create(calendar, event('Concert', '2026-11-25 20:00:00', { categories: [id] }))
      await create(calendar, event('Other', '2026-11-26 20:00:00'))
      const hues = async () =>
        [...(await page(calendar, '/events/')).main.matchAll(/<article class="card([^"]*)">/g)].map(([, name]) => name)
      assert.match((await hues()).join(), /^ hue-\d+,$/)
      // The angles of these colours in OKLCH are about 29, 142 and 264 degrees.
      for (const [value, hue] of [
        ['#ff0000', 2],
        ['#00ff00', 9],
        ['#0000ff', 18],
      ] as const) {
        await color(id, value)
        assert.deepEqual(await hues(), [` hue-${hue}`, ''], value)
      }
      await color(id, '#777777')
      assert.deepEqual(await hues(), ['', ''])
    })
  })

  it('give categories hues that can be told apart, and keep them when others come', async () => {
    await withCalendar(async (calendar) => {
      const add = async (names: readonly string[]) => {
        for (const name of names) {
          const { id } = await create(calendar, { name }, 'editor', 'categories')
          await create(calendar, event(`Event ${id}`, '2026-11-25 20:00:00', { categories: [id] }))
          // Ids of which every seventh has nearly the same hue by itself.
          for (let skipped = 0; skipped < 6; skipped++)
            await create(calendar, { name: `Tag ${id} ${skipped}` }, 'editor', 'tags')
        }
      }
      const hues = async () => {
        const { main } = await page(calendar, '/events/')
        return new Map(
          [...main.matchAll(/hue-(\d+)">.*?\/event\/(event-\d+)\//gs)].map(([, hue, slug]) => [slug, Number(hue)]),
        )
      }
      await add(['A', 'B', 'C', 'D'])
      const first = await hues()
      await add(['E', 'F', 'G', 'H'])
      const all = [...(await hues())]
      assert.equal(all.length, 8)
      for (const [slug, hue] of first) assert.equal(new Map(all).get(slug), hue, slug)
      const sorted = all.map(([, hue]) => hue).sort((one, other) => one - other)
      const steps = sorted.map((hue, at) => ((sorted[at + 1] ?? (sorted[0] ?? 0) + 24) - hue + 24) % 24)
      assert.ok(Math.min(...steps) >= 2, sorted.join())
    })
  })

  it('explain an invalid address on a page', async () => {
    await withCalendar(async (calendar) => {
      for (const path of [
        '/events/category/none/',
        '/events/month/2026-13/',
        '/events/month/2026-11-01/',
        '/events/day/2026-02-30/',
        '/events/month/0000-01/',
        '/events/nothing/',
        '/event/nothing/',
        '/venue/nothing/',
        '/organizer/nothing/',
        '/nothing',
        '/xx/events/',
        '/de/metrics',
        '/de/healthz',
        '/events/?page=2',
        '/events/past/?page=2',
        ...['/events/?page=0', '/events/photo/?page=0', '/events/past/?page=0', '/venues/?page=0'],
      ]) {
        const { status, headers, text } = await page(calendar, path)
        assert.equal(status, 404, path)
        assert.match(headers['content-type'] ?? '', /text\/html/)
        assert.match(text, /<h1>This page does not exist<\/h1>/)
      }
      const bad = await page(calendar, '/events/?venue=77')
      assert.equal(bad.status, 400)
      assert.match(bad.main, /venue/)
      assert.equal((await calendar.ask('GET', '//nothing')).body.code, 'rest_no_route')
    })
  })

  it('have one address each', async () => {
    await withCalendar(async (calendar) => {
      for (const [path, target] of [
        ['/events', '/events/'],
        ['/events/month?free=true', '/events/month/?free=true'],
        ['/en/events/', '/events/'],
        ['/de/events', '/de/events/'],
      ] as const) {
        const { status, headers } = await page(calendar, path)
        assert.deepEqual([status, headers['location']], [301, target])
      }
    })
  })

  it('tell why there is nothing', async () => {
    await withCalendar(async (calendar) => {
      for (const path of ['/events/', '/events/photo/', '/events/past/', '/de/events/', '/events/month/']) {
        const { main } = await page(calendar, path)
        for (const step of ['events/new', 'import', 'users']) assert.ok(main.includes(`href="/admin/${step}"`), path)
        assert.doesNotMatch(main, /role="search"|class="(?:when|subscribe|other)"/, path)
        // Neither views nor feeds lead anywhere; feed readers still find the feed that will have something.
        const { text } = await calendar.ask('GET', `/${path}`)
        assert.doesNotMatch(text, /class="views"|webcal:/, path)
        assert.match(text, /<link rel="alternate" type="text\/calendar"/, path)
      }
      assert.match((await page(calendar, '/events/')).main, /still empty/)
      await create(calendar, event('Long ago', '2020-01-01 10:00:00'))
      assert.match((await calendar.ask('GET', '//events/')).text, /class="views".*webcal:/s)
      assert.match((await page(calendar, '/events/')).main, /role="search".*No events are planned/s)
      assert.match((await page(calendar, '/events/?search=x')).main, /No event matches/)
    })
  })

  it('are paged without losing or repeating an event', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 10; n < 55; n++) {
        await create(calendar, event(`Ahead ${n}`, `2027-01-01 ${String(n % 24).padStart(2, '0')}:00:00`))
        await create(calendar, event(`Before ${n}`, `2025-01-01 ${String(n % 24).padStart(2, '0')}:00:00`))
      }
      for (const [path, word] of [
        ['/events/', 'Ahead'],
        ['/events/past/', 'Before'],
      ] as const) {
        const titles: string[] = []
        for (let next: string | undefined = path; next !== undefined; ) {
          const { main } = await page(calendar, next)
          titles.push(...[...main.matchAll(/>((?:Ahead|Before) \d\d)</g)].map(([, title = '']) => title))
          next = /<a href="([^"]*)" rel="next"/.exec(main)?.[1]
        }
        assert.equal(titles.length, 45, path)
        assert.equal(new Set(titles).size, 45)
        assert.ok(titles.every((title) => title.startsWith(word)))
      }
    })
  })
})

describe('the page of an event', () => {
  it('shows all of it, escaped where it is text and sanitized where it is HTML', async () => {
    await withCalendar(async (calendar) => {
      const made = await create(
        calendar,
        event('Tom & Jerry <3 live', '2026-11-25 19:30:00', {
          end_date: '2026-11-25 21:00:00',
          timezone: 'Europe/Berlin',
          description: '<p>Bring <b>friends</b>.</p><script>alert(1)</script>',
          cost: '0',
          website: 'https://example.org/live',
          venue: { venue: 'Hall "A"', address: 'Road 1', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.72 },
          organizer: [{ organizer: 'Club', email: 'club@example.org', phone: '+32 9 123' }],
          tags: ['cats'],
        }),
      )
      const { status, text, main, headers } = await page(calendar, `/event/${made.slug}/`)
      assert.equal(status, 200)
      assert.match(main, /<h1 dir="auto">Tom &amp; Jerry &lt;3 live<\/h1>/)
      assert.match(main, /<b>friends<\/b>/)
      assert.doesNotMatch(text, /alert\(1\)/)
      for (const shown of [
        'Wednesday, November 25, 2026',
        'CET',
        'Hall &quot;A&quot;',
        'Road 1',
        'mailto:club@example.org',
        'https://calendar.google.com/calendar/render?',
        'https://outlook.live.com/calendar/0/deeplink/compose?',
        'https://outlook.office.com/calendar/0/deeplink/compose?',
        'example.org/live',
        'tel:+329123',
        'openstreetmap.org',
        '>cats<',
      ]) {
        assert.ok(main.includes(shown), shown)
      }
      assert.match(text, /<link rel="canonical" href="http:\/\/calendar\.test\/event\/[^"]+\/">/)
      assert.equal(text.match(/<link rel="alternate" hreflang=/g)?.length, languages.length + 1)
      assert.match(text, /<meta property="og:title" content="Tom &amp; Jerry &lt;3 live">/)
      const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)</.exec(text)?.[1] ?? '')
      assert.deepEqual([data['@type'], data.name], ['Event', 'Tom & Jerry <3 live'])
      assert.deepEqual(
        [headers['x-tec-api-version'], headers['x-tec-api-root'], headers['x-tec-api-origin']],
        ['v1', `http://calendar.test/wp-json/tribe/events/v1/events/${made.id}`, 'http://calendar.test'],
      )
      assert.match(headers['content-security-policy'] ?? '', /default-src 'none'; script-src 'self';/)
    })
  })

  it('tells how far off it is in words, from day to day', async () => {
    await withCalendar(async (calendar) => {
      const last = { end_date: '2026-12-27 22:00:00' }
      const { slug } = await create(calendar, event('Fair', '2026-12-25 19:30:00', last))
      const told = async (path: string) =>
        /<p class="near(?: now)?">([^<]*)</.exec((await page(calendar, path)).main)?.[1]
      for (const [now, english, german] of [
        ['2026-11-25', 'In 4 weeks', 'In 4 Wochen'],
        ['2026-12-22', 'In 3 days', 'In 3 Tagen'],
        ['2026-12-24', 'Tomorrow', 'Morgen'],
        ['2026-12-25', 'Today', 'Heute'],
        ['2026-12-26', 'On now', 'Läuft gerade'],
        ['2026-12-27', 'On now · Last day today', 'Läuft gerade · Heute letzter Tag'],
        ['2026-12-28', undefined, undefined],
      ] as const) {
        calendar.setClock(`${now} 12:00:00`)
        assert.deepEqual([await told(`/event/${slug}/`), await told(`/de/event/${slug}/`)], [english, german], now)
      }
    })
  })

  it('leads to tickets that are to be had, and to the way there', async () => {
    await withCalendar(async (calendar) => {
      const offer = (name: string, availability: string) => ({
        ...{ name, price: '5', currency: 'EUR', availability },
        url: `https://tickets.example/${name}`,
      })
      const offers = [offer('gone', 'sold_out'), offer('left', 'limited')]
      const venue = { venue: 'Hall', geo_lat: 51.05, geo_lng: 3.72 }
      const some = await create(calendar, event('Some left', '2026-12-25 19:30:00', { offers, venue }))
      const { main } = await page(calendar, `/event/${some.slug}/`)
      assert.match(main, /<a class="button" href="https:\/\/tickets\.example\/left"/)
      assert.match(main, /href="https:\/\/www\.openstreetmap\.org\/directions\?to=51\.05,3\.72"/)
      const none = await create(calendar, event('All gone', '2026-12-26 19:30:00', { offers: offers.slice(0, 1) }))
      const gone = await page(calendar, `/event/${none.slug}/`)
      assert.doesNotMatch(gone.main, /<a class="button" href/)
      assert.match(gone.main, /Sold out/)
      assert.doesNotMatch(gone.main, /directions/)
    })
  })

  it('of another language speaks it, and leads to pages of that language', async () => {
    await withCalendar(async (calendar) => {
      const { slug } = await create(calendar, event('Fest', '2026-11-25 19:30:00'))
      const { text, main, headers } = await page(calendar, `/de/event/${slug}/`)
      assert.match(text, /<html lang="de" dir="ltr"/)
      assert.equal(headers['content-language'], 'de')
      assert.match(main, /Mittwoch, 25\.\sNovember 2026/)
      assert.match(text, /href="\/de\/events\/month\/"/)
      for (const language of languages.slice(1)) {
        assert.equal((await page(calendar, `/${language}/events/month/`)).status, 200)
      }
    })
  })

  it('reveals nothing about hidden and trashed records', async () => {
    await withCalendar(async (calendar) => {
      const trashed = await create(calendar, event('Canary of the trash', '2026-11-25 19:30:00'))
      await calendar.ask('DELETE', `/events/${trashed.id}`, { as: 'editor' })
      const gone = await page(calendar, `/event/${trashed.slug}/`)
      assert.equal(gone.status, 404)
      assert.doesNotMatch(gone.text, /Canary/)
      for (const status of ['draft', 'pending', 'private', 'future'] as const) {
        const date = status === 'future' ? { date: '2026-12-24 12:00:00' } : {}
        const hidden = await create(
          calendar,
          event(`Canary ${status}`, '2026-11-26 19:30:00', { status, ...date, slug: `canary-${status}` }),
        )
        const reply = await page(calendar, `/event/${hidden.slug || `canary-${status}`}/`)
        assert.equal(reply.status, 404, status)
        assert.doesNotMatch(reply.text, /Canary/)
      }
    })
  })
})

describe('the lists of venues and organizers', () => {
  it('have all that are public in the order of their names, with search', async () => {
    await withCalendar(async (calendar) => {
      for (const [name, status] of [
        ['Zoo', 'publish'],
        ['Äpfel & more', 'publish'],
        ['Hidden', 'draft'],
        ['Hall 10', 'publish'],
        ['Hall 9', 'publish'],
      ] as const) {
        await create(calendar, { venue: name, status, city: 'Ghent' }, 'editor', 'venues')
        await create(calendar, { organizer: name, status }, 'editor', 'organizers')
      }
      for (const [list, one] of [
        ['venues', 'venue'],
        ['organizers', 'organizer'],
      ] as const) {
        const seen = async (path: string) => {
          const { status, main } = await page(calendar, path)
          assert.equal(status, 200, path)
          return [
            ...main.matchAll(new RegExp(`<p class="title"><a href="[a-z/]*/${one}/[^"]*" dir="auto">([^<]*)<`, 'g')),
          ].map(([, name]) => name)
        }
        assert.deepEqual(await seen(`/${list}/`), ['Äpfel &amp; more', 'Hall 9', 'Hall 10', 'Zoo'])
        assert.deepEqual(await seen(`/de/${list}/`), ['Äpfel &amp; more', 'Hall 9', 'Hall 10', 'Zoo'])
        assert.deepEqual(await seen(`/${list}/?search=hall`), ['Hall 9', 'Hall 10'])
        assert.deepEqual(await seen(`/${list}/?search=hidden`), [])
        assert.deepEqual(await seen(`/${list}/?search=`), ['Äpfel &amp; more', 'Hall 9', 'Hall 10', 'Zoo'])
        assert.equal((await page(calendar, `/${list}/?page=2`)).status, 404)
        assert.equal((await page(calendar, `/${list}`)).headers['location'], `/${list}/`)
        assert.match((await page(calendar, '/de/events/')).text, new RegExp(`<a href="/de/${list}/">`))
        const { text } = await page(calendar, `/de/${list}/`)
        assert.match(text, new RegExp(`<link rel="canonical" href="http://calendar.test/de/${list}/">`))
        assert.match(text, new RegExp(`hreflang="x-default" href="http://calendar.test/${list}/">`))
        assert.match(
          (await page(calendar, `/sitemap-${list}-1.xml`)).text,
          new RegExp(`<loc>http://calendar.test/${list}/</loc>`),
        )
      }
      assert.match((await page(calendar, '/de/venues/')).text, /<title>Veranstaltungsorte – /)
      assert.match((await page(calendar, '/venues/')).main, /Ghent/)
    })
  })

  it('have pages of a hundred', async () => {
    await withCalendar(async (calendar) => {
      for (let n = 0; n < 101; n++)
        await create(calendar, { organizer: `Club ${n}`, status: 'publish' }, 'editor', 'organizers')
      const first = await page(calendar, '/organizers/')
      assert.equal(first.main.match(/>Club \d+</g)?.length, 100)
      assert.match(first.main, /<a href="\/organizers\/\?page=2" rel="next"/)
      assert.match((await page(calendar, '/organizers/?page=2')).main, />Club 100</)
      // More than a thousand are no longer put into the order of their names.
      const hall = await create(calendar, { venue: 'Hall', status: 'publish' }, 'editor', 'venues')
      await addCopies(calendar.database, 'venue', hall.id, 'hall')
      const found = new Set<string | undefined>()
      for (let n = 1; n <= Math.ceil((copies + 1) / 100); n++) {
        const { main } = await page(calendar, `/venues/?page=${n}`)
        for (const [, path] of main.matchAll(/href="(\/venue\/[^"]*)"/g)) found.add(path)
      }
      assert.equal(found.size, copies + 1)
    })
  })
})

describe('pictures', () => {
  const upload = async ({ ask }: Calendar, width: number, height: number): Promise<number> => {
    const payload = await drawPicture({ width, height }).jpeg().toBuffer()
    const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' }
    const reply = await ask('POST', '//wp-json/wp/v2/media?alt_text=A%20%22red%22%20poster', {
      as: 'editor',
      payload,
      headers,
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id
  }

  it('have the alternative text of the library, from the moment it is changed', async () => {
    await withCalendar(async (calendar) => {
      const image = await upload(calendar, 400, 200)
      const { slug } = await create(
        calendar,
        event('Fair', '2026-11-25 19:30:00', { image, venue: { venue: 'Hall', image } }),
      )
      await create(calendar, { organizer: 'Club', status: 'publish', image }, 'editor', 'organizers')
      const paths = ['/events/', '/events/photo/', `/event/${slug}/`, '/venue/hall/', '/organizer/club/']
      paths.push('/embed/events/', `/embed/event/${slug}/`)
      const alts = async (path: string) =>
        new Set([...(await page(calendar, path)).main.matchAll(/ alt="([^"]*)"/g)].map(([, alt]) => alt))
      for (const alt of ['A &quot;red&quot; poster', 'Blue', '']) {
        for (let turn = 0; turn < 3; turn++) {
          for (const path of paths) assert.deepEqual(await alts(path), new Set([alt]), path)
        }
        const body = { alt_text: alt === 'Blue' ? '' : 'Blue' }
        assert.equal((await calendar.ask('POST', `//wp-json/wp/v2/media/${image}`, { as: 'editor', body })).status, 200)
      }
    })
  })

  it('come in sizes that show all of them, with the pixels that they take', async () => {
    await withCalendar(async (calendar) => {
      const image = await upload(calendar, 2000, 1000)
      const { slug } = await create(calendar, event('Fair', '2026-11-25 19:30:00', { image }))
      const widths = async (path: string) => {
        const { main } = await page(calendar, path)
        const [, sources = ''] = / srcset="([^"]*)" sizes="\(max-width: [^"]+px"/.exec(main) ?? []
        const [, ...pixels] = / width="(\d+)" height="(\d+)"/.exec(main) ?? []
        return [
          sources
            .split(', ')
            .map((source) => source.split(' ')[1])
            .sort(),
          pixels,
        ]
      }
      assert.deepEqual(await widths('/events/'), [
        ['1024w', '300w', '768w'],
        ['300', '150'],
      ])
      assert.deepEqual(await widths(`/event/${slug}/`), [
        ['1024w', '300w', '768w'],
        ['752', '376'],
      ])
      const thin = await create(calendar, event('Thin', '2027-02-26', { image: await upload(calendar, 1, 1500) }))
      assert.match((await page(calendar, `/event/${thin.slug}/`)).main, / width="1" height="480" alt/)
      const small = await create(
        calendar,
        event('Small', '2027-02-25 19:30:00', { image: await upload(calendar, 100, 50) }),
      )
      assert.match(
        (await page(calendar, `/event/${small.slug}/`)).main,
        /<figure class="picture"><img src="[^"]*" width="100" height="50" alt/,
      )
    })
  })
})

describe('pages and feeds', () => {
  it('are kept in memory only as long as they are right', async () => {
    await withCalendar(async (calendar) => {
      const made = await create(calendar, event('First name', '2026-11-25 19:30:00'))
      const paths = [
        '/events/',
        '/events/month/2026-11/',
        `/event/${made.slug}/`,
        '/events/feed.ics',
        '/events/feed.rss',
      ]
      for (let turn = 0; turn < 3; turn++) {
        for (const path of paths) assert.match((await page(calendar, path)).text, /First name/, path)
      }
      await calendar.ask('PATCH', `/events/${made.id}`, { as: 'editor', body: { title: 'Second name' } })
      for (const path of paths) {
        const { text } = await page(calendar, path)
        assert.match(text, /Second name/, path)
        assert.doesNotMatch(text, /First name/, path)
      }
      const before = await page(calendar, '/events/')
      assert.equal((await page(calendar, '/events/', { 'if-none-match': before.headers['etag'] ?? '' })).status, 304)
      calendar.setClock('2026-11-26 12:00:00')
      assert.doesNotMatch((await page(calendar, '/events/')).main, /Second name/)
    })
  })

  it('are compressed for clients that accept it, with an ETag for each encoding', async () => {
    await withCalendar(async (calendar) => {
      await create(calendar, event('Fair', '2026-11-25 19:30:00'))
      const tags = new Set<string | undefined>()
      for (const encoding of ['identity', 'gzip', 'br', 'identity', 'gzip', 'br', 'identity', 'gzip', 'br']) {
        const { headers } = await page(calendar, '/events/', { 'accept-encoding': encoding })
        assert.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding)
        assert.equal(headers['vary'], 'Accept-Encoding')
        tags.add(headers['etag'])
      }
      assert.equal(tags.size, 3)
      assert.equal(
        (await page(calendar, '/events/', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'],
        undefined,
      )
    })
  })

  it('are below the path of the public URL', async () => {
    await withCalendar(
      async (calendar) => {
        const { slug } = await create(calendar, event('Fair', '2026-11-25 19:30:00'))
        const { text } = await page(calendar, '/de/events/')
        assert.match(text, new RegExp(`href="/cal/de/event/${slug}/"`))
        assert.match(text, /<link rel="canonical" href="https:\/\/example\.org\/cal\/de\/events\/">/)
        assert.match(text, /href="\/cal\/assets\/style\./)
      },
      { KALENDS_PUBLIC_URL: 'https://example.org/cal' },
    )
  })

  it('are in the languages that the operator offers, and have the links that he wants', async () => {
    await withCalendar(
      async (calendar) => {
        const { text } = await page(calendar, '/events/')
        assert.deepEqual(
          [...text.matchAll(/hreflang="(\w\w)" href/g)].map(([, language]) => language),
          ['de', 'fr'],
        )
        assert.match(text, /<a href="https:\/\/example\.org\/imprint\?a=1&amp;b=2">Imprint &amp; more<\/a>/)
        assert.equal((await page(calendar, '/fr/events/')).status, 200)
        assert.equal((await page(calendar, '/en/events/')).status, 404)
        assert.match((await page(calendar, '/fr/wp-json/calendar/events/v1/doc')).text, /openapi/)
      },
      {
        KALENDS_LANGUAGE: 'de',
        KALENDS_LANGUAGES: 'fr',
        KALENDS_FOOTER_LINKS: 'Imprint & more=https://example.org/imprint?a=1&b=2',
      },
    )
  })

  it('keep the time when the view is changed', async () => {
    await withCalendar(async (calendar) => {
      // An empty calendar has no views.
      await create(calendar, event('Concert', '2027-03-09 10:00:00'))
      const { text } = await page(calendar, '/events/month/2027-03/?free=true')
      assert.match(text, /href="\/events\/week\/2027-03-01\/\?free=true"/)
      assert.match((await page(calendar, '/events/day/2027-03-09/')).text, /href="\/events\/month\/2027-03\/"/)
    })
  })

  it('speak the language of the site', async () => {
    await withCalendar(
      async (calendar) => {
        assert.match((await page(calendar, '/events/')).text, /<html lang="de-CH"/)
        assert.match((await page(calendar, '/en/events/')).text, /<html lang="en"/)
        assert.equal((await page(calendar, '/de/events/')).status, 301)
      },
      { KALENDS_LANGUAGE: 'de-CH' },
    )
  })
})

describe('maps', () => {
  const venue = (name: string, lat: number, lng: number) => ({ venue: name, city: 'Ghent', geo_lat: lat, geo_lng: lng })

  it('are pictures of the server that the operator has chosen, with a link at each place', async () => {
    await withCalendar(
      async (calendar) => {
        const places = [
          ['Ghent', 51.05, 3.72],
          ['Bruges', 51.21, 3.22],
          ['Brussels', 50.85, 4.35],
        ] as const
        for (const [name, lat, lng] of places) {
          await create(calendar, event(`In ${name}`, '2026-11-25 19:30:00', { venue: venue(name, lat, lng) }))
        }
        await create(calendar, event('Nowhere', '2026-11-25 19:30:00', { venue: { venue: 'Cloud' } }))
        const { text, main, headers } = await page(calendar, '/events/map/')
        assert.match(
          headers['content-security-policy'] ?? '',
          /img-src 'self' data: https: http: http:\/\/tiles\.test;/,
        )
        assert.match(text, /<a href="\/events\/map\/" aria-current="true" class="tab">/)
        const tiles = [...main.matchAll(/src="http:\/\/tiles\.test\/(\d+)\/(\d+)\/(\d+)\.png"/g)].map((match) =>
          match.slice(1).map(Number),
        )
        assert.equal(tiles.length, 12)
        const pins = [...main.matchAll(/<a href="([^"]*)"><circle cx="([\d.]+)%" cy="([\d.]+)%"[^>]*><title>([^<]*)</g)]
        assert.deepEqual(pins.map(([, path, , , name]) => [path, name]).sort(), [
          ['/venue/bruges/', 'Bruges'],
          ['/venue/brussels/', 'Brussels'],
          ['/venue/ghent/', 'Ghent'],
        ])
        // Where the projection puts a place, among the tiles that are shown.
        const [zoom = 0, left = 0, top = 0] = tiles[0] ?? []
        for (const [name, lat, lng] of places) {
          const [, , x, y] = pins.find(([, , , , title]) => title === name) ?? []
          const radians = (lat * Math.PI) / 180
          const across = ((lng + 180) / 360) * 2 ** zoom
          const down = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** zoom
          assert.ok(Math.abs(left + (Number(x) / 100) * 4 - across) < 0.01, name)
          assert.ok(Math.abs(top + (Number(y) / 100) * 3 - down) < 0.01, name)
        }
        assert.doesNotMatch(main, /Nowhere/)
        // What the script of the map reads.
        const data = JSON.parse(/<script type="application\/json">([^<]*)<\/script>/.exec(main)?.[1] ?? '')
        assert.deepEqual(
          data.places.map(({ name, events }: { name: string; events: string[] }) => [name, events]),
          places.map(([name]) => [name, [`/event/in-${name.toLowerCase()}/`]]),
        )
        for (const file of [data.files.styles, ...data.files.scripts]) {
          const reply = await calendar.ask('GET', `/${file}`)
          assert.equal(reply.status, 200, file)
          assert.match(reply.headers['cache-control'] ?? '', /immutable/, file)
        }
        assert.match(main, /Map data: Somebody/)
        const closer = /<a href="(\/events\/map\/\?zoom=1)"/.exec(main)?.[1] ?? ''
        assert.match((await page(calendar, closer)).main, new RegExp(`tiles\\.test/${zoom + 1}/`))
        assert.match((await page(calendar, '/event/in-ghent/')).main, /tiles\.test/)
        assert.match((await page(calendar, '/venue/ghent/')).main, /tiles\.test/)
      },
      { KALENDS_TILE_SERVER: 'http://tiles.test/{z}/{x}/{y}.png', KALENDS_TILE_ATTRIBUTION: 'Somebody' },
    )
  })

  it('have all events, of which a page at a time is listed', async () => {
    await withCalendar(
      async (calendar) => {
        const hall = await calendar.ask('POST', '/venues', { as: 'editor', body: venue('Hall', 51.05, 3.72) })
        for (let n = 1; n <= 35; n++) {
          await create(calendar, event(`Number ${n}`, '2026-11-25 19:30:00', { venue: hall.body.id }))
        }
        const read = async (path: string) => {
          const { main } = await page(calendar, path)
          const cards = [...main.matchAll(/<article class="card/g)].length
          const [place] = JSON.parse(/<script type="application\/json">([^<]*)<\/script>/.exec(main)?.[1] ?? '').places
          return { main, cards, place }
        }
        const [first, second] = [await read('/events/map/'), await read('/events/map/?page=2')]
        assert.deepEqual([first.cards, second.cards], [30, 5])
        assert.match(first.main, /<a href="\/events\/map\/\?page=2" rel="next">/)
        assert.match(second.main, /<a href="\/events\/map\/" rel="prev">/)
        for (const { main, place } of [first, second]) {
          assert.equal(place.events.length, 35)
          assert.equal(place.next.length, 3)
          assert.deepEqual(place.next[0], {
            path: '/event/number-1/',
            title: 'Number 1',
            when: 'Wednesday, November 25 · 7:30 PM',
          })
          assert.match(main, />35 events</)
        }
        assert.equal((await calendar.ask('GET', '//events/map/?page=3')).status, 404)
      },
      { KALENDS_TILE_SERVER: 'http://tiles.test/{z}/{x}/{y}.png' },
    )
  })

  it('are not there without one, and addresses have a link', async () => {
    await withCalendar(async (calendar) => {
      const { slug } = await create(
        calendar,
        event('In Ghent', '2026-11-25 19:30:00', { venue: venue('Hall', 51.05, 3.72) }),
      )
      const { main, text } = await page(calendar, `/event/${slug}/`)
      assert.doesNotMatch(text, /<svg|events\/map/)
      assert.match(main, /href="https:\/\/www\.openstreetmap\.org\/\?mlat=51\.05&amp;mlon=3\.72#map=16\/51\.05\/3\.72"/)
    })
  })
})
