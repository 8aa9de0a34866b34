import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import { languages } from '../../src/i18n/catalogue.ts'
import { createCalendar } from '../support/calendar.ts'

const validator = new HtmlValidate(
  new FileSystemConfigLoader([], {
    root: true,
    extends: ['html-validate:standard', 'html-validate:a11y'],
    // What comes from sanitized descriptions is as people wrote it.
    rules: { 'no-trailing-whitespace': 'off' },
  }),
)

const findFaults = (text: string): string[] =>
  validator
    .validateStringSync(text)
    .results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`))

describe('the markup of every page', () => {
  it('is valid HTML, in all languages', async () => {
    const { ask, close } = await createCalendar({
      environment: {
        KALENDS_TILE_SERVER: 'https://tiles.test/{z}/{x}/{y}.png',
        KALENDS_SITE_DESCRIPTION: 'A “test” & more',
      },
    })
    const body = {
      title: 'Rock & “roll” <3',
      status: 'publish',
      start_date: '2026-11-25 19:30:00',
      end_date: '2026-11-28 21:00:00',
      description: '<p>With <b>friends</b>.</p><table><tr><td>1</td></tr></table>',
      cost: '0',
      featured: true,
      website: 'https://example.org/?a=1&b=2',
      categories: ['Music & more'],
      tags: ['loud'],
      venue: { venue: 'Hall "A"', address: 'Road 1', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.72, phone: '+32 9 123' },
      organizer: [{ organizer: 'Club', email: 'club@example.org' }, { organizer: 'Other' }],
    }
    for (const title of ['Rock & “roll” <3', 'Second']) {
      assert.equal((await ask('POST', '/events', { as: 'editor', body: { ...body, title } })).status, 201)
    }
    const paths = [
      '/',
      '/events/',
      '/events/?search=rock&free=true',
      '/events/?search=nothing',
      '/events/past/',
      '/events/month/',
      '/events/week/',
      '/events/day/2026-11-25/',
      '/events/map/',
      '/events/category/music-more/',
      '/event/second/',
      '/venue/hall-a/',
      '/organizer/club/',
      '/embed/events/',
      '/embed/events/?layout=compact',
      '/embed/month/',
      '/embed/',
      '/venues/',
      '/organizers/?search=nobody',
      '/nothing/',
      '/docs/',
    ]
    const faults: string[] = []
    for (const language of languages) {
      for (const path of paths) {
        const { text } = await ask('GET', `//${language === 'en' ? '' : `${language}/`}${path.slice(1)}`, {
          headers: { accept: 'text/html' },
        })
        for (const fault of findFaults(text)) faults.push(`${language} ${path} ${fault}`)
      }
    }
    assert.deepEqual(faults, [])
    await close()
  })

  it('that is broken is noticed (negative control)', () => {
    assert.match(
      findFaults('<!doctype html><html lang="en"><p><div></p></div></html>').join(),
      /close-order|element-permitted-content/,
    )
  })
})
