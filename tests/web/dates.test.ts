import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTranslator, type Language } from '../../src/i18n/catalogue.ts'
import { beginLine, writeDate, writeRange, writeTime, writeTimes, writeZone } from '../../src/site/dates.ts'

/** In each language: a week of one month and of two, the first of a month as it begins a line, the month, and times of a day. */
const expected: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'October 1 – 7, 2026',
    'October 28 – November 3, 2026',
    'Thursday, October 1',
    'October 2026',
    '9 AM – 9:30 PM',
    '9 AM',
  ],
  de: [
    '1.–7. Oktober 2026',
    '28. Oktober – 3. November 2026',
    'Donnerstag, 1. Oktober',
    'Oktober 2026',
    '09:00 – 21:30',
    '09:00',
  ],
  es: [
    '1–7 de octubre de 2026',
    '28 de octubre – 3 de noviembre de 2026',
    'Jueves, 1 de octubre',
    'Octubre de 2026',
    '9:00 – 21:30',
    '9:00',
  ],
  fr: [
    '1er–7 octobre 2026',
    '28 octobre – 3 novembre 2026',
    'Jeudi 1er octobre',
    'Octobre 2026',
    '09:00 – 21:30',
    '09:00',
  ],
  it: [
    '1–7 ottobre 2026',
    '28 ottobre – 3 novembre 2026',
    'Giovedì 1 ottobre',
    'Ottobre 2026',
    '09:00 – 21:30',
    '09:00',
  ],
  nl: [
    '1–7 oktober 2026',
    '28 oktober – 3 november 2026',
    'Donderdag 1 oktober',
    'Oktober 2026',
    '09:00 – 21:30',
    '09:00',
  ],
  pt: [
    '1 – 7 de outubro de 2026',
    '28 de outubro – 3 de novembro de 2026',
    'Quinta-feira, 1 de outubro',
    'Outubro de 2026',
    '09:00 – 21:30',
    '09:00',
  ],
  ar: ['1–7 أكتوبر 2026', '28 أكتوبر – 3 نوفمبر 2026', 'الخميس، 1 أكتوبر', 'أكتوبر 2026', '9 ص – 9:30 م', '9 ص'],
  he: [
    '\u20661\u2060–\u20607\u2069 באוקטובר 2026',
    '28 אוקטובר – 3 נובמבר 2026',
    'יום חמישי, 1 באוקטובר',
    'אוקטובר 2026',
    '\u20669:00 – 21:30\u2069',
    '9:00',
  ],
  ja: ['2026年10月1日～7日', '2026年10月28日～11月3日', '10月1日木曜日', '2026年10月', '9:00～21:30', '9:00'],
}

/** The kind of space differs between releases of the runtime. */
const plain = (text: string): string => text.replace(/[\u2009\u202f\u00a0]/g, ' ')

for (const [language, texts] of Object.entries(expected)) {
  test(`dates in ${language}`, () => {
    const speech = findTranslator(language as Language, language)
    const written = [
      writeRange(speech, 'date', '2026-10-01', '2026-10-07'),
      writeRange(speech, 'date', '2026-10-28', '2026-11-03'),
      beginLine(speech, writeDate(speech, 'dayOfYear', '2026-10-01')),
      beginLine(speech, writeDate(speech, 'month', '2026-10-01')),
      writeTimes(speech, '2026-10-01 09:00:00', '2026-10-01 21:30:00'),
      writeTime(speech, '2026-10-01 09:00:00'),
    ]
    assert.deepEqual(written.map(plain), texts)
  })
}

test('times of day have minutes only where they need them, and a half of the day once', () => {
  const write = (language: Language, start: string, end: string) =>
    plain(writeTimes(findTranslator(language, language), `2026-10-01 ${start}:00`, `2026-10-01 ${end}:00`))
  for (const [language, start, end, expected] of [
    ['en', '15:00', '20:00', '3 – 8 PM'],
    ['en', '15:30', '20:00', '3:30 – 8 PM'],
    ['en', '11:00', '13:15', '11 AM – 1:15 PM'],
    ['en', '22:00', '02:00', '10 PM – 2 AM'],
    ['ar', '15:00', '20:00', '3 – 8 م'],
    ['de', '15:00', '20:00', '15:00 – 20:00'],
    ['fr', '15:30', '20:00', '15:30 – 20:00'],
    ['ja', '15:00', '20:00', '15:00～20:00'],
  ] as const)
    assert.equal(write(language, start, end), expected)
  const en = findTranslator('en', 'en')
  const range = (start: string, end: string) =>
    plain(writeRange(en, 'monthDayTime', `2026-10-01 ${start}`, `2026-10-02 ${end}`))
  assert.equal(range('09:00:00', '17:00:00'), 'October 1 at 9 AM – October 2 at 5 PM')
  assert.equal(range('09:00:00', '17:30:00'), 'October 1 at 9:00 AM – October 2 at 5:30 PM')
})

test('a day and the month that follows it stay in one line', () => {
  const write = (language: Language) => writeDate(findTranslator(language, language), 'date', '2026-10-15')
  assert.deepEqual((['de', 'es', 'ar', 'he', 'en'] as const).map(write), [
    '15.\u00a0Oktober 2026',
    '15\u00a0de\u00a0octubre de 2026',
    '15\u00a0أكتوبر 2026',
    '15\u00a0באוקטובר 2026',
    'October 15, 2026',
  ])
  const range = writeRange(findTranslator('de', 'de'), 'monthDay', '2026-09-28', '2026-10-04')
  assert.match(range, /^28\.\u00a0September\s–\s4\.\u00a0Oktober$/)
})

test('Arabic dates have the numerals of all else on a page, in every region', () => {
  for (const tag of ['ar', 'ar-EG', 'ar-MA'])
    assert.match(writeDate(findTranslator('ar', tag), 'date', '2026-10-01'), /^1\s\S+ 2026$/)
  assert.equal(findTranslator('ar', 'ar-EG').tag, 'ar-EG')
})

test('short weekdays have no word before their name', () => {
  const write = (language: Language) => writeDate(findTranslator(language, language), 'weekdayShort', '2026-10-01')
  assert.deepEqual((['ar', 'he', 'en'] as const).map(write), ['خميس', 'ה׳', 'Thu'])
})

test('Japanese ranges leave out what both ends share, and never a part of a time', () => {
  const ja = findTranslator('ja', 'ja')
  const write = (from: string, until: string) => writeRange(ja, 'whole', from, until)
  assert.equal(write('2026-10-01 09:00:00', '2026-10-01 09:30:00'), '2026年10月1日木曜日 9:00～9:30')
  assert.equal(write('2026-10-01 09:00:00', '2026-10-08 09:00:00'), '2026年10月1日木曜日 9:00～8日木曜日 9:00')
  assert.equal(writeRange(ja, 'date', '2026-12-28', '2027-01-03'), '2026年12月28日～2027年1月3日')
})

for (const [language, zone, abbreviation, name] of [
  ['de', 'Europe/Berlin', 'CET', 'MEZ'],
  ['fr', 'Europe/Berlin', 'CET', 'CET'],
  ['en', 'Europe/Berlin', 'CET', 'CET'],
  ['ja', 'Asia/Tokyo', 'JST', 'JST'],
  ['en', 'America/Sao_Paulo', '-03', 'GMT-3'],
  ['de', 'UTC', 'UTC', 'UTC'],
  ['de', 'UTC-5', 'UTC-5', 'UTC-5'],
] as const) {
  test(`the zone ${zone} in ${language}`, () => {
    assert.equal(
      writeZone(findTranslator(language, language), { utc: '2026-11-25 12:00:00', zone, abbreviation }),
      name,
    )
  })
}
