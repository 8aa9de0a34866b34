import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import type { Config, SiteLink } from './config.ts'
import { findAddressFault } from './db/dialects/postgres-address.ts'
import { isLanguage, languages } from './i18n/catalogue.ts'
import { inspectTileFile, type TileFile, TileFileFault } from './lib/tile-file.ts'
import type { SettingName } from './settings.ts'

/** Reports a fault of a setting. */
export type Fault = (name: SettingName, message: string) => void

/** The language of the pages, with its region, and the languages that are offered. */
export const readLanguages = (
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

/** The links of a setting, each as `Name=https://…`. */
export const readLinks = (
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

/** Most bytes of a file of styles: every visitor loads it. */
const mostThemeBytes = 1_000_000

/** The file of the operator’s own styles; undefined where there is none. */
export const readTheme = (value: string, dataDirectory: string, fault: Fault): string | undefined => {
  const file = value === '' ? join(dataDirectory, 'theme.css') : resolve(value)
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found && value === '') return undefined
  if (!found?.isFile()) fault('KALENDS_THEME', `${file} is not a file.`)
  else if (found.size > mostThemeBytes) fault('KALENDS_THEME', `${file} has more than ${mostThemeBytes} bytes.`)
  else return file
  return undefined
}

/** How close maps get; servers of tiles have at least this zoom. */
export const maxZoom = 18

/** Where map tiles come from: a server, or a file that this server hands them out from; undefined without either. */
export const readTiles = (values: Record<SettingName, string>, publicUrl: string, fault: Fault): Config['tiles'] => {
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
export const readMail = (values: Record<SettingName, string>, publicUrl: string, fault: Fault): Config['mail'] => {
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
export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '')

/** The ports from which images may be fetched. */
export const readPorts = (value: string, fault: Fault): number[] => {
  const ports = splitList(value).map((port) => (/^\d{1,5}$/.test(port) ? Number(port) : Number.NaN))
  if (!ports.every((port) => port >= 1 && port <= 65535)) {
    fault('KALENDS_FETCH_PORTS', 'it must be port numbers such as 8080, separated by commas.')
  }
  return ports
}

/** Whether a text is an IP address, alone or with the length of a network prefix. */
export const isNetwork = (text: string): boolean => {
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
export const readPublicUrl = (values: Record<SettingName, string>, port: number, fault: Fault): string => {
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
export const defaultPublicUrl = (host: string, port: number): string => `http://${showHost(host)}:${port}`

/** Returns the host name by which this machine reaches a server that listens on `host`. */
export const showHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const weekStarts: Readonly<Record<string, number>> = { sunday: 0, monday: 1, saturday: 6 }

/** The first day of the week, 0 for Sunday to 6 for Saturday; undefined where nothing is set. */
export const readWeekStart = (value: string, fault: Fault): number | undefined => {
  const day = weekStarts[value]
  if (day === undefined && value !== '') fault('KALENDS_WEEK_START', 'it must be monday, sunday or saturday.')
  return day
}
