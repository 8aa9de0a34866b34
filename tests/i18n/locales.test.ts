import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findUntranslated, translatable, translatableInto } from '../../src/cli/translations.ts'
import {
  catalogues,
  englishPages,
  findPluralForms,
  findTranslator,
  interfaceLanguages,
  isInterfaceLanguage,
  isLanguage,
  languageNames,
  languages,
  translate,
} from '../../src/i18n/catalogue.ts'
import { run } from '../cli/program.ts'

const wanted = translatable()
const described = wanted.interface
const translations = languages.filter((language) => language !== 'en')

/** Texts that rightly read the same in English, as `language text`. */
const sameAsEnglish: readonly string[] = ['nl Tags']

/** The literal names, values and numbers of a text, which no translation may change; sorted, since word order may. */
function literalsOf(text: string): string[] {
  const quoted = text.match(/`[^`]+`/g) ?? []
  const numbers = text.replace(/`[^`]+`/g, '').match(/-?\d+(?::\d+)*/g) ?? []
  return [...quoted, ...numbers].sort()
}

/** What is wrong with a text as a translation of an English one; empty when nothing is. */
function faultsOf(english: string, text: string): string[] {
  const faults: string[] = []
  if (text.trim() === '' || text !== text.trim()) faults.push('empty or padded')
  if (text === english) faults.push('same as English')
  if (literalsOf(text).join(' ') !== literalsOf(english).join(' ')) faults.push('literals differ')
  if (text.split('`').length % 2 === 0) faults.push('unbalanced backtick')
  if (text.includes("'")) faults.push('straight apostrophe')
  if (/[.。]$/u.test(text) !== /\.$/u.test(english)) faults.push('full stop')
  return faults
}

describe('languages', () => {
  it('are the eight of the contract (B1.4) and two of the pages alone, each with a file in `locales/`', () => {
    assert.deepEqual([...interfaceLanguages], ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja'])
    assert.deepEqual([...languages], [...interfaceLanguages, 'ar', 'he'])
    const files = readdirSync(join(import.meta.dirname, '../../locales')).sort()
    assert.deepEqual(files, languages.map((language) => `${language}.json`).sort())
  })

  it('can all be chosen for a site in the admin, by their own names', () => {
    const source = readFileSync(join(import.meta.dirname, '../../admin/src/texts.ts'), 'utf8')
    for (const [language, name] of languageNames) assert.ok(source.includes(`  ${language}: '${name}',`), language)
  })

  it('are distinguished from other texts', () => {
    for (const language of languages) assert.equal(isLanguage(language), true, language)
    for (const text of ['', 'EN', 'xx', 'en-GB', 'wp-json', 'constructor']) assert.equal(isLanguage(text), false, text)
    for (const language of languages)
      assert.equal(isInterfaceLanguage(language), !['ar', 'he'].includes(language), language)
  })
})

describe('English descriptions', () => {
  it('are sentences or short titles', () => {
    assert.ok(described.size > 300)
    for (const text of described) {
      assert.match(text, /^\S(?:.*\S)?$/u)
      assert.equal(text.split('`').length % 2, 1, `unbalanced backtick: ${text}`)
      assert.equal(text.includes("'"), false, `straight apostrophe: ${text}`)
      assert.ok(text.endsWith('.') || text.length < 80, `full stop: ${text}`)
    }
  })
})

describe('translations', () => {
  for (const language of translations) {
    it(`into ${language} keep the literals of the English texts`, (t) => {
      for (const [english, text] of Object.entries(catalogues[language].interface ?? {})) {
        const faults = faultsOf(english, text).filter((fault) => {
          const isAllowed = fault === 'same as English' && sameAsEnglish.includes(`${language} ${english}`)
          if (isAllowed) t.diagnostic(`allowed to equal English: ${language} ${english}`)
          return !isAllowed
        })
        assert.deepEqual(faults, [], `${english}: ${text}`)
      }
    })

    it(`into ${language} are all used; the command reports missing ones`, (t) => {
      const { missing, unused } = findUntranslated(catalogues[language], translatableInto(language, wanted))
      assert.deepEqual(unused, [])
      for (const text of missing) t.diagnostic(`${language} lacks: ${text}`)
    })

    it(`into ${language} have the same placeholders in texts of the admin as the English ones, and fit their space`, () => {
      for (const [english, text] of Object.entries(catalogues[language].admin ?? {})) {
        const inserted = (it: string) => [...new Set(it.match(/\{\w+\}/g))].sort()
        assert.deepEqual(inserted(text), inserted(english), `${language} ${english}`)
        assert.notEqual(text.trim(), '', english)
        assert.equal(text.includes("'"), false, `straight apostrophe: ${text}`)
      }
    })

    it(`into ${language} have the same placeholders in texts of pages as the English ones`, () => {
      const forms = findPluralForms(language)
      for (const [key, text] of Object.entries(catalogues[language].pages)) {
        const [, base, form] = /^(.+)\.(zero|one|two|few|many|other)$/.exec(key) ?? []
        const isOneNumber = form !== undefined && forms.get(form as Intl.LDMLPluralRule)?.length === 1
        const model = key in englishPages ? key : `${base}.other`
        const english = Object.entries(englishPages).find(([name]) => name === model)?.[1] ?? ''
        // A form for a single number may say it in a word, or not at all.
        const inserted = (it: string) =>
          [...new Set(it.match(/\{\w+\}/g))].filter((name) => !isOneNumber || name !== '{count}').sort()
        assert.deepEqual(inserted(text), inserted(english), `${language} ${key}`)
      }
    })

    it(`into ${language} have every text of the pages, in each plural form`, () => {
      const { pages } = catalogues[language]
      for (const key of translatableInto(language, wanted).pages)
        assert.ok(Object.hasOwn(pages, key), `${language} ${key}`)
    })
  }

  it('into Arabic and Hebrew are of the pages alone, and in their letters', () => {
    for (const [language, letters] of [
      ['ar', /\p{Script=Arabic}/u],
      ['he', /\p{Script=Hebrew}/u],
    ] as const) {
      assert.deepEqual(Object.keys(catalogues[language]), ['pages'])
      for (const [key, text] of Object.entries(catalogues[language].pages)) {
        // Texts of inserts and marks alone have no letters.
        if (/\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))) assert.match(text, letters, key)
      }
    }
  })

  it('on the allow-list do equal the English ones', () => {
    for (const entry of sameAsEnglish) {
      const [language = '', ...words] = entry.split(' ')
      assert.ok(isLanguage(language))
      assert.equal(catalogues[language].interface?.[words.join(' ')], words.join(' '), entry)
    }
  })

  it('say each text once: no two keys of a file are the same', () => {
    for (const language of languages) {
      const text = readFileSync(join(import.meta.dirname, `../../locales/${language}.json`), 'utf8')
      assert.equal(`${JSON.stringify(JSON.parse(text), null, 2)}\n`, text, language)
    }
  })
})

describe('a text without a translation', () => {
  it('is shown in English', () => {
    assert.equal(translate('de', 'Nobody has translated this.'), 'Nobody has translated this.')
    assert.equal(translate('de', 'constructor'), 'constructor')
    assert.equal(findTranslator('de', 'de').text('view.list'), 'Liste')
  })

  it('is found, as one that nothing uses', () => {
    const { interface: texts = {}, pages, admin } = catalogues.de
    const [first = ''] = described
    const { [first]: _, ...fewer } = texts
    const { 'view.list': __, ...fewerPages } = pages
    const found = findUntranslated(
      {
        interface: { ...fewer, 'An old text.': 'Ein alter Text.' },
        pages: { ...fewerPages, 'view.old': 'Alt' },
        admin: { ...Object.fromEntries([...wanted.admin].map((english) => [english, '…'])), ...admin, Old: 'Alt' },
      },
      { ...wanted, admin: new Set([...wanted.admin, 'A new text.']) },
    )
    // Texts that nobody has translated yet are no fault of this test.
    const before = findUntranslated(catalogues.de, wanted)
    assert.deepEqual(
      found.missing.filter((text) => !before.missing.includes(text)),
      [first, 'view.list', 'A new text.'],
    )
    assert.deepEqual(
      found.unused.filter((text) => !before.unused.includes(text)),
      ['An old text.', 'view.old', 'Old'],
    )
  })
})

describe('a text for a number', () => {
  const of = (language: 'en' | 'ar' | 'he' | 'fr' | 'ja', count: number): string =>
    findTranslator(language, language).count('list.count', count)

  it('has the form that the language has for it', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 1000].map((count) => of('ar', count)),
      [
        'لا فعاليات',
        'فعالية واحدة',
        'فعاليتان',
        '3 فعاليات',
        '10 فعاليات',
        '11 فعالية',
        '99 فعالية',
        '100 فعالية',
        '102 فعالية',
        '103 فعاليات',
        '1,000 فعالية',
      ],
    )
    assert.deepEqual(
      [0, 1, 2, 3, 20].map((count) => of('he', count)),
      ['0 אירועים', 'אירוע אחד', 'שני אירועים', '3 אירועים', '20 אירועים'],
    )
    assert.deepEqual(
      [0, 1, 2].map((count) => of('en', count)),
      ['0 events', '1 event', '2 events'],
    )
    assert.equal(of('fr', 1_000_000).replaceAll(/\s/g, ' '), '1 000 000 événements')
    assert.equal(of('ja', 1), '1件のイベント')
  })

  it('has all its forms for scripts', () => {
    assert.deepEqual(Object.keys(findTranslator('ar', 'ar').forms('list.more')).sort(), [
      'few',
      'many',
      'one',
      'other',
      'two',
      'zero',
    ])
    assert.deepEqual(findTranslator('en', 'en').forms('map.places'), { one: '{count} venue', other: '{count} venues' })
  })
})

describe('a name within a text', () => {
  it('that is written from the left is set apart in one that is written from the right', () => {
    const filter = (language: 'ar' | 'de', name: string) =>
      findTranslator(language, language).text('filter.remove', { name })
    assert.equal(filter('ar', 'Jazz (live)'), 'إزالة عامل التصفية: \u2068Jazz (live)\u2069')
    assert.equal(filter('ar', 'موسيقى'), 'إزالة عامل التصفية: موسيقى')
    assert.equal(filter('de', 'Jazz (live)'), 'Filter entfernen: Jazz (live)')
    const mail = findTranslator('he', 'he').text('mail.publishedText', {
      site: 'עיר',
      title: 'שיר',
      url: 'https://example.org/',
    })
    assert.ok(mail.endsWith('\n\nhttps://example.org/'))
  })
})

describe('kalends translations', () => {
  it('counts missing and unused texts of each language', async () => {
    const { code, stdout } = await run(['translations'], {})
    assert.equal(code, 0)
    for (const language of translations) assert.match(stdout, new RegExp(`^${language}: \\d+ missing, 0 unused$`, 'm'))
  })

  it('fails with --check where there is anything', async () => {
    const { code, stdout } = await run(['translations', '--check'], {})
    assert.equal(code, / [1-9]\d* (?:missing|unused)/.test(stdout) ? 1 : 0)
  })
})

describe('the check itself', () => {
  const cases: readonly [string, string, string, string[]][] = [
    ['a good translation', 'Only `true`; default 25.', 'Nur `true`; Vorgabe 25.', []],
    ['a text left in English', 'List events', 'List events', ['same as English']],
    ['an empty text', 'List events', ' ', ['empty or padded']],
    ['a translated literal', 'Only `true`.', 'Nur `wahr`.', ['literals differ']],
    ['a lost number', 'Default 25.', 'Vorgabe.', ['literals differ']],
    ['an open backtick', 'Default 25.', 'Vorgabe `25.', ['unbalanced backtick']],
    ['a lost full stop', 'A text.', 'Ein Text', ['full stop']],
  ]
  for (const [name, english, text, faults] of cases) {
    it(`judges ${name}`, () => assert.deepEqual(faultsOf(english, text), faults))
  }
})
