import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { findAddressFault } from './db/dialects/postgres-address.ts'
import { type Role, roles } from './db/schema.ts'
import { isLanguage, type Language, languages } from './i18n/catalogue.ts'
import { type LogLevel, logLevels } from './lib/log.ts'
import { inspectTileFile, type TileFile, TileFileFault } from './lib/tile-file.ts'
import { parseZone, utcZone, type Zone } from './lib/time-zone.ts'
import { type Environment, type Setting, type SettingName, settings } from './settings.ts'

/** How times are written. */
export const clocks = ['', '24', '12'] as const
/** One of these ways. */
export type Clock = (typeof clocks)[number]

/** The fonts of pages: those that visitors have, and that which administrators have uploaded. */
export const fonts = ['sans', 'serif', 'rounded', 'own'] as const
/** One of these fonts. */
export type Font = (typeof fonts)[number]

/** The files of a font of one's own, by what they are used for. */
export const fontFaces = ['regular', 'bold', 'italic', 'bold-italic'] as const
/** One of these files. */
export type FontFace = (typeof fontFaces)[number]

/** A WOFF2 file that an administrator has uploaded. */
export type FontFile = {
  readonly face: FontFace
  readonly bytes: Buffer
  /** The beginning of the SHA-256 of the bytes, which its address has. */
  readonly hash: string
  /** It has all weights. */
  readonly isVariable: boolean
}

/** The views that the head of pages can lead to. */
export const tabViews = ['list', 'month', 'week', 'day', 'photo', 'map'] as const
/** One of these views. */
export type TabView = (typeof tabViews)[number]

/** The views that the home page can show. */
export const homeViews = ['list', 'month', 'week', 'photo'] as const
/** One of these views. */
export type HomeView = (typeof homeViews)[number]

/** How lists show events that repeat: once, with how they repeat, or each of their dates. */
export const repeatedWays = ['once', 'each'] as const
/** One of these ways. */
export type RepeatedWay = (typeof repeatedWays)[number]

/** The files of the operator’s own look, by their paths. */
export type Theme = {
  /** The styles. */
  readonly styles: string | undefined
  /** Above and below every page, as HTML. */
  readonly head: string | undefined
  readonly foot: string | undefined
  /** Fonts and pictures, which the styles name. */
  readonly files: readonly string[]
}

/** A program of the operator’s choice that counts visits. */
export type Analytics = {
  readonly url: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

/** A link that the operator adds to the pages. */
export type SiteLink = { readonly name: string; readonly url: string }

/** An image in the library; `path` is below its root. */
export type Logo = { readonly id: number; readonly path: string; readonly width: number; readonly height: number }

/** The server of map tiles. */
export type Tiles = {
  /** The URL template, with {z}, {x} and {y}. */
  readonly url: string
  /** The zoom of the most detailed tiles. */
  readonly maxZoom: number
  readonly attribution: string
  /** The file that this server hands them out from. */
  readonly file?: TileFile
}

/** The checked settings of a server. */
export type Config = {
  readonly host: string
  readonly port: number
  readonly dataDirectory: string
  /** The path of a SQLite file, or the address of a PostgreSQL database, which may contain a password. */
  readonly database:
    | { readonly kind: 'sqlite'; readonly path: string }
    | { readonly kind: 'postgres'; readonly url: string }
  /** The address of the site without a trailing slash. */
  readonly publicUrl: string
  /** Whether PostgreSQL prepares statements by name. */
  readonly preparedStatements: boolean
  readonly siteName: string
  readonly siteDescription: string
  readonly zone: Zone
  /** The language of pages without a language in their address, and how dates are written there, such as `en-GB`. */
  readonly language: Language
  readonly locale: string
  /** The languages of the pages, including that of the site. */
  readonly languages: readonly Language[]
  /** The links at the head of every page, beside the views. */
  readonly headerLinks: readonly SiteLink[]
  /** The links at the end of every page, such as an imprint or a privacy policy. */
  readonly footerLinks: readonly SiteLink[]
  /** The text above the upcoming events; '' for none. */
  readonly intro: string
  readonly font: Font
  /** The files of the font that `own` is. */
  readonly fontFiles: readonly FontFile[]
  /** The view that the home page shows. */
  readonly homeView: HomeView
  /** The views to which the head of pages leads, in this order. */
  readonly views: readonly TabView[]
  /** How lists, maps, embeds and screens show events that repeat. */
  readonly repeated: RepeatedWay
  /** The operator’s own look, which comes after that of the program. */
  readonly theme: Theme | undefined
  /** A program that counts visits, with the attributes of its element; undefined for none. */
  readonly analytics: Analytics | undefined
  /** Where map tiles come from; without it there are no maps. */
  readonly tiles: Tiles | undefined
  /** The copyright notice of the tile provider, also where the server of tiles is set over HTTP. */
  readonly tileAttribution: string
  /** The server that sends mail, whose address may contain a password, and the sender; without it no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  /** Whether visitors can submit events for review. */
  readonly submissions: boolean
  /** The OpenID Connect provider by which people log in; without it they log in with passwords alone. */
  readonly oidc: OidcSettings | undefined
  /** The roles that need a second factor to log in with a password. */
  readonly twoFactors: readonly Role[]
  readonly workers: number
  /** Seconds within which the server ends once it is asked to. */
  readonly stopSeconds: number
  readonly logLevel: LogLevel
  readonly maxPerPage: number
  /** Versions that are kept of each record, and days for which the history is kept. */
  readonly revisions: number
  readonly activityDays: number
  /** Days for which programs that follow the changes learn of a removed record. */
  readonly deletionsDays: number
  /** Months from today up to which series that do not end have their occurrences (contract C3.2). */
  readonly seriesMonths: number
  /** Most bytes of an import over the network. */
  readonly importBytes: number
  /** Most bytes of the response cache; `recordCache` limits the fragment caches. */
  readonly answerCache: number
  readonly recordCache: number
  /** How prices without a currency are shown; `code` is that of ISO 4217, '' where it follows from the symbol. */
  readonly currency: { readonly code: string; readonly symbol: string; readonly position: 'prefix' | 'postfix' }
  /** The first day of a week, 0 for Sunday to 6 for Saturday; undefined for the usual one (`startOfWeekAt` in `lib/week.ts`). */
  readonly startOfWeek: number | undefined
  /** How times are written: by 24 or 12 hours, or '' as the language does. */
  readonly clock: Clock
  /** The colour of links and buttons, `#rrggbb`; '' for that of the program. */
  readonly accentColor: string
  /** The image at the head of every page. */
  readonly logo: Logo | undefined
  /** The id of the image behind the title of the home page; 0 for none. */
  readonly headerImage: number
  /** The settings that the environment sets, which nobody changes over HTTP. */
  readonly fixed: ReadonlySet<string>
  /** The settings as the server was started with them, where stored ones have been added. */
  readonly asStarted?: Config
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** Addresses and networks that may read `/metrics`, besides the host itself. */
  readonly metricsNetworks: readonly string[]
  /** Where the files of images are stored. */
  readonly mediaStore: 'files' | 'database'
  /** Networks and ports from which images may be fetched, besides public addresses on the ports of http and https. */
  readonly fetchRules: { readonly networks: readonly string[]; readonly ports: readonly number[] }
}

/** Thrown for invalid settings, with one line for each fault. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads and checks all settings.
 * @throws ConfigError with every fault at once.
 */
export const readConfig = (environment: Environment): Config => {
  const faults: string[] = []
  const values = readValues(environment, faults)
  const fault = (name: SettingName, message: string): void => {
    // A misplaced address may contain a password.
    const isSecret = settings.some((it) => it.name === name && 'isSecret' in it) || values[name].includes('@')
    faults.push(`${name}: ${message} It is ${isSecret ? '"…"' : JSON.stringify(values[name])}.`)
  }
  const config = build(values, fault)
  if (faults.length > 0) throw new ConfigError(faults)
  const fixed = new Set(settings.map(({ name }) => name).filter((name) => environment[name] !== undefined))
  return Object.freeze({ ...config, fixed })
}

const readValues = (environment: Environment, faults: string[]): Record<SettingName, string> => {
  const entries = settings.map((setting) => [setting.name, readValue(environment, setting, faults)])
  // Each setting has a value; the compiler sees texts as the names of entries.
  return Object.fromEntries(entries) as Record<SettingName, string>
}

const readValue = (environment: Environment, setting: Setting, faults: string[]): string => {
  const path = setting.isSecret ? environment[`${setting.name}_FILE`] : undefined
  if (path === undefined) return environment[setting.name] ?? setting.default
  if (environment[setting.name] !== undefined) {
    faults.push(`${setting.name} and ${setting.name}_FILE: only one of them may be set.`)
  }
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    faults.push(`${setting.name}_FILE: the file cannot be read. It is ${JSON.stringify(path)}.`)
    return setting.default
  }
}

const build = (values: Record<SettingName, string>, fault: Fault): Omit<Config, 'fixed'> => {
  const whole = (name: SettingName, low: number, high: number): number => {
    const value = /^\d{1,9}$/.test(values[name]) ? Number(values[name]) : Number.NaN
    if (!(value >= low && value <= high)) fault(name, `it must be a whole number from ${low} to ${high}.`)
    return value
  }
  const oneOf = <T extends string>(name: SettingName, allowed: readonly [T, ...T[]]): T => {
    const value = allowed.find((it) => it === values[name])
    if (value === undefined) fault(name, `it must be one of ${allowed.join(', ')}.`)
    return value ?? allowed[0]
  }
  const networks = (name: SettingName): string[] => {
    const list = splitList(values[name])
    if (!list.every(isNetwork)) {
      fault(name, 'it must be addresses or networks such as 10.0.0.0/8, separated by commas.')
    }
    return list
  }
  for (const name of ['KALENDS_HOST', 'KALENDS_DATA'] as const) {
    if (values[name].trim() === '') fault(name, 'it must not be empty.')
  }
  const port = whole('KALENDS_PORT', 0, 65535)
  const dataDirectory = resolve(values.KALENDS_DATA)
  const database = readDatabase(values.KALENDS_DATABASE || `sqlite:${join(dataDirectory, 'kalends.sqlite')}`)
  if ('fault' in database) fault('KALENDS_DATABASE', database.fault)
  const publicUrl = readPublicUrl(values, port, fault)
  const workers = whole('KALENDS_WORKERS', 1, 64)
  const zone = parseZone(values.KALENDS_TIMEZONE)
  if (!zone) fault('KALENDS_TIMEZONE', 'it must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2.')
  return {
    host: values.KALENDS_HOST,
    port,
    dataDirectory,
    database: 'fault' in database ? { kind: 'sqlite', path: '' } : database,
    preparedStatements: oneOf('KALENDS_PREPARED_STATEMENTS', ['on', 'off']) === 'on',
    publicUrl,
    mail: readMail(values, publicUrl, fault),
    submissions: oneOf('KALENDS_SUBMISSIONS', ['off', 'on']) === 'on',
    oidc: readOidc(values, fault),
    twoFactors: readTwoFactors(values.KALENDS_TWO_FACTORS, fault),
    siteName: values.KALENDS_SITE_NAME,
    siteDescription: values.KALENDS_SITE_DESCRIPTION,
    zone: zone ?? utcZone,
    ...readLanguages(values, fault),
    headerLinks: readLinks(values, 'KALENDS_HEADER_LINKS', fault),
    footerLinks: readLinks(values, 'KALENDS_FOOTER_LINKS', fault),
    intro: values.KALENDS_INTRO,
    font: oneOf('KALENDS_FONT', fonts),
    fontFiles: [],
    homeView: oneOf('KALENDS_HOME_VIEW', homeViews),
    repeated: oneOf('KALENDS_REPEATED', repeatedWays),
    views: readViews(values.KALENDS_VIEWS, fault),
    theme: readTheme(values.KALENDS_THEME, dataDirectory, fault),
    analytics: readAnalytics(values.KALENDS_ANALYTICS, fault),
    tiles: readTiles(values, publicUrl, fault),
    tileAttribution: values.KALENDS_TILE_ATTRIBUTION,
    workers,
    stopSeconds: whole('KALENDS_STOP_SECONDS', 2, 600),
    logLevel: oneOf('KALENDS_LOG_LEVEL', logLevels),
    maxPerPage: whole('KALENDS_MAX_PER_PAGE', 1, 1000),
    revisions: whole('KALENDS_REVISIONS', 0, 1000),
    activityDays: whole('KALENDS_ACTIVITY_DAYS', 1, 36_500),
    deletionsDays: whole('KALENDS_DELETIONS_DAYS', 8, 36_500),
    seriesMonths: whole('KALENDS_SERIES_MONTHS', 1, 120),
    importBytes: whole('KALENDS_IMPORT_BYTES', 1, 999_999_999),
    answerCache: whole('KALENDS_ANSWER_CACHE', 0, 65_536) * mebibyte,
    recordCache:
      values.KALENDS_RECORD_CACHE === ''
        ? usualRecordCache(memoryBytes(), workers)
        : whole('KALENDS_RECORD_CACHE', 0, 65_536) * mebibyte,
    startOfWeek: readWeekStart(values.KALENDS_WEEK_START, fault),
    clock: values.KALENDS_HOURS === '' ? '' : oneOf('KALENDS_HOURS', ['24', '12']),
    accentColor: '',
    logo: undefined,
    headerImage: 0,
    currency: {
      code: '',
      symbol: values.KALENDS_CURRENCY_SYMBOL,
      position: oneOf('KALENDS_CURRENCY_POSITION', ['prefix', 'postfix']),
    },
    trustedProxies: networks('KALENDS_TRUSTED_PROXIES'),
    metricsNetworks: networks('KALENDS_METRICS_NETWORKS'),
    mediaStore: oneOf('KALENDS_MEDIA_STORE', ['files', 'database']),
    fetchRules: { networks: networks('KALENDS_FETCH_NETWORKS'), ports: readPorts(values.KALENDS_FETCH_PORTS, fault) },
  }
}

/** Returns the settings with the port that KALENDS_PORT=0 has chosen, also in the default of KALENDS_PUBLIC_URL. */
export const withPort = (config: Config, port: number): Config => {
  const isDefault = config.publicUrl === defaultPublicUrl(config.host, config.port)
  return Object.freeze({
    ...config,
    port,
    publicUrl: isDefault ? defaultPublicUrl(config.host, port) : config.publicUrl,
  })
}

/** Reports a fault of a setting. */
export type Fault = (name: SettingName, message: string) => void

/** The language of the pages, with its region, and the languages that are offered. */
const readLanguages = (
  values: Record<SettingName, string>,
  fault: Fault,
): Pick<Config, 'language' | 'locale' | 'languages'> => {
  const locale = values.KALENDS_LANGUAGE
  const offered = splitList(values.KALENDS_LANGUAGES)
  if (!offered.every(isLanguage)) fault('KALENDS_LANGUAGES', `it must be some of ${languages.join(', ')}.`)
  const chosen = chooseLanguages(locale, offered)
  if (chosen) return chosen
  fault('KALENDS_LANGUAGE', `it must be ${localeRule}.`)
  return { language: 'en', locale: 'en', languages }
}

/** What the language of the site must be. */
export const localeRule = `one of ${languages.join(', ')}, with or without a region, such as en-GB`

/** The language of a locale such as `en-GB`, with the offered languages, of which it always is one; undefined for an unknown one. */
export const chooseLanguages = (
  locale: string,
  offered: readonly string[],
): Pick<Config, 'language' | 'locale' | 'languages'> | undefined => {
  const [language = ''] = locale.split('-')
  if (!isLanguage(language) || !/^[a-z]{2}(-[A-Z]{2})?$/.test(locale)) return undefined
  return { language, locale, languages: languages.filter((it) => it === language || offered.includes(it)) }
}

const readViews = (value: string, fault: Fault): readonly TabView[] => {
  const names = splitList(value)
  const views = names.flatMap((name) => tabViews.find((view) => view === name) ?? [])
  if (views.length === 0 || views.length < names.length) {
    fault('KALENDS_VIEWS', `it must be some of ${tabViews.join(', ')}, separated by commas.`)
  }
  return [...new Set(views)]
}

/** The links of a setting, each as `Name=https://…`. */
const readLinks = (
  values: Record<SettingName, string>,
  setting: 'KALENDS_HEADER_LINKS' | 'KALENDS_FOOTER_LINKS',
  fault: Fault,
): readonly SiteLink[] => {
  const links = splitList(values[setting]).map((entry) => {
    const mark = entry.indexOf('=')
    return { name: entry.slice(0, Math.max(mark, 0)).trim(), url: entry.slice(mark + 1).trim() }
  })
  if (!links.every(({ name, url }) => name !== '' && /^https?:\/\//.test(url) && URL.canParse(url))) {
    fault(setting, 'it must be names and addresses such as Imprint=https://example.org/imprint.')
  }
  return links
}

/** Most bytes of a file of a theme: every visitor loads it. */
const mostThemeBytes = 1_000_000

/** Fonts and pictures of a theme; other files of its directory, such as notes, are left alone. */
const themeFile = /^\w[\w.-]*\.(?:woff2?|ttf|otf|svg|png|jpe?g|webp|avif|gif)$/i

/** Most files of a theme, which stay in memory. */
const mostThemeFiles = 100

/** The operator’s own look: a file of styles, or a directory with `theme.css`, `head.html`, `foot.html`, fonts and pictures; undefined where there is none. */
const readTheme = (value: string, dataDirectory: string, fault: Fault): Theme | undefined => {
  const places = value === '' ? [join(dataDirectory, 'theme'), join(dataDirectory, 'theme.css')] : [resolve(value)]
  const place = places.find((path) => existsSync(path))
  if (place === undefined) {
    if (value !== '') fault('KALENDS_THEME', `${resolve(value)} is neither a file nor a directory.`)
    return undefined
  }
  const isDirectory = statSync(place).isDirectory()
  const inside = (name: string): string | undefined => {
    const path = join(place, name)
    return isDirectory && existsSync(path) ? path : undefined
  }
  const names = isDirectory ? readdirSync(place).filter((name) => themeFile.test(name)) : []
  const theme: Theme = {
    styles: isDirectory ? inside('theme.css') : place,
    head: inside('head.html'),
    foot: inside('foot.html'),
    files: names.map((name) => join(place, name)),
  }
  if (isDirectory && names.length === 0 && !theme.styles && !theme.head && !theme.foot) {
    if (value !== '') fault('KALENDS_THEME', `${place} has no theme.css, head.html, foot.html, fonts or pictures.`)
    return undefined
  }
  if (names.length > mostThemeFiles) {
    fault('KALENDS_THEME', `${place} has more than ${mostThemeFiles} fonts and pictures.`)
    return undefined
  }
  for (const path of [theme.styles, theme.head, theme.foot, ...theme.files]) {
    if (path === undefined) continue
    const found = statSync(path)
    if (!found.isFile()) fault('KALENDS_THEME', `${path} is not a file.`)
    else if (found.size > mostThemeBytes) fault('KALENDS_THEME', `${path} has more than ${mostThemeBytes} bytes.`)
  }
  return theme
}

/** `https://stats.example.org/script.js data-site=1`: the address of a script, and the attributes that it reads. */
const readAnalytics = (value: string, fault: Fault): Analytics | undefined => {
  const [url = '', ...rest] = value.split(/\s+/).filter((part) => part !== '')
  if (url === '') return undefined
  const attributes = rest.map((part) => /^(data-[a-z-]+)=(.*)$/.exec(part)).filter((found) => found !== null)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url) || attributes.length < rest.length) {
    fault('KALENDS_ANALYTICS', 'it must be the address of a script, and attributes such as data-site=1 after it.')
    return undefined
  }
  return { url: new URL(url).href, attributes: attributes.map(([, name = '', text = '']) => [name, text] as const) }
}

/** How close maps get; servers of tiles have at least this zoom. */
export const maxZoom = 18

/** Where map tiles come from: a server, or a file that this server hands them out from; undefined without either. */
const readTiles = (values: Record<SettingName, string>, publicUrl: string, fault: Fault): Config['tiles'] => {
  const { KALENDS_TILE_SERVER: url, KALENDS_TILE_FILE: path } = values
  if (path !== '') {
    if (url !== '') fault('KALENDS_TILE_FILE', 'KALENDS_TILE_SERVER is set too; only one of them can be.')
    const file = readTileFile(resolve(path), fault)
    const attribution = values.KALENDS_TILE_ATTRIBUTION || (file?.attribution ?? '')
    const most = Math.min(file?.maxZoom ?? maxZoom, maxZoom)
    return file && { url: `${publicUrl}/tiles/{z}/{x}/{y}`, maxZoom: most, attribution, file }
  }
  if (url === '') return undefined
  if (!isTileServer(url)) {
    fault('KALENDS_TILE_SERVER', 'it must be a URL with {z}, {x} and {y}.')
    return undefined
  }
  return { url, maxZoom, attribution: values.KALENDS_TILE_ATTRIBUTION }
}

const readTileFile = (path: string, fault: Fault): TileFile | undefined => {
  try {
    return inspectTileFile(path)
  } catch (error) {
    const reason = error instanceof TileFileFault ? error.message : `cannot be read (${(error as Error).message})`
    fault('KALENDS_TILE_FILE', `${path} ${reason}.`)
    return undefined
  }
}

/** How mail is sent; undefined where none is. */
const readMail = (values: Record<SettingName, string>, publicUrl: string, fault: Fault): Config['mail'] => {
  const { KALENDS_SMTP_URL: url, KALENDS_MAIL_FROM: sender } = values
  const isAddress = sender === '' || /^[^\s@<>]+@[^\s@<>]+$/.test(sender)
  if (!isAddress) fault('KALENDS_MAIL_FROM', 'it must be an e-mail address such as events@example.org.')
  if (url === '') return undefined
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url)) {
    fault('KALENDS_SMTP_URL', 'it must be smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the beginning.')
  }
  return { url, from: sender || `kalends@${URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost'}` }
}

/** Whether a text is the URL template of map tiles. */
export const isTileServer = (url: string): boolean =>
  ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) &&
  /^https?:\/\//.test(url) &&
  URL.canParse(url.replace(/[{}]/g, ''))

/** Bytes of a MiB, the unit of the settings of caches. */
export const mebibyte = 1024 * 1024

/** The memory in bytes of the machine, or of the container that limits this process. */
export const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * The usual size in bytes of the records that each process keeps in memory: an eighth of the memory, divided among the processes, of 64
 * to 512 MiB. A calendar of ten thousand events then fits into it on most machines, and lists need no statement.
 */
export const usualRecordCache = (memory: number, workers: number): number =>
  Math.min(Math.max(Math.floor(memory / 8 / workers), 64 * mebibyte), 512 * mebibyte)

/** The parts of a list that is separated by commas. */
const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '')

const readTwoFactors = (value: string, fault: Fault): Role[] => {
  const names = splitList(value)
  const chosen = roles.filter((role) => names.includes(role))
  if (!names.every((name) => chosen.some((role) => role === name))) {
    fault('KALENDS_TWO_FACTORS', `it must be some of ${roles.join(', ')}, separated by commas.`)
  }
  return chosen
}

/** The ports from which images may be fetched. */
const readPorts = (value: string, fault: Fault): number[] => {
  const ports = splitList(value).map((port) => (/^\d{1,5}$/.test(port) ? Number(port) : Number.NaN))
  if (!ports.every((port) => port >= 1 && port <= 65535)) {
    fault('KALENDS_FETCH_PORTS', 'it must be port numbers such as 8080, separated by commas.')
  }
  return ports
}

/** Whether a text is an IP address, alone or with the length of a network prefix. */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix = '1', ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits && !rest.length
  )
}

/** Reads the address of a database; why it cannot be used, where it is invalid. */
export const readDatabase = (value: string): Config['database'] | { readonly fault: string } => {
  const path = /^sqlite:(.+)/s.exec(value)?.[1]
  if (path !== undefined) return { kind: 'sqlite', path: resolve(path) }
  const fault = findAddressFault(value)
  return fault === undefined ? { kind: 'postgres', url: value } : { fault }
}

/** The public URL without a trailing slash, by default that of the port on which the server listens. */
const readPublicUrl = (values: Record<SettingName, string>, port: number, fault: Fault): string => {
  const value = values.KALENDS_PUBLIC_URL
  if (value === '') return defaultPublicUrl(values.KALENDS_HOST, port)
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isPlain = url && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    fault(
      'KALENDS_PUBLIC_URL',
      'it must be an http or https address without a query, such as https://events.example.org.',
    )
  }
  return url ? url.origin + url.pathname.replace(/(?<!\/)\/+$/, '') : ''
}

/** The public URL of a server that has no other. */
const defaultPublicUrl = (host: string, port: number): string => `http://${showHost(host)}:${port}`

/** Returns the host name by which this machine reaches a server that listens on `host`. */
const showHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const weekStarts: Readonly<Record<string, number>> = { sunday: 0, monday: 1, saturday: 6 }

/** The first day of the week, 0 for Sunday to 6 for Saturday; undefined where nothing is set. */
const readWeekStart = (value: string, fault: Fault): number | undefined => {
  const day = weekStarts[value]
  if (day === undefined && value !== '') fault('KALENDS_WEEK_START', 'it must be monday, sunday or saturday.')
  return day
}

/** The OpenID Connect provider for log-ins, and the roles that it gives. */
export type OidcSettings = {
  /** The URL below which the provider publishes its configuration. */
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  /** The claim whose values determine the role. */
  readonly claim: string
  /** The roles by value; `*` means everybody without any of the other values. */
  readonly roles: ReadonlyMap<string, Role>
}

/** Reads the settings of the provider and reports their faults; undefined if there is none. */
const readOidc = (
  values: Readonly<Record<SettingName, string>>,
  fault: (name: SettingName, message: string) => void,
): OidcSettings | undefined => {
  const { KALENDS_OIDC_ISSUER: issuer, KALENDS_OIDC_CLIENT_ID: clientId, KALENDS_OIDC_SECRET: secret } = values
  const read = readRoles(values.KALENDS_OIDC_ROLES)
  if (!read) {
    fault('KALENDS_OIDC_ROLES', `it must be values and roles such as press=editor; the roles are ${roles.join(', ')}.`)
  }
  if (issuer === '') return undefined
  if (!isProvider(issuer)) {
    fault('KALENDS_OIDC_ISSUER', 'it must be an https address, or an http address of this machine, without a query.')
    return undefined
  }
  if (clientId === '') fault('KALENDS_OIDC_CLIENT_ID', 'it is needed with KALENDS_OIDC_ISSUER.')
  if (secret === '') fault('KALENDS_OIDC_SECRET', 'it is needed with KALENDS_OIDC_ISSUER.')
  if (values.KALENDS_OIDC_CLAIM === '') fault('KALENDS_OIDC_CLAIM', 'it must not be empty.')
  return { issuer, clientId, secret, claim: values.KALENDS_OIDC_CLAIM, roles: read ?? new Map() }
}

/** Secrets and tokens pass between server and provider, so https is required, except on the same machine. */
const isProvider = (issuer: string): boolean => {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(issuer)
  const isOwnMachine = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOwnMachine)
  return isSafe && `${search}${hash}${username}${password}` === ''
}

const readRoles = (text: string): OidcSettings['roles'] | undefined => {
  if (text.trim() === '') return new Map(roles.map((role) => [role, role]))
  const read = new Map<string, Role>()
  for (const entry of text.split(',')) {
    // A value may contain "=", as names of groups in a directory do; a role does not.
    const mark = entry.lastIndexOf('=')
    const role = roles.find((known) => known === entry.slice(mark + 1).trim())
    const value = entry.slice(0, Math.max(mark, 0)).trim()
    if (role === undefined || value === '') return undefined
    read.set(value, role)
  }
  return read
}
