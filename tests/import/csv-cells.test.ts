import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCsv } from '../../src/import/read/formats/csv.ts'
import type { JsonObject } from '../../src/lib/json.ts'
import { readRecords } from './read-records.ts'

const read = (...rows: string[]) => readRecords(readCsv, rows.join('\n'))

const only = async (...rows: string[]): Promise<{ payload: JsonObject; notes: readonly string[] }> => {
  const { records, faults } = await read(...rows)
  assert.deepEqual(
    faults.filter(({ isExpected }) => !isExpected),
    [],
  )
  const [record] = records
  assert.ok(record && records.length === 1)
  return { payload: record.payload, notes: record.notes ?? [] }
}

const times = ({ start_date, end_date }: JsonObject): string =>
  start_date === end_date ? String(start_date) : `${start_date} – ${end_date}`

describe('a date in a table', () => {
  const day = '2027-06-12'
  for (const [text, expected] of [
    ['12. Juni 2027', day],
    ['12 juin 2027', day],
    ['12 de junio de 2027', day],
    ['12 de junho de 2027', day],
    ['12 giugno 2027', day],
    ['12 juni 2027', day],
    ['2027年6月12日', day],
    ['２０２７年６月１２日（土）', day],
    ['1. März 2027', '2027-03-01'],
    ['1er août 2027', '2027-08-01'],
    ['1º de mayo de 2027', '2027-05-01'],
    ['12. Dez. 2027', '2027-12-12'],
    ['12 févr. 2027', '2027-02-12'],
    ['Mar 1, 2027', '2027-03-01'],
    ['mar. 1 juin 2027', '2027-06-01'],
    ['Di, 08.12.2026', '2026-12-08'],
    ['Fr., 11.06.2027', '2027-06-11'],
    ['Sa 12.06.2027', day],
    ['12.06.2027 (Sa)', day],
    ['12.06.2027, Samstag', day],
    ['samedi 12 juin 2027', day],
    ['sábado, 12 de junio de 2027', day],
    ['Sat 12 June 2027', day],
    ['zaterdag 12 juni 2027', day],
    ['12-Jun-27', day],
    ['12-Jun-2027', day],
    ['46550', day],
    ['46550,791666667', `${day} 19:00:00`],
    ['12. Juni 2027 um 19 Uhr', `${day} 19:00:00`],
    ['12 juin 2027 à 19h30', `${day} 19:30:00`],
    ['12.06.2027 ab 19:00', `${day} 19:00:00`],
    ['12.06.2027, 19:00 - 21:00 Uhr', `${day} 19:00:00 – ${day} 21:00:00`],
    ['2027-06-12 19:00-21:00', `${day} 19:00:00 – ${day} 21:00:00`],
    ['12.06.2027 24:00', '2027-06-13 00:00:00'],
    ['05.-07.06.2027', '2027-06-05 – 2027-06-07'],
    ['05.06.-07.06.2027', '2027-06-05 – 2027-06-07'],
    ['05.06.2027 bis 07.06.2027', '2027-06-05 – 2027-06-07'],
    ['05.06.2027-07.06.2027', '2027-06-05 – 2027-06-07'],
    ['2027-06-05 - 2027-06-07', '2027-06-05 – 2027-06-07'],
    ['5. bis 7. Juni 2027', '2027-06-05 – 2027-06-07'],
    ['28. Juni – 2. Juli 2027', '2027-06-28 – 2027-07-02'],
    ['du 5 au 7 juin 2027', '2027-06-05 – 2027-06-07'],
    ['5-7 June 2027', '2027-06-05 – 2027-06-07'],
    ['June 5-7, 2027', '2027-06-05 – 2027-06-07'],
    ['del 5 al 7 de junio de 2027', '2027-06-05 – 2027-06-07'],
    ['2027年6月5日～7日', '2027-06-05 – 2027-06-07'],
    ['12.06.2027 19:00 - 13.06.2027 02:00', `${day} 19:00:00 – 2027-06-13 02:00:00`],
  ])
    it(String(text), async () => {
      assert.equal(times((await only('Titel;Datum', `Fest;${text}`)).payload), expected)
    })

  it('is refused if there is none such', async () => {
    for (const text of [
      '31. Juni 2027',
      'Juni 2027',
      '12. Foo 2027',
      '99999',
      '7.-5.06.2027',
      'morgen',
      '-',
      '5-',
      'x-y-z'.repeat(40),
    ]) {
      const { records, faults } = await read('Titel;Datum', `Fest;${text}`)
      assert.deepEqual([records.length, faults.length], [0, 1], text)
    }
  })
})

describe('a time in a table', () => {
  const day = '2027-06-12'
  for (const [text, expected] of [
    ['24:00', '2027-06-13 00:00:00'],
    ['ab 19:00', `${day} 19:00:00`],
    ['à 19h', `${day} 19:00:00`],
    ['1900', `${day} 19:00:00`],
    ['19時', `${day} 19:00:00`],
    ['19時30分', `${day} 19:30:00`],
    ['午後7時', `${day} 19:00:00`],
    ['19：00', `${day} 19:00:00`],
    ['19:00:00.000', `${day} 19:00:00`],
    ['0,791666667', `${day} 19:00:00`],
    ['um 19 Uhr', `${day} 19:00:00`],
    ['19.00 uur', `${day} 19:00:00`],
    ['19:00 - 21:00', `${day} 19:00:00 – ${day} 21:00:00`],
    ['19:00-21:00', `${day} 19:00:00 – ${day} 21:00:00`],
    ['19–21 Uhr', `${day} 19:00:00 – ${day} 21:00:00`],
    ['von 19 bis 21 Uhr', `${day} 19:00:00 – ${day} 21:00:00`],
    ['7-9 pm', `${day} 19:00:00 – ${day} 21:00:00`],
    ['11 am to 2 pm', `${day} 11:00:00 – ${day} 14:00:00`],
    ['22:00 - 02:00', `${day} 22:00:00 – 2027-06-13 02:00:00`],
    ['19:00:00-07:00', '2027-06-13 04:00:00'],
    ['19:00+02:00', `${day} 19:00:00`],
    ['19:00Z', `${day} 21:00:00`],
    ['12:00 a.m.', `${day} 00:00:00`],
  ])
    it(String(text), async () => {
      assert.equal(times((await only('Titel;Datum;Uhrzeit', `Fest;12.06.2027;${text}`)).payload), expected)
    })

  it('have a time zone by the title of each language', async () => {
    for (const title of [
      'Zeitzone',
      'Fuseau horaire',
      'Zona horaria',
      'Fuso orario',
      'Tijdzone',
      'Fuso horário',
      'タイムゾーン',
    ]) {
      const { payload } = await only(`Titel;Datum;Uhrzeit;${title}`, 'Fest;12.06.2027;18:00;America/New_York')
      assert.equal(payload?.['timezone'], 'America/New_York', title)
    }
  })

  it('may be the end of the day', async () => {
    const { payload } = await only('title,start_date,start_time,end_time', 'Fest,2027-06-12,20:00,24:00')
    assert.equal(times(payload), `${day} 20:00:00 – 2027-06-13 00:00:00`)
  })

  it('is refused if there is none such', async () => {
    for (const text of ['25:00', '24:01', '1960', '13 pm', 'abends', '19:00 - x']) {
      const { records, faults } = await read('Titel;Datum;Uhrzeit', `Fest;12.06.2027;${text}`)
      assert.deepEqual([records.length, faults.length], [0, 1], text)
    }
  })
})

const outlook =
  'Subject,Start Date,Start Time,End Date,End Time,All day event,Location,Private,Sensitivity,Show time as'

describe('appointments of Outlook and Google in a table', () => {
  for (const [what, cells, status] of [
    ['private', 'True,Normal,2', 'private'],
    ['not private', 'False,Normal,2', undefined],
    ['of no mark', ',,', undefined],
    ['confidential', 'False,Confidential,2', 'private'],
    ['personal', 'False,Personal,2', 'private'],
    ['of a mark that is not known', 'perhaps,,', 'private'],
  ])
    it(`may be ${what}`, async () => {
      const { payload } = await only(outlook, `Call,6/14/2027,9:00:00 AM,6/14/2027,10:00:00 AM,False,Room,${cells}`)
      assert.equal(payload['status'], status)
    })

  it('are private in an import, also in other languages', async () => {
    const german = 'Betreff;Beginnt am;Beginnt um;Endet am;Endet um;Ganztägiges Ereignis;Ort;Privat;Vertraulichkeit'
    const { payload } = await only(german, 'Anruf;14.06.2027;09:00:00;14.06.2027;10:00:00;Aus;Raum;Ein;Normal')
    assert.deepEqual(
      [payload['title'], payload['status'], times(payload)],
      ['Anruf', 'private', '2027-06-14 09:00:00 – 2027-06-14 10:00:00'],
    )
    const french = 'Objet,Début,Début,Fin,Fin,Journée entière,Emplacement,Privé'
    const other = await only(french, 'Appel,14/06/2027,09:00:00,14/06/2027,10:00:00,Faux,Salle,Faux')
    assert.deepEqual(
      [other.payload['title'], other.payload['status'], times(other.payload)],
      ['Appel', undefined, '2027-06-14 09:00:00 – 2027-06-14 10:00:00'],
    )
  })

  for (const [yes, no] of [
    ['Ein', 'Aus'],
    ['Wahr', 'Falsch'],
    ['Vrai', 'Faux'],
    ['Verdadero', 'Falso'],
    ['Vero', 'Falso'],
    ['Waar', 'Onwaar'],
    ['Verdadeiro', 'Falso'],
    ['オン', 'オフ'],
  ])
    it(`are whole days and private by ${yes} and ${no}`, async () => {
      const row = (day: string, mark: string) =>
        `Camp,6/14/2027,12:00:00 AM,6/16/2027,12:00:00 AM,${day},Lake,${mark},Normal,2`
      const one = await only(outlook, row(String(yes), String(no)))
      assert.deepEqual([times(one.payload), one.payload['status']], ['2027-06-14 – 2027-06-15', undefined])
      const other = await only(outlook, row(String(no), String(yes)))
      assert.deepEqual(
        [times(other.payload), other.payload['status']],
        ['2027-06-14 00:00:00 – 2027-06-16 00:00:00', 'private'],
      )
    })

  it('are reported if they are not confirmed', async () => {
    const { notes } = await only(outlook, 'Call,6/14/2027,9:00 AM,6/14/2027,10:00 AM,False,Room,False,Normal,1')
    assert.match(notes.join(), /not confirmed/)
  })

  for (const [what, row, expected] of [
    ['end of whole days', 'Holiday,6/14/2027,12:00:00 AM,6/17/2027,12:00:00 AM,True', '2027-06-14 – 2027-06-16'],
    ['end of one day', 'Holiday,6/14/2027,12:00:00 AM,6/15/2027,12:00:00 AM,True', '2027-06-14'],
    ['end on the same day', 'Holiday,6/14/2027,12:00:00 AM,6/14/2027,12:00:00 AM,True', '2027-06-14'],
    ['end without a time', 'Holiday,6/14/2027,,6/16/2027,,True', '2027-06-14 – 2027-06-16'],
    [
      'end at midnight',
      'Party,6/14/2027,8:00 PM,6/15/2027,12:00:00 AM,False',
      '2027-06-14 20:00:00 – 2027-06-15 00:00:00',
    ],
  ])
    it(`have an ${what}`, async () => {
      const header = outlook.split(',').slice(0, 6).join(',')
      assert.equal(times((await only(header, String(row))).payload), expected)
    })

  it('are not taken for those of The Events Calendar, whose whole days end on the last day', async () => {
    const header = 'Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time,All Day Event'
    const { payload } = await only(header, 'Fair,2027-06-14,12:00 AM,2027-06-16,12:00 AM,True')
    assert.equal(times(payload), '2027-06-14 – 2027-06-16')
  })
})

describe('a word for the status of an event', () => {
  for (const [text, status] of [
    ['abgesagt', 'cancelled'],
    ['Fällt aus', 'cancelled'],
    ['annulé', 'cancelled'],
    ['cancelado', 'cancelled'],
    ['annullato', 'cancelled'],
    ['geannuleerd', 'cancelled'],
    ['cancelada', 'cancelled'],
    ['中止', 'cancelled'],
    ['Canceled', 'cancelled'],
    ['verschoben', 'postponed'],
    ['reporté', 'postponed'],
    ['Live', 'scheduled'],
    ['moved online', 'moved_online'],
  ])
    it(`${text} is ${status}`, async () => {
      const { payload, notes } = await only('title,start_date,event_status', `Fest,2027-06-12,${text}`)
      assert.deepEqual([payload['event_status'], notes], [status, []])
    })

  it('may stand in a column for the status of the record', async () => {
    for (const [text, status, event_status] of [
      ['abgesagt', undefined, 'cancelled'],
      ['Entwurf', 'draft', undefined],
      ['Live', 'publish', undefined],
    ]) {
      const { payload, notes } = await only('Titel;Datum;Status', `Fest;12.06.2027;${text}`)
      assert.deepEqual([payload['status'], payload['event_status'], notes], [status, event_status, []])
    }
  })

  it('may be that of a draft, as Eventbrite has it, and is reported if it is not known', async () => {
    const draft = await only('Event Name,Start Date,Event Status', 'Fest,2027-06-12,Draft')
    assert.deepEqual([draft.payload['status'], draft.payload['event_status'], draft.notes], ['draft', undefined, []])
    const other = await only('title,start_date,event_status', 'Fest,2027-06-12,perhaps')
    assert.match(other.notes.join(), /“perhaps” was left out/)
  })
})

describe('columns of other programs', () => {
  for (const [what, header] of [
    ['Localist', 'Title,Date From,Date To,Start Time,End Time'],
    ['iCalendar', 'summary,dtstart,dtend,start_time,end_time'],
  ])
    it(String(what), async () => {
      const { payload } = await only(String(header), 'Fair,2027-06-12,2027-06-13,10:00,11:00')
      assert.equal(times(payload), '2027-06-12 10:00:00 – 2027-06-13 11:00:00')
    })

  it('have states outside of the United States', async () => {
    const { payload } = await only(
      'title,start_date,venue.venue,venue.state,venue.country',
      'Fair,2027-06-12,Hall,NSW,Australia',
    )
    assert.deepEqual(payload['venue'], { venue: 'Hall', state: 'NSW', stateprovince: 'NSW', country: 'Australia' })
  })

  it('have a whole address in one', async () => {
    const { payload } = await only(
      'title,start_date,Venue Name,Venue Address',
      'Fair,2027-06-12,Hall,"1 rue X, 75001 Paris"',
    )
    assert.deepEqual(payload['venue'], { venue: 'Hall', address: '1 rue X', zip: '75001', city: 'Paris' })
    const other = await only('title,start_date,Venue Name,Venue Address', 'Fair,2027-06-12,Hall,"Back room, left"')
    assert.deepEqual(other.payload['venue'], { venue: 'Hall', address: 'Back room, left' })
  })
})
