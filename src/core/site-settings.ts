import {
  type Clock,
  type Config,
  chooseLanguages,
  clocks,
  type Font,
  fonts,
  type HomeView,
  homeViews,
  isTileServer,
  localeRule,
  maxZoom,
  type RepeatedWay,
  repeatedWays,
  type TabView,
  tabViews,
} from '../config.ts'
import { languages } from '../i18n/catalogue.ts'
import { isJsonObject, type Json, type JsonObject, memberNames } from '../lib/json.ts'
import { createLinks } from '../lib/links.ts'
import { parseZone, utcZone } from '../lib/time-zone.ts'
import { readUrl } from '../lib/url.ts'
import { startOfWeekAt } from '../lib/week.ts'
import { type Invalid, invalid, isInvalid, type ParamType, type ReadContext } from './params.ts'
import { anonymous } from './policy.ts'
import { color, name, readInteger, readList, readRaw, shortLine, text, wordsOf } from './types.ts'

/** A setting of the site that is changed over HTTP unless the environment sets it. */
export type SiteSetting = {
  /** The environment variables that set it. */
  readonly sources: readonly string[]
  readonly type: ParamType<Json>
  readonly show: (config: Config) => Json
  /** What changes in the settings of the server; the value was read by `type` before it was stored. */
  readonly apply: (config: Config, value: Json) => Partial<Config>
}

type Own<T extends Json> = {
  readonly sources?: readonly string[]
  readonly type: ParamType<T>
  readonly show: (config: Config) => T
  readonly apply: (config: Config, value: T) => Partial<Config>
}

/** Settings of different types meet in one table; each gets the values of its own type alone. */
const setting = <T extends Json>({ sources = [], ...own }: Own<T>): SiteSetting =>
  ({ sources, ...own }) as unknown as SiteSetting

const zoneName = text(100, (sent) =>
  parseZone(sent) ? sent : invalid('It must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2.'),
)

const locale = text(10, (sent) => (chooseLanguages(sent, []) ? sent : invalid(`It must be ${localeRule}.`)))

const tileServer = text(1000, (sent) =>
  sent === '' || isTileServer(sent) ? sent : invalid('It must be a URL with {z}, {x} and {y}, or empty.'),
)

const clock: ParamType<Clock> = {
  schema: { type: 'string', enum: [...clocks] },
  index: { type: 'string' },
  read: (raw) =>
    clocks.find((known) => known === (typeof raw === 'number' ? String(raw) : raw)) ??
    invalid('It must be 24, 12 or empty.'),
}

/** One of some words. */
const choiceOf = <T extends string>(words: readonly T[]): ParamType<T> => ({
  schema: { type: 'string', enum: [...words] },
  index: { type: 'string' },
  read: (raw) => words.find((known) => known === raw) ?? invalid(`It must be one of ${words.join(', ')}.`),
})

/** A whole number from 0 on. */
const upTo = (max: number, fault: string): ParamType<number> => ({
  schema: { type: 'integer', minimum: 0, maximum: max },
  index: { type: 'integer' },
  read: (raw) => {
    const number = raw === '' ? 0 : readInteger(raw)
    return number !== undefined && number >= 0 && number <= max ? number : invalid(fault)
  },
})

const imageId = upTo(Number.MAX_SAFE_INTEGER, 'It must be the id of an image, or 0 for none.')

const languageList: ParamType<readonly string[]> = {
  schema: { type: 'array', items: { type: 'string', enum: [...languages] } },
  index: { items: { type: 'string' } },
  isList: true,
  read: (raw) => {
    const sent = readList(raw)
    if (isInvalid(sent)) return sent
    const known = languages.filter((language) => sent.includes(language))
    if (known.length > 0 && sent.every((it) => known.some((language) => language === it))) return known
    return invalid(`It must be one or more of ${languages.join(', ')}.`)
  },
}

type Currency = { readonly code: string; readonly symbol: string; readonly position: 'prefix' | 'postfix' }

const currency: ParamType<Currency> = {
  schema: {
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^([A-Z]{3})?$' },
      symbol: { type: 'string', minLength: 1, maxLength: 10 },
      position: { type: 'string', enum: ['prefix', 'postfix'] },
    },
    required: ['symbol', 'position'],
  },
  index: { type: 'object' },
  read: (raw) => {
    const sent = readObject(raw)
    if (!isJsonObject(sent)) return invalid('It must have symbol and position, and may have code.')
    const { code = '', symbol, position } = sent
    if (typeof code !== 'string' || !/^(?:[A-Z]{3})?$/.test(code)) return invalid('code must be that of ISO 4217: EUR.')
    const shown = shortLine(10).read(symbol, noContext)
    if (typeof shown !== 'string' || shown === '') return invalid('symbol must have 1 to 10 characters.')
    if (position !== 'prefix' && position !== 'postfix') return invalid('position must be prefix or postfix.')
    return { code, symbol: shown, position }
  },
}

/** Most links at the head of pages, and at their end. */
const maxLinks = 10

type Link = { readonly label: string; readonly url: string }

const linkList: ParamType<readonly Link[]> = {
  schema: {
    type: 'array',
    maxItems: maxLinks,
    items: { type: 'object', properties: { label: { type: 'string' }, url: { type: 'string' } } },
  },
  index: { type: 'array', items: { type: 'object' } },
  read: (raw) => {
    const sent = readObject(raw)
    if (!Array.isArray(sent) || sent.length > maxLinks)
      return invalid(`It must be a list of at most ${maxLinks} objects with label and url.`)
    const links: Link[] = []
    for (const [at, one] of sent.entries()) {
      const link = readLink(one)
      if (isInvalid(link)) return invalid(`Link ${at + 1}: ${link.invalid}`)
      links.push(link)
    }
    return links
  },
}

const readLink = (sent: unknown): Link | Invalid => {
  if (!isJsonObject(sent)) return invalid('it must have label and url.')
  const label = name(100).read(sent['label'], noContext)
  if (typeof label !== 'string') return invalid('label must have 1 to 100 characters.')
  const written = readRaw(sent['url'], 2000)
  const url = typeof written === 'string' ? readUrl(written) : undefined
  return url === undefined ? invalid('url must be an http or https address.') : { label, url }
}

/** Forms send objects as JSON. */
const readObject = (raw: unknown): unknown => {
  if (typeof raw !== 'string') return raw
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** Texts are read alike in every context. */
const noContext: ReadContext = {
  now: () => 0,
  zone: utcZone,
  caller: anonymous,
  links: createLinks('http://localhost'),
}

const table = {
  title: setting<string>({
    sources: ['KALENDS_SITE_NAME'],
    type: name(250),
    show: ({ siteName }) => siteName,
    apply: (_, siteName) => ({ siteName }),
  }),
  description: setting<string>({
    sources: ['KALENDS_SITE_DESCRIPTION'],
    type: shortLine(1000),
    show: ({ siteDescription }) => siteDescription,
    apply: (_, siteDescription) => ({ siteDescription }),
  }),
  timezone: setting<string>({
    sources: ['KALENDS_TIMEZONE'],
    type: zoneName,
    show: ({ zone }) => zone.name,
    apply: ({ zone }, value) => ({ zone: parseZone(value) ?? zone }),
  }),
  language: setting<string>({
    sources: ['KALENDS_LANGUAGE'],
    type: locale,
    show: ({ locale: chosen }) => chosen,
    apply: ({ languages: offered }, value) => chooseLanguages(value, offered) ?? {},
  }),
  languages: setting<readonly string[]>({
    sources: ['KALENDS_LANGUAGES'],
    type: languageList,
    show: (config) => config.languages,
    apply: (config, offered) => chooseLanguages(config.locale, offered) ?? {},
  }),
  start_of_week: setting<number>({
    sources: ['KALENDS_WEEK_START'],
    type: upTo(6, 'It must be a day from 0 (Sunday) to 6 (Saturday).'),
    show: (config) => startOfWeekAt(config) % 7,
    apply: (_, startOfWeek) => ({ startOfWeek }),
  }),
  clock: setting<Clock>({
    sources: ['KALENDS_HOURS'],
    type: clock,
    show: (config) => config.clock,
    apply: (_, chosen) => ({ clock: chosen }),
  }),
  site_logo: setting<number>({
    type: imageId,
    show: ({ logo }) => logo?.id ?? 0,
    // The image was looked up when the settings were read.
    apply: () => ({}),
  }),
  header_image: setting<number>({
    type: imageId,
    show: ({ headerImage }) => headerImage,
    apply: (_, headerImage) => ({ headerImage }),
  }),
  accent_color: setting<string>({
    type: color,
    show: ({ accentColor }) => accentColor,
    apply: (_, accentColor) => ({ accentColor }),
  }),
  currency: setting<Currency>({
    sources: ['KALENDS_CURRENCY_SYMBOL', 'KALENDS_CURRENCY_POSITION'],
    type: currency,
    show: (config) => config.currency,
    apply: (_, chosen) => ({ currency: chosen }),
  }),
  tile_server: setting<string>({
    sources: ['KALENDS_TILE_SERVER', 'KALENDS_TILE_FILE'],
    type: tileServer,
    show: ({ tiles }) => tiles?.url ?? '',
    apply: ({ tileAttribution: attribution }, url) => ({
      tiles: url === '' ? undefined : { url, maxZoom, attribution },
    }),
  }),
  header_links: setting<readonly Link[]>({
    sources: ['KALENDS_HEADER_LINKS'],
    type: linkList,
    show: ({ headerLinks }) => headerLinks.map(({ name: label, url }) => ({ label, url })),
    apply: (_, links) => ({ headerLinks: links.map(({ label, url }) => ({ name: label, url })) }),
  }),
  footer_links: setting<readonly Link[]>({
    sources: ['KALENDS_FOOTER_LINKS'],
    type: linkList,
    show: ({ footerLinks }) => footerLinks.map(({ name: label, url }) => ({ label, url })),
    apply: (_, links) => ({ footerLinks: links.map(({ label, url }) => ({ name: label, url })) }),
  }),
  intro: setting<string>({
    sources: ['KALENDS_INTRO'],
    type: text(2000, (sent) => sent),
    show: ({ intro }) => intro,
    apply: (_, intro) => ({ intro }),
  }),
  font: setting<Font>({
    sources: ['KALENDS_FONT'],
    type: choiceOf(fonts),
    show: ({ font }) => font,
    apply: (_, font) => ({ font }),
  }),
  home_view: setting<HomeView>({
    sources: ['KALENDS_HOME_VIEW'],
    type: choiceOf(homeViews),
    show: ({ homeView }) => homeView,
    apply: (_, homeView) => ({ homeView }),
  }),
  views: setting<readonly TabView[]>({
    sources: ['KALENDS_VIEWS'],
    type: wordsOf(...tabViews),
    show: ({ views }) => views,
    apply: (_, views) => ({ views }),
  }),
  repeated_events: setting<RepeatedWay>({
    sources: ['KALENDS_REPEATED'],
    type: choiceOf(repeatedWays),
    show: ({ repeated }) => repeated,
    apply: (_, repeated) => ({ repeated }),
  }),
}

/** The name of a setting of the site. */
export type SettingName = keyof typeof table

/** The settings of the site, by the names of WordPress where it has one. */
export const siteSettings: Readonly<Record<SettingName, SiteSetting>> = table

/** The names of all settings of the site. */
export const settingNames = memberNames(table)

/** Whether a text is the name of a setting of the site. */
export const isSettingName = (text: string): text is SettingName => Object.hasOwn(table, text)

/** The values of all settings, as they are now. */
export const showSiteSettings = (config: Config): JsonObject =>
  Object.fromEntries(settingNames.map((name) => [name, siteSettings[name].show(config)]))

/** The environment variable that fixes a setting; undefined for one that may be changed over HTTP. */
export const fixedBy = (config: Config, name: SettingName): string | undefined =>
  siteSettings[name].sources.find((source) => config.fixed.has(source))

/** Those of some settings that the environment fixes, with the variable of each. */
export const showFixed = (config: Config, names: readonly SettingName[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const source = fixedBy(config, name)
      return source === undefined ? [] : [[name, source] as const]
    }),
  )
