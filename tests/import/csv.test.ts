import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCsv } from '../../src/import/read/formats/csv.ts'
import { recogniseColumns } from '../../src/import/read/formats/csv-columns.ts'
import { type CellKind, ownFields } from '../../src/import/read/formats/csv-titles.ts'
import type { ReadOptions } from '../../src/import/read/record.ts'
import type { Json } from '../../src/lib/json.ts'
import { corpusFile, readRecords } from './read-records.ts'

const read = (content: string | Uint8Array, options: Partial<ReadOptions> = {}, size?: number) =>
  readRecords(readCsv, content, options, size)

const payloads = async (content: string | Uint8Array, options?: Partial<ReadOptions>) =>
  (await read(content, options)).records.map(({ payload }) => payload)

const sizes = [1, 7, 100_000]

describe('CSV as The Events Calendar imports it', () => {
  it('events', async () => {
    for (const size of sizes) {
      const { records, faults } = await read(await corpusFile('tec-events.csv'), {}, size)
      const fault = 'The column “Allow Comments” is not imported. Map it with --map "FIELD=Allow Comments".'
      assert.deepEqual(faults, [{ place: 'row 1', fault, isExpected: true }])
      assert.deepEqual(
        records.map(({ payload }) => payload),
        [
          {
            title: 'Spring concert',
            timezone: 'Europe/Berlin',
            all_day: false,
            start_date: '2027-04-10 19:30:00',
            end_date: '2027-04-10 21:30:00',
            description: '<p>Strings &amp; wind</p>',
            excerpt: '<p>Two hours of music</p>',
            website: 'https://concerts.example/spring',
            image: 'https://concerts.example/spring.jpg',
            categories: ['Music', 'Classical'],
            tags: ['spring'],
            cost: '12.50 €',
            show_map: true,
            show_map_link: true,
            hide_from_listings: false,
            sticky: false,
            featured: true,
            event_status: 'scheduled',
            venue: { venue: 'Town Hall' },
            organizer: [{ organizer: 'Music Society' }, { organizer: 'Choir of Lindow' }],
          },
          {
            title: 'Fair "on the green"',
            timezone: 'Europe/Berlin',
            all_day: true,
            start_date: '2027-05-01',
            end_date: '2027-05-02',
            description: '<p>First line</p>\n<p>Second paragraph</p>',
            excerpt: '',
            website: '',
            categories: ['Fairs'],
            tags: [],
            cost: 'Free',
            event_status: 'cancelled',
            venue: [],
            organizer: [],
          },
        ],
      )
      assert.deepEqual(records[1]?.notes, ['The image was left out, since an id says nothing outside of its own site.'])
    }
  })

  it('venues', async () => {
    const { records } = await read(await corpusFile('tec-venues.csv'))
    assert.deepEqual(
      records.map(({ kind, payload }) => [kind, payload]),
      [
        [
          'venue',
          {
            venue: 'Town Hall',
            address: 'Am Markt 1, Second floor',
            city: 'Lindenau',
            zip: '04109',
            stateprovince: 'Saxony',
            country: 'Germany',
            phone: '+49 341 1234',
            geo_lat: 51.34,
            geo_lng: 12.37,
            description: '<p>Built in 1902.</p>',
          },
        ],
        [
          'venue',
          {
            venue: 'Old Pier',
            address: '12 Water Street',
            city: 'Portside',
            zip: 'B3H 1A1',
            stateprovince: 'NS',
            country: 'Canada',
            website: 'https://pier.example/',
            image: 'https://pier.example/pier.jpg',
          },
        ],
      ],
    )
    assert.match(records[0]?.notes?.join() ?? '', /“hall\.example” was left out/)
  })

  it('organizers', async () => {
    const { records } = await read(await corpusFile('tec-organizers.csv'))
    assert.deepEqual(
      records.map(({ kind, payload }) => [kind, payload]),
      [
        [
          'organizer',
          {
            organizer: 'Music Society',
            phone: '555 123',
            email: 'music@lindow.example',
            description: '<p>We play.</p>',
            website: 'https://music.example',
          },
        ],
        ['organizer', { organizer: 'Choir of Lindow' }],
      ],
    )
    assert.match(records[1]?.notes?.join() ?? '', /“no address” was left out/)
  })
})

describe('CSV of other programs', () => {
  it('has other columns, encodings and separators', async () => {
    const map = {
      title: 'Titel',
      start_date: 'Beginn',
      end_date: 'Ende',
      'venue.venue': 'Ort',
      'venue.address': 'Straße',
      'venue.zip': 'PLZ',
      'venue.city': 'Stadt',
      'organizer.organizer': 'Veranstalter',
      cost: 'Preis',
    }
    for (const size of sizes) {
      const { records, faults } = await read(await corpusFile('german.csv'), { map }, size)
      assert.deepEqual(faults, [])
      assert.deepEqual(
        records.map(({ payload }) => payload),
        [
          {
            title: 'Gartenmarkt für alle',
            timezone: 'Europe/Berlin',
            all_day: false,
            start_date: '2027-12-31 10:00:00',
            end_date: '2027-12-31 17:30:00',
            cost: '3 €',
            venue: { venue: 'Festplatz', address: 'Wiesenweg 3', city: 'Lindenau', zip: '04109' },
            organizer: [{ organizer: 'Gärtnerei Grün, Söhne' }],
          },
          {
            title: 'Führung',
            timezone: 'Europe/Berlin',
            all_day: true,
            start_date: '2028-01-03',
            end_date: '2028-01-03',
            cost: 'frei',
            venue: [],
            organizer: [],
          },
        ],
      )
    }
  })

  it('has fields of the interface', async () => {
    const text =
      'external_id|title|start_date|end_date|timezone|venue.city|venue.venue|status|event_status|attendance_mode|recurrence\nx-1|A < B &amp; C|2027-06-01T10:00:00Z|2027-06-01 14:00|America/New_York|Lindow|Hall|draft|postponed|online|FREQ=DAILY;COUNT=2\n'
    const { records } = await read(text)
    assert.equal(records[0]?.externalId, 'x-1')
    assert.deepEqual(records[0]?.payload, {
      title: 'A &lt; B &#038; C',
      timezone: 'America/New_York',
      all_day: false,
      start_date: '2027-06-01 06:00:00',
      end_date: '2027-06-01 14:00:00',
      status: 'draft',
      event_status: 'postponed',
      attendance_mode: 'online',
      recurrence: 'FREQ=DAILY;COUNT=2',
      venue: { venue: 'Hall', city: 'Lindow' },
    })
  })

  it('has every field of venues and organizers, in their own tables and in those of events', async () => {
    const texts: Readonly<Record<CellKind, string>> = {
      text: 'A & B',
      switch: 'no',
      address: 'https://a.example/',
      email: 'a@b.example',
      other: '1',
    }
    const values = { text: 'A &#038; B', switch: false, address: 'https://a.example/', email: 'a@b.example', other: 1 }
    for (const kind of ['venue', 'organizer'] as const) {
      const fields = [...ownFields[kind]]
      const expected = { [kind]: 'Hall', ...Object.fromEntries(fields.map(([name, cell]) => [name, values[cell]])) }
      const cells = ['Hall', ...fields.map(([, cell]) => texts[cell])].join('|')
      const own = await read(`${[kind, ...fields.map(([name]) => name)].join('|')}\n${cells}\n`)
      assert.deepEqual([own.records.map(({ payload }) => payload), own.faults], [[expected], []])
      const titles = [kind, ...fields.map(([name]) => name)].map((name) => `${kind}.${name}`)
      const within = await read(`title|start_date|${titles.join('|')}\na|2027-01-01|${cells}\n`)
      assert.deepEqual(
        [within.records[0]?.payload[kind], within.faults],
        [kind === 'venue' ? expected : [expected], []],
      )
    }
  })

  it('may have columns that are not imported, which it says once', async () => {
    const rows = 'a,2027-01-01,x,y\n'.repeat(3)
    const { records, faults } = await read(`title,start_date,Remarks,Notes\n${rows}`)
    assert.equal(records.length, 3)
    const fault = 'The columns “Remarks” and “Notes” are not imported. Map them with --map description=Remarks.'
    assert.deepEqual(faults, [{ place: 'row 1', fault, isExpected: true }])
  })

  for (const [what, text] of [
    ['commas', 'title,start_date\na,2027-01-01\n'],
    ['semicolons', 'title;start_date\r\na;2027-01-01'],
    ['tabs', 'title\tstart_date\ra\t2027-01-01\r'],
    ['bars', 'title|start_date\na|2027-01-01\n\n\n'],
    ['a line for Excel', 'sep=;\r\ntitle;start_date\r\na;2027-01-01\r\n'],
    ['marks around separators', '"title";"start_date"\n"a";"2027-01-01"\n'],
    ['a byte order mark', '\ufefftitle,start_date\na,2027-01-01\n'],
    ['empty rows', '\n\ntitle,start_date\n,\n\na,2027-01-01\n'],
  ] as const)
    it(`has ${what}`, async () => {
      for (const size of sizes)
        assert.deepEqual(
          (await read(text, {}, size)).records.map(({ payload }) => [payload['title'], payload['start_date']]),
          [['a', '2027-01-01']],
        )
    })

  it('is UTF-16', async () => {
    const bytes = Buffer.from('\ufefftitle\tstart_date\r\nKäse\t2027-01-01\r\n', 'utf16le')
    for (const size of sizes) assert.equal((await read(bytes, {}, size)).records[0]?.payload['title'], 'Käse')
  })
})

describe('dates in CSV', () => {
  const dates: readonly [columns: string, cells: string, expected: Readonly<Record<string, Json>>][] = [
    [
      'start_date,end_date',
      '2027-06-01,2027-06-03',
      { all_day: true, start_date: '2027-06-01', end_date: '2027-06-03' },
    ],
    [
      'start_date,all_day',
      '2027-06-01,no',
      { all_day: false, start_date: '2027-06-01 00:00:00', end_date: '2027-06-01 00:00:00' },
    ],
    ['start_date', '1.6.2027 14:30', { start_date: '2027-06-01 14:30:00' }],
    ['start_date', '01-06-2027', { start_date: '2027-06-01' }],
    ['start_date', '"June 1, 2027 7pm"', { start_date: '2027-06-01 19:00:00' }],
    ['start_date', '13/6/2027', { start_date: '2027-06-13' }],
    ['start_date', '6/13/2027 7:05 PM', { start_date: '2027-06-13 19:05:00' }],
    ['start_date', '6/1/27', { start_date: '2027-06-01' }],
    ['start_date,start_time', '2027-06-01,2 pm', { start_date: '2027-06-01 14:00:00' }],
    ['start_date,start_time', '2027-06-01,14h30', { start_date: '2027-06-01 14:30:00' }],
    ['start_date,start_time', '2027-06-01,14.30 Uhr', { start_date: '2027-06-01 14:30:00' }],
    ['start_date,start_time,end_time', '2027-06-01,22:00,01:00', { end_date: '2027-06-02 01:00:00' }],
    ['start_date,end_date', '2027-06-02,2027-06-01', { start_date: '2027-06-02', end_date: '2027-06-02' }],
  ]
  for (const [columns, cells, expected] of dates)
    it(`${columns}: ${cells}`, async () => {
      const [payload] = await payloads(`title,${columns}\na,${cells}\n`)
      for (const [name, value] of Object.entries(expected)) assert.equal(payload?.[name], value, name)
    })

  it('are read in the order that all rows together tell', async () => {
    const starts = async (...texts: string[]) =>
      (await payloads(`title,start_date\n${texts.map((text) => `a,${text}\n`).join('')}`)).map(
        ({ start_date }) => start_date,
      )
    assert.deepEqual(await starts('5/6/2027', '25/6/2027'), ['2027-06-05', '2027-06-25'])
    assert.deepEqual(await starts('5/6/2027', '6/25/2027'), ['2027-05-06', '2027-06-25'])
    const { records } = await read('title,start_date\na,5/5/2027\na,5/6/2027\na,7/6/2027\n')
    assert.deepEqual(
      records.map(({ notes }) => notes?.length ?? 0),
      [0, 1, 0],
    )
    assert.match(records[1]?.notes?.join() ?? '', /may be read in two ways: the month was read first/)
  })

  it('never depend on the present', async () => {
    const { records, faults } = await read(
      'title,start_date\na,tomorrow\na,next friday 4pm\na,June 1\na,31/02/2027\na,\n',
    )
    assert.equal(records.length, 0)
    assert.deepEqual(
      faults.map(({ place }) => place),
      ['row 2', 'row 3', 'row 4', 'row 5', 'row 6'],
    )
  })
})

describe('faults of CSV', () => {
  it('name their row', async () => {
    const { records, faults } = await read('title,start_date\n,2027-01-01\n"a\nb",2027-01-01\n\nc,x\nd\n')
    assert.deepEqual(
      records.map(({ payload, place }) => [payload['title'], place]),
      [['a b', 'row 3']],
    )
    assert.deepEqual(faults, [
      { place: 'row 2', fault: 'It has no title.' },
      { place: 'row 5', fault: 'Its start is “x”, which is no date such as 2027-06-01 or 2027-06-01 10:00.' },
      { place: 'row 6', fault: 'It has no start.' },
    ])
  })

  const faultsOf = async (text: string, map?: Record<string, string>) => {
    const { records, faults } = await read(text, map && { map })
    assert.equal(records.length, 0)
    return faults.map(({ place, fault }) => `${place}: ${fault}`)
  }

  it('are one for columns that nobody knows, whatever the number of rows, and say how to name them', async () => {
    const rows = '2027-01-01,Fest,10:00,Halle\n'.repeat(2000)
    const columns = 'The columns are “When”, “What”, “From” and “Where”.'
    assert.deepEqual(await faultsOf(`When,What,From,Where\n${rows}`), [
      `row 1: No column is recognised as title or start_date. ${columns} Say which is which with --map title=What,start_date=When.`,
    ])
    assert.deepEqual(await faultsOf('Titel,Wann das ist\nFest,2027-01-01\n'), [
      'row 1: No column is recognised as start_date. The columns are “Titel” and “Wann das ist”. Say which is which with --map "start_date=Wann das ist".',
    ])
    assert.deepEqual(await faultsOf('Titel\nFest\n'), [
      'row 1: No column is recognised as start_date. The columns are “Titel”. Say which is which with --map start_date=COLUMN.',
    ])
    assert.deepEqual(await faultsOf('Wann,Was\n2027-01-01,Fest\n', { title: 'Wer' }), [
      'row 1: There is no column “Wer”.',
      'row 1: No column is recognised as title or start_date. The columns are “Wann” and “Was”. Say which is which with --map title=Was,start_date=Wann.',
    ])
  })

  it('say that a map is the other way round', async () => {
    assert.deepEqual(await faultsOf('What,When\nFest,2027-01-01\n', { What: 'title', When: 'start_date' }), [
      'row 1: --map What=title,When=start_date is the other way round: the field comes first. Write --map title=What,start_date=When.',
    ])
  })

  it('name the fields of a map that are not known', async () => {
    const { records, faults } = await read('Was,Wann\nFest,2027-01-01\n', {
      map: { title: 'Was', start: 'Wann', wo: 'Wann' },
    })
    assert.deepEqual(
      records.map(({ payload }) => [payload['title'], payload['start_date']]),
      [['Fest', '2027-01-01']],
    )
    assert.deepEqual(faults, [{ place: 'row 1', fault: 'There is no field “wo”.' }])
  })

  it('end with their row: a quotation mark that is not closed costs one', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => `${at},2027-01-01\n`).join('')
    for (const size of sizes) {
      const { records, faults } = await read(`title,start_date\n5" nails,2027-01-01\n"x,2027-01-01\n${rows}`, {}, size)
      assert.deepEqual(faults, [{ place: 'row 3', fault: 'A quotation mark is not closed.' }])
      assert.deepEqual([records[0]?.payload['title'], records.length], ['5" nails', 101])
    }
  })

  it('are one for rows of another kind', async () => {
    const { records, faults } = await read('name\nx\n', { kind: 'category' })
    assert.deepEqual([records.length, faults.length], [0, 1])
  })

  it('are bounded', async () => {
    const x = 'x'.repeat(3_000_000)
    for (const [text, count] of [
      [`title,start_date\n${x},2027-01-01\na,2027-01-01\n`, 1],
      [`title,start_date\n${`"a,2027-01-01\n`.repeat(20_001)}`, 20_001],
      [`title,start_date${',a'.repeat(100_000)}\na,2027-01-01\n`, 1],
      [`${'"'.repeat(2_000_000)}`, 0],
      [x, 0],
      ['', 0],
      ['\0'.repeat(100_000), 0],
      [`title,start_date\n${'a,2027-01-01\n'.repeat(3000)}`, 3000],
    ] as const) {
      const { records, faults } = await readRecords(readCsv, text, {}, 65_536)
      assert.ok(Math.abs(records.length + faults.length - count) <= 51, `${records.length} and ${faults.length}`)
    }
  })
})

it('recognises columns for a preview', () => {
  assert.deepEqual(
    recogniseColumns(['EVENT NAME', 'Event Start-Date', 'Colour', 'Start Date', 'Organiser'], {
      map: { sticky: 'colour' },
    }),
    {
      kind: 'event',
      columns: [
        { title: 'EVENT NAME', field: 'title' },
        { title: 'Event Start-Date', field: 'start_date' },
        { title: 'Colour', field: 'sticky' },
        { title: 'Start Date', field: undefined },
        { title: 'Organiser', field: 'organizer.organizer' },
      ],
      missing: [],
      unknown: [],
      reversed: [],
    },
  )
})

it('takes a table for one of venues or organizers only if it names them, and most columns are theirs', () => {
  for (const [header, kind] of [
    [['Venue', 'City'], 'venue'],
    [['Venue Name', 'Notes', 'Phone'], 'venue'],
    [['Ort', 'Adresse', 'Stadt'], 'venue'],
    [['Organizer', 'Email'], 'organizer'],
    [['What', 'When', 'From', 'Where'], 'event'],
    [['Was', 'Wann', 'Ort'], 'event'],
    [['What', 'When', 'Venue'], 'event'],
    [['City', 'Zip'], 'event'],
  ] as const)
    assert.equal(recogniseColumns(header).kind, kind, header.join())
  assert.equal(recogniseColumns(['Haus', 'Etage'], { map: { venue: 'Haus' } }).kind, 'venue')
  assert.equal(recogniseColumns(['Name', 'Email'], { kind: 'organizer' }).columns[0]?.field, 'organizer')
})

describe('columns with titles in other languages', () => {
  const titles = {
    German: ['Titel', 'Datum', 'Beginn', 'Ende', 'Ort', 'Straße', 'PLZ', 'Stadt', 'Veranstalter', 'Eintritt'],
    French: ['Titre', 'Date', 'Début', 'Fin', 'Lieu', 'Adresse', 'Code postal', 'Ville', 'Organisateur', 'Tarif'],
    Spanish: [
      'Título',
      'Fecha',
      'Inicio',
      'Fin',
      'Lugar',
      'Dirección',
      'Código postal',
      'Ciudad',
      'Organizador',
      'Precio',
    ],
    Italian: ['Titolo', 'Data', 'Inizio', 'Fine', 'Luogo', 'Indirizzo', 'CAP', 'Città', 'Organizzatore', 'Prezzo'],
    Dutch: ['Titel', 'Datum', 'Aanvang', 'Einde', 'Locatie', 'Adres', 'Postcode', 'Stad', 'Organisator', 'Prijs'],
    Portuguese: ['Título', 'Data', 'Início', 'Término', 'Local', 'Endereço', 'CEP', 'Cidade', 'Organizador', 'Preço'],
    Japanese: ['タイトル', '日付', '開始時間', '終了時間', '会場', '住所', '郵便番号', '市区町村', '主催者', '料金'],
    English: ['Title', 'Date', 'Start', 'End', 'Venue', 'Address', 'Zip', 'City', 'Organizer', 'Price'],
  }
  for (const [language, names] of Object.entries(titles))
    it(language, async () => {
      const cells = ['Markt', '2027-06-01', '10:00', '12:30', 'Halle', 'Weg 3', '04109', 'Lindenau', 'Verein', '3']
      const rows = [names, cells].map((row) => row.join(';')).join('\n')
      const [payload] = await payloads(rows)
      const { title, start_date, end_date, venue, organizer, cost } = payload ?? {}
      assert.deepEqual(
        [title, start_date, end_date, cost],
        ['Markt', '2027-06-01 10:00:00', '2027-06-01 12:30:00', '3'],
      )
      const place = { venue: 'Halle', address: 'Weg 3', zip: '04109', city: 'Lindenau' }
      assert.deepEqual([venue, organizer], [place, [{ organizer: 'Verein' }]])
    })

  it('have dates with their times where the same titles name these', async () => {
    const [payload] = await payloads('Titel;Beginn;Ende\nMarkt;01.06.2027 10:00;01.06.2027 12:00')
    assert.deepEqual([payload?.['start_date'], payload?.['end_date']], ['2027-06-01 10:00:00', '2027-06-01 12:00:00'])
  })
})
