import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readWxr } from '../../src/import/read/formats/wxr.ts'
import { findUnknown } from '../../src/import/read/items.ts'
import type { ImportRecord } from '../../src/import/read/record.ts'
import { corpusFile, readRecords } from './read-records.ts'

const read = (content: string | Uint8Array, size?: number) => readRecords(readWxr, content, {}, size)

const item = (type: string, ...parts: string[]): string =>
  `<item><title>x</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type>${parts.join('')}</item>`

const meta = (key: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`

const site = (...items: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>${items.join('\n')}</channel></rss>`

const start = meta('_EventStartDate', '2027-07-10 18:00:00')

const only = async (...parts: string[]): Promise<ImportRecord> => {
  const { records, faults } = await read(site(item('tribe_events', start, ...parts)))
  assert.deepEqual(faults, [])
  const record = records.at(-1)
  assert.ok(record)
  return record
}

describe('an export of WordPress', () => {
  it('has ids in digits only', async () => {
    for (const [text, id] of [
      ['0x10', undefined],
      ['1e3', undefined],
      ['16', 16],
    ] as const) {
      const post = item('tribe_events', start).replace('<wp:post_id>1<', `<wp:post_id>${text}<`)
      assert.deepEqual(
        (await read(site(post))).records.map((one) => one.id),
        [id],
      )
    }
  })

  it('has additional fields, which an import names', async () => {
    const { payload } = await only(meta('_ecp_custom_2', 'Wheelchair accessible'), meta('_ecp_custom_3', ''))
    assert.deepEqual(payload['custom_fields'], { _ecp_custom_2: { value: 'Wheelchair accessible' } })
    assert.deepEqual(findUnknown('event', payload), ['custom_fields._ecp_custom_2'])
  })

  it('gives terms, posts and images with what they refer to', async () => {
    for (const size of [1, 64, 100_000]) {
      const { records, faults } = await read(await corpusFile('site.xml'), size)
      assert.deepEqual(
        records.map(({ kind, externalId, id, links }) => [kind, externalId, id, links]),
        [
          ['category', 'music', 5, undefined],
          ['category', 'choirs', 6, { parent: 'music' }],
          ['tag', 'outdoor', 7, undefined],
          [
            'event',
            '21',
            21,
            { venue: ['22'], organizer: ['23', '24'], categories: ['choirs'], tags: ['outdoor'], image: '30' },
          ],
          ['venue', '22', 22, undefined],
          ['organizer', '23', 23, undefined],
          ['image', '30', 30, undefined],
          ['category', 'festivals', undefined, undefined],
          ['event', '31', 31, { categories: ['festivals'], parent: '21' }],
        ],
      )
      assert.deepEqual(faults, [
        { place: 'post 32', fault: 'It has no start (_EventStartDate).', externalId: '32' },
        {
          place: 'the export',
          fault: 'Records of other kinds were left out: 1 post, 1 tribe_events without content.',
          isExpected: true,
        },
      ])
      const [music, , , concert, hall, society, lawn, , festival] = records
      assert.deepEqual(music?.payload, { name: 'Music &#038; sound', slug: 'music', description: 'All that sounds.' })
      assert.deepEqual(concert?.payload, {
        title: 'Summer concert &#038; picnic',
        timezone: 'Europe/Paris',
        all_day: false,
        start_date: '2027-07-10 18:00:00',
        end_date: '2027-07-10 21:00:00',
        description:
          '<p>Bring a blanket. Brackets ]]> stay.</p>\n<img src="https://arts.example/wp-content/uploads/lawn.jpg" alt="Lawn" /> The lawn',
        excerpt: 'On the lawn',
        status: 'publish',
        slug: 'summer-concert',
        date: '2027-01-04 10:00:00',
        date_utc: '2027-01-04 09:00:00',
        cost: '12 €',
        website: 'https://arts.example/summer',
        show_map: true,
        show_map_link: false,
        hide_from_listings: false,
        sticky: true,
        featured: true,
        event_status: 'scheduled',
        event_status_reason: '',
        attendance_mode: 'offline',
        virtual_url: '',
      })
      assert.deepEqual([concert?.author, concert?.notes], ['office', ['Shortcodes were left out.']])
      assert.deepEqual(hall?.payload, {
        venue: 'Town Hall',
        description: '',
        excerpt: '',
        status: 'publish',
        slug: 'town-hall',
        date: '2027-01-03 10:00:00',
        date_utc: '2027-01-03 09:00:00',
        address: '1 Rue du Port',
        city: 'Lindow',
        country: 'France',
        province: '',
        state: '',
        stateprovince: 'Paris',
        zip: '75011',
        phone: '',
        website: 'https://hall.example',
        show_map: true,
      })
      assert.deepEqual(society?.payload, {
        organizer: 'Music Society',
        description: 'We play.',
        excerpt: '',
        status: 'publish',
        slug: 'music-society',
        date: '2027-01-03 10:00:00',
        date_utc: '2027-01-03 09:00:00',
        phone: '555 123',
        website: '',
        email: 'music@arts.example',
      })
      assert.deepEqual(lawn?.payload, {
        url: 'https://arts.example/wp-content/uploads/lawn.jpg',
        alt_text: 'A lawn',
        title: 'lawn',
        caption: 'The lawn in June',
      })
      assert.deepEqual(
        ['title', 'timezone', 'all_day', 'start_date', 'end_date', 'status', 'event_status', 'date'].map(
          (name) => festival?.payload[name],
        ),
        ['夏祭り', 'UTC+9', true, '2027-08-01', '2027-08-02', 'draft', 'postponed', '2027-01-05 10:00:00'],
      )
    }
  })

  for (const [what, parts, name, value] of [
    ['several costs', [meta('_EventCost', '5'), meta('_EventCost', '10')], 'cost', '5, 10'],
    [
      'a cost before its number',
      [meta('_EventCost', '5'), meta('_EventCurrencySymbol', '$'), meta('_EventCurrencyPosition', 'prefix')],
      'cost',
      '$5',
    ],
    ['no price', [meta('_EventCost', 'Free'), meta('_EventCurrencySymbol', '$')], 'cost', 'Free'],
    ['a duration', [meta('_EventDuration', '5400')], 'end_date', '2027-07-10 19:30:00'],
    ['an end before the start', [meta('_EventEndDate', '2027-07-09 00:00:00')], 'end_date', '2027-07-10 18:00:00'],
    ['a password', ['<wp:post_password>secret</wp:post_password>'], 'status', 'private'],
    ['an online event', [meta('_tribe_events_is_virtual', 'yes')], 'attendance_mode', 'online'],
    ['a website without a scheme', [meta('_EventURL', 'www.arts.example')], 'website', 'https://www.arts.example'],
    [
      'entities that XML does not know',
      ['<excerpt:encoded>a&nbsp;b &amp; c</excerpt:encoded>'],
      'excerpt',
      'a\u00a0b & c',
    ],
    [
      'a control character',
      ['<excerpt:encoded><![CDATA[<p>a\u000bb</p>]]></excerpt:encoded>'],
      'excerpt',
      '<p>a\u000bb</p>',
    ],
  ] as const)
    it(`reads ${what}`, async () => {
      assert.equal((await only(...parts)).payload[name], value)
    })

  it('takes the start in UTC where there is no other', async () => {
    const { records } = await read(
      site(
        item('tribe_events', meta('_EventStartDateUTC', '2027-07-10 16:00:00'), meta('_EventTimezone', 'Europe/Paris')),
      ),
    )
    assert.equal(records[0]?.payload['start_date'], '2027-07-10 18:00:00')
  })

  it('says that a rule cannot be read', async () => {
    const record = await only(meta('_EventRecurrence', 'a:1:{s:5:"rules";a:0:{}}'))
    assert.match(record.notes?.join() ?? '', /first date only/)
  })

  it('goes on after faults of its XML, and loses no event', async () => {
    const good = (id: number) => item('tribe_events', start).replace('>1<', `>${id}<`)
    for (const broken of [
      '<b>',
      '</b>',
      '&',
      '<',
      '< x >',
      '<a b=c>',
      '<a b="',
      ']]>',
      '<!-- ',
      '<![CDATA[ x',
      '<?',
      '<wp:postmeta>',
      '<category domain="a"',
      '\u0000',
    ]) {
      const { records, faults } = await read(site(good(1), good(2).replace('</item>', `${broken}</item>`), good(3)))
      const places = [...records, ...faults].map(({ place }) => place)
      assert.ok(records.length > 0 && places.includes('post 1'), broken)
      assert.ok(places.includes('post 3') || places.includes('post 2'), `${broken}: ${places}`)
    }
    const { records } = await read(site(good(1).replace('</item>', ''), good(2)))
    assert.deepEqual(
      records.map(({ place, notes }) => [place, notes]),
      [
        ['post 1', ['The end of the record is missing in the file.']],
        ['post 2', undefined],
      ],
    )
  })

  it('reports where the file ends within a record', async () => {
    const { records, faults } = await read(site(item('tribe_events', start), item('tribe_events', start)).slice(0, -80))
    assert.deepEqual([records.length, faults.map(({ fault }) => fault)], [1, ['The file ends within this record.']])
  })

  it('is refused if it is of another format', async () => {
    for (const content of [
      '',
      'a,b\n',
      '<html><body>',
      '<rss><channel><item><title>x</title></item></channel></rss>',
      '{}',
      '\0\0\0',
    ]) {
      const { records, faults } = await read(content)
      assert.equal(records.length, 0)
      assert.match(faults.map(({ fault }) => fault).join(), /no export of WordPress/, content)
    }
  })

  it('is bounded', async () => {
    const x = 'x'.repeat(2_000_000)
    for (const part of [
      `<content:encoded><![CDATA[${x}]]></content:encoded>`,
      `<content:encoded>${x}</content:encoded>`,
      `<content:encoded>${'<p>'.repeat(200_000)}</content:encoded>`,
      meta('_EventURL', x),
      meta('_unread', x),
      meta(x, 'x'),
      Array.from({ length: 50_000 }, (_, at) => meta('_EventCost', String(at))).join(''),
      Array.from({ length: 50_000 }, (_, at) => meta(`_Event${at}`, '1')).join(''),
      Array.from({ length: 50_000 }, (_, at) => `<category domain="post_tag" nicename="${at}">${at}</category>`).join(
        '',
      ),
      Array.from({ length: 50_000 }, (_, at) => `<x${at}>1</x${at}>`).join(''),
      `<!-- ${x} -->`,
      '<a>'.repeat(100_000),
      `<a ${'b="c" '.repeat(100_000)}/>`,
      `<${x}/>`,
    ]) {
      const { records, faults } = await readRecords(readWxr, site(item('tribe_events', start, part)), {}, 65_536)
      const events = [
        ...records.filter(({ kind }) => kind === 'event'),
        ...faults.filter(({ place }) => place === 'post 1'),
      ]
      assert.equal(events.length, 1, part.slice(0, 60))
      assert.ok(JSON.stringify(records.filter(({ kind }) => kind === 'event')).length < 3_000_000)
    }
  })
})
