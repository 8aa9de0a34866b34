import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawPicture } from '../media/pictures.ts'
import { type Calendar, createCalendar } from '../support/calendar.ts'

const media = '//wp-json/wp/v2/media'

describe('the list of images below wp/v2 (D4)', () => {
  let calendar: Calendar
  const images: { id: number; slug: string }[] = []

  before(async () => {
    calendar = await createCalendar({ environment: { KALENDS_TIMEZONE: 'Europe/Berlin' } })
    // Uploaded on four days at 12:00 UTC; the second is a JPEG, and the first was changed last.
    const uploads = [
      ['png', 'Delta', 'admin', '2026-11-01'],
      ['jpeg', 'alpha', 'author', '2026-11-02'],
      ['png', 'charlie', 'author', '2026-11-03'],
      ['png', 'bravo', 'editor', '2026-11-04'],
    ] as const
    for (const [format, title, as, day] of uploads) {
      calendar.setClock(`${day} 12:00:00`)
      const payload = await drawPicture({ width: 2, height: 2 }).toFormat(format).toBuffer()
      const headers = {
        'content-type': `image/${format}`,
        'content-disposition': `attachment; filename="${title}.${format}"`,
      }
      const { status, body } = await calendar.ask('POST', media, { as, payload, headers })
      assert.equal(status, 201)
      images.push(body)
    }
    calendar.setClock('2026-11-05 12:00:00')
    const changed = await calendar.ask('POST', `${media}/${images[0]?.id}`, { as: 'admin', body: { alt_text: 'x' } })
    assert.equal(changed.status, 200)
  })
  after(() => calendar.close())

  const fill = (query: string): string =>
    query
      .replace(/ID(\d)/g, (_, at: string) => String(images[Number(at)]?.id))
      .replace(/SLUG(\d)/g, (_, at: string) => String(images[Number(at)]?.slug))

  const cases: readonly [string, readonly number[], number?][] = [
    ['slug=SLUG1', [1]],
    ['slug=SLUG1,SLUG3', [3, 1]],
    ['slug[]=SLUG0&slug[]=none', [0]],
    ['slug=none', []],
    // Another image has it as the beginning of its slug.
    ['slug=alpha', []],
    ['search=charlie', [2]],
    ['parent=0', [3, 2, 1, 0]],
    ['parent=7', []],
    ['media_type=image', [3, 2, 1, 0]],
    ['media_type=video', []],
    ['mime_type=image/jpeg', [1]],
    ['mime_type=image/gif', []],
    ['status=any', [3, 2, 1, 0]],
    ['after=2026-11-02T13:00:00', [3, 2]],
    ['after=2026-11-02T12:59:59', [3, 2, 1]],
    ['after=2026-11-02T12:00:00Z&before=2026-11-04T12:00:00Z', [2]],
    ['before=2026-11-02T12:00:01Z', [1, 0]],
    ['include=ID0,ID2', [2, 0]],
    ['include=ID2,ID0,ID3,999&orderby=include', [2, 0, 3]],
    ['include=999', []],
    ['exclude=ID3,999', [2, 1, 0]],
    ['offset=1&per_page=2', [2, 1], 4],
    ['offset=3&page=7', [0], 4],
    ['offset=9', [], 4],
    ['orderby=date&order=asc', [0, 1, 2, 3]],
    ['orderby=id&order=asc', [0, 1, 2, 3]],
    ['orderby=modified', [0, 3, 2, 1]],
    ['orderby=author&order=asc', [0, 3, 1, 2]],
    ['per_page=100', [3, 2, 1, 0]],
    ['_embed=1&_locale=user&context=edit&_=17&cb=1&v=2&&', [3, 2, 1, 0]],
  ]
  for (const [query, expected, total = expected.length] of cases) {
    it(`answers ?${query}`, async () => {
      const { status, body, headers, text } = await calendar.ask('GET', `${media}?${fill(query)}`)
      assert.equal(status, 200, text)
      assert.deepEqual(
        body.map(({ id }: { id: number }) => images.findIndex((image) => image.id === id)),
        expected,
      )
      assert.equal(headers['x-wp-total'], String(total))
    })
  }

  for (const [query, param] of [
    ['author_exclude=1', 'author_exclude'],
    ['filter[name]=x', 'filter'],
    ['post=3', 'post'],
    ['name=SLUG1', 'name'],
    ['orderby=slug', 'orderby'],
    ['orderby=title', 'orderby'],
    ['order=up', 'order'],
    ['per_page=101', 'per_page'],
    ['offset=-1', 'offset'],
    ['after=yesterdayish', 'after'],
    ['media_type=picture', 'media_type'],
    ['status=trash', 'status'],
    ['slug=', 'slug'],
    ['parent=x', 'parent'],
    ['search=', 'search'],
  ] as const) {
    it(`refuses ?${query} instead of giving other images`, async () => {
      for (const as of ['none', 'admin'] as const) {
        const { status, body } = await calendar.ask('GET', `${media}?${fill(query)}`, { as })
        assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', [param]])
      }
    })
  }

  it('leads from page to page, and not beside an offset', async () => {
    const { headers } = await calendar.ask('GET', `${media}?per_page=2`)
    assert.match(String(headers['link']), /page=2>; rel="next"/)
    const { headers: beside } = await calendar.ask('GET', `${media}?per_page=2&offset=1`)
    assert.doesNotMatch(String(beside['link']), /rel="(next|last)"/)
  })
})
