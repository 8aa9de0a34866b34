import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Language } from '../../src/i18n/catalogue.ts'
import { isLanguage, isMessageKey, languages, translate } from '../../src/i18n/catalogue.ts'
import { en } from '../../src/i18n/en.ts'

const keys = Object.keys(en).filter(isMessageKey)
const translations = languages.filter((language) => language !== 'en')

/** Texts that rightly read the same in English, as `language key`. */
const sameAsEnglish: readonly string[] = ['nl group.tag']

/** What every resource must describe, by group (contract, A1, A2, A3, B1.4, and the returned records). */
const expected: Readonly<Record<string, string>> = {
  list: 'page per_page rest_url next_rest_url previous_rest_url total total_pages items',
  'event.filter':
    'start_date end_date starts_before starts_after ends_before ends_after strict_dates search categories tags venue ' +
    'organizer featured status geoloc geoloc_lat geoloc_lng geoloc_distance include post_parent free ticketed',
  'venue.filter': 'search event has_events only_with_upcoming status',
  'organizer.filter': 'search event has_events only_with_upcoming status',
  'category.filter': 'search exclude include order orderby hide_empty parent post event slug',
  'tag.filter': 'search exclude include order orderby hide_empty post event slug',
  'attachment.filter':
    'per_page offset search include exclude author slug parent media_type mime_type status after before order orderby',
  'event.path': 'id slug',
  'venue.path': 'id slug',
  'organizer.path': 'id slug',
  'category.path': 'id',
  'tag.path': 'id',
  'attachment.path': 'id',
  'event.field':
    'author date date_utc title description slug excerpt status timezone all_day start_date end_date image cost website ' +
    'show_map show_map_link hide_from_listings sticky featured categories tags venue organizer post_parent',
  'venue.field':
    'author date date_utc venue description excerpt status show_map show_map_link address city country province state ' +
    'zip phone stateprovince website image geo_lat geo_lng',
  'organizer.field': 'author date date_utc organizer description excerpt status phone website email image',
  'category.field': 'name description slug parent',
  'tag.field': 'name description slug',
  'attachment.field': 'file title caption alt_text description',
  'event.record':
    'id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title description ' +
    'excerpt slug image all_day start_date start_date_details end_date end_date_details utc_start_date ' +
    'utc_start_date_details utc_end_date utc_end_date_details timezone timezone_abbr cost cost_details website show_map ' +
    'show_map_link hide_from_listings sticky featured categories tags venue organizer custom_fields json_ld',
  'venue.record':
    'id author status date date_utc modified modified_utc url venue description excerpt slug image address city country ' +
    'province state zip phone website stateprovince geo_lat geo_lng json_ld show_map show_map_link global_id ' +
    'global_id_lineage',
  'organizer.record':
    'id author status date date_utc modified modified_utc url organizer description excerpt slug image phone website ' +
    'email json_ld global_id global_id_lineage',
  'category.record': 'id count description name slug taxonomy parent meta url urls _links',
  'attachment.record':
    'id date date_gmt guid modified modified_gmt slug status type link title author caption description alt_text ' +
    'media_type mime_type media_details source_url _links',
  'tag.record': 'id count description name slug taxonomy meta url urls _links',
  'event.operation': 'list create read update delete read_by_slug update_by_slug delete_by_slug',
  'venue.operation': 'list create read update delete read_by_slug update_by_slug delete_by_slug',
  'organizer.operation': 'list create read update delete read_by_slug update_by_slug delete_by_slug',
  'category.operation': 'list create read update delete',
  'tag.operation': 'list create read update delete',
  'attachment.operation': 'list create read update delete',
  'attachment.deleted': 'deleted previous',
  'attachment.urls': 'self collection',
  rendered: 'raw rendered',
  delete: 'force',
  index: 'namespace context operation',
  doc: 'title description operation',
  about: 'list create read update delete index doc',
  'event.about': 'list create',
  'category.about': 'delete',
  'tag.about': 'delete',
  'attachment.about': 'create delete',
  group: 'event venue organizer category tag attachment index',
  global: '_fields _envelope _method',
  header: 'if_match if_none_match idempotency_key x_tec_total x_tec_totalpages link etag location retry_after',
  security: 'basic bearer',
  date_details: 'year month day hour minutes seconds',
  cost_details: 'currency_symbol currency_code currency_position values',
  image: 'url id extension width height filesize sizes file',
  image_size: 'width height mime_type filesize url source_url file',
  term: 'name slug term_group term_taxonomy_id taxonomy description parent count filter id urls',
  term_urls: 'self collection up',
  link: 'href',
  custom_field: 'label value',
  error: 'code message data status params details',
  response: '200 201 304 400 401 403 404 410 412 413 414 415 422 429 431 500 503 507',
}

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
  return faults
}

describe('keys', () => {
  it('are exactly those of the resources, parameters and records', () => {
    const wanted = Object.entries(expected).flatMap(([group, names]) =>
      names.split(' ').map((name) => `${group}.${name}`),
    )
    assert.deepEqual([...keys].sort(), wanted.sort())
  })

  it('are told from other texts', () => {
    assert.equal(isMessageKey('event.filter.start_date'), true)
    for (const text of ['', 'event.filter', 'event.filter.unknown', 'toString', '__proto__']) {
      assert.equal(isMessageKey(text), false, text)
    }
  })
})

describe('languages', () => {
  it('are the eight of the contract (B1.4)', () => {
    assert.deepEqual([...languages], ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja'])
  })

  it('are told from other texts', () => {
    for (const language of languages) assert.equal(isLanguage(language), true, language)
    for (const text of ['', 'EN', 'xx', 'en-GB', 'wp-json', 'constructor']) assert.equal(isLanguage(text), false, text)
  })
})

describe('texts', () => {
  for (const language of languages) {
    it(`are there for every key in ${language}, in sentences or short titles`, () => {
      for (const key of keys) {
        const text = translate(language, key)
        assert.equal(typeof text, 'string', key)
        assert.match(text, /^\S(?:.*\S)?$/u, key)
        assert.equal(text.split('`').length % 2, 1, `unbalanced backtick in ${key}`)
        assert.equal(text.includes("'"), false, `straight apostrophe in ${key}`)
        const isTitle = /^group\.|^doc\.title$|operation/.test(key)
        assert.equal(/[.。]$/u.test(text), !isTitle, `full stop in ${key}`)
      }
    })
  }

  for (const language of translations) {
    it(`translate English into ${language} and keep its literals`, (t) => {
      for (const key of keys) {
        const faults = faultsOf(en[key], translate(language, key)).filter((fault) => {
          const isAllowed = fault === 'same as English' && sameAsEnglish.includes(`${language} ${key}`)
          if (isAllowed) t.diagnostic(`allowed to equal English: ${language} ${key} = ${en[key]}`)
          return !isAllowed
        })
        assert.deepEqual(faults, [], `${key}: ${translate(language, key)}`)
      }
    })
  }

  it('on the allow-list do equal the English ones', () => {
    for (const entry of sameAsEnglish) {
      const [language = '', key = ''] = entry.split(' ')
      assert.ok(isLanguage(language) && isMessageKey(key), entry)
      assert.equal(translate(language, key), en[key], entry)
    }
  })

  it('differ between languages where a sentence is long enough to tell them apart', () => {
    const long = keys.filter((key) => en[key].length > 60)
    for (const key of long) {
      const texts = languages.map((language: Language) => translate(language, key))
      assert.equal(new Set(texts).size, languages.length, key)
    }
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
  ]
  for (const [name, english, text, faults] of cases) {
    it(`judges ${name}`, () => assert.deepEqual(faultsOf(english, text), faults))
  }
})
