import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { findTranslator } from '../../admin/src/server-messages.ts'
import { catalogues, type InterfaceLanguage, interfaceLanguages } from '../../src/i18n/catalogue.ts'

const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'))

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

/** Whether the sources have the message: each of its places is an expression there. */
const isInSources = (english: string): boolean => {
  const pieces = english.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const written = new RegExp(`['"\`]${pieces.join('\\$\\{[^`]{1,160}?\\}')}`)
  return sources.some((source) => written.test(source) || source.includes(`'${english}'`))
}

/** Files whose sentences reach people who work in the admin, and not only programs. */
const sentToPeople = [
  'src/import/read/formats/*.ts',
  'src/import/read/{fetch-source,items}.ts',
  'src/import/run/sources/run-source.ts',
  'src/import/apply/{create,update,apply,work}.ts',
  'src/import/match/same-record.ts',
  'src/import/run/import-source.ts',
  'src/recurrence/*.ts',
  'src/media/{decoder,download,incoming,spool}.ts',
]

/** Sentences of these files that stay English: about the notation of rules, which the form writes itself, and causes in brackets. */
const englishStill: readonly string[] = [
  'BYSETPOS may only stand with another part whose name begins with BY.',
  'Nobody waits for the image any more.',
  'Numbers in BYDAY, such as 2TU, are only allowed with FREQ=MONTHLY, or with FREQ=YEARLY without BYWEEKNO.',
  'Rows can be events, venues or organizers, not of the kind {}.',
  '{} is no part of a rule; allowed are {}, each as NAME=VALUE.',
  '{} may only stand with FREQ={}.',
  '{} may stand only once in a rule.',
  '{} must be a list of dates such as 2027-01-05 20:00:00.',
  '“{}” is no part of a recurrence; it has rrule, rdate and exdate.',
]

const messagesOf = (language: InterfaceLanguage) => catalogues[language].messages ?? {}

const translated = interfaceLanguages.filter((language) => language !== 'en')
const all = [...new Set(translated.flatMap((language) => Object.keys(messagesOf(language))))]

describe('messages of the server', () => {
  for (const language of translated)
    it(`have a translation into ${language}, with the same places`, () => {
      const messages = messagesOf(language)
      assert.deepEqual(
        all.filter((english) => !messages[english]),
        [],
      )
      for (const [english, text] of Object.entries(messages)) assert.deepEqual(placesOf(text), placesOf(english), text)
    })

  it('are those that the server says', () => {
    assert.ok(all.length > 60)
    assert.deepEqual(
      all.filter((english) => !isInSources(english)),
      [],
    )
    assert.ok(!isInSources('It must be made up.'))
    assert.ok(!isInSources('It must be a number from {low} to the moon.'))
  })

  it('are all that imports, recurrences and images say to people', () => {
    const shapeOf = (text: string): string => text.replace(/\$?\{.*?\}/g, '{}')
    const known = new Set(all.map(shapeOf))
    const missing = globSync(sentToPeople).flatMap((file) => {
      const source = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*/gs, '')
      return [...source.matchAll(/'([A-Z“][^'\n]* [^'\n]*[.…])'|`([A-Z“$][^`\n]* [^`\n]*[.…])`/g)]
        .map(([, plain, template]) => shapeOf(plain ?? template ?? ''))
        .filter((shape) => !known.has(shape) && /[a-z]{2} [a-z]/i.test(shape))
    })
    assert.deepEqual([...new Set(missing)].sort(), englishStill)
  })

  it('are found with what the server has put in, also in one another', () => {
    const translate = findTranslator(messagesOf('de'))
    assert.equal(translate('It must be a number from 0 to 90.'), 'Es muss eine Zahl von 0 bis 90 sein.')
    assert.equal(translate('title: It must not be empty.'), 'title: Es darf nicht leer sein.')
    assert.equal(
      translate('The file is empty. Nothing has changed.'),
      'Die Datei ist leer. Es hat sich nichts geändert.',
    )
    assert.equal(translate('What nobody has translated stays.'), 'What nobody has translated stays.')
    assert.equal(translate('Created: 3. Updated: 2. Failed: 1.'), 'Angelegt: 3. Aktualisiert: 2. Fehlgeschlagen: 1.')
    assert.equal(
      translate('status: It must be one of publish, …. event_status: It must be one of scheduled, ….'),
      'status: Es muss eines von diesen sein: publish, …. event_status: Es muss eines von diesen sein: scheduled, ….',
    )
    const twice = 'A date of EXDATE was left out: “a” is none. A date of EXDATE was left out: “St. Gallen. B” is none.'
    assert.doesNotMatch(translate(twice), /left out/)
    assert.match(translate(twice), /„St\. Gallen\. B“/)
    // Names are no messages.
    assert.match(translate('There is no column “It must not be empty.”.'), /„It must not be empty\.“/)
    const odd = 'The event “Fest cannot be read: we are closed” was left out.'
    assert.equal(translate(odd), odd)
    const long = 'A date of EXDATE was left out: “a” is none. '.repeat(500)
    assert.equal(translate(`${long}The end.`).length > 0, true)
    const named = findTranslator({ 'No {kind} has the id {id}.': '{kind}: ID {id} gibt es nicht.' }, { venue: 'Ort' })
    assert.equal(named('No venue has the id 5.'), 'Ort: ID 5 gibt es nicht.')
    assert.equal(findTranslator({})('The file is empty.'), 'The file is empty.')
  })
})
