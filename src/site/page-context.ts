import type { ChangeFeed } from '../cache/change-feed.ts'
import type { Config } from '../config.ts'
import type { AppContext, CacheableContext } from '../core/context.ts'
import type { Mailer } from '../core/mailer.ts'
import type { Address } from '../http/address.ts'
import { findTranslator, type Language, type Translator } from '../i18n/catalogue.ts'
import type { Point } from '../lib/distance.ts'
import type { Links } from '../lib/links.ts'
import { startOfWeekAt } from '../lib/week.ts'
import type { Library } from '../media/library.ts'
import type { Assets } from './assets.ts'
import type { CategoryHues } from './category-hues.ts'
import type { Feeds } from './feeds/feeds.ts'
import type { ParamNames } from './known-params.ts'
import type { FilterOptions } from './pages/filter-form.ts'
import type { RecordReader } from './reader.ts'

/** Records that a page or a feed may read at once, whatever the interface allows its clients; a feed of more reads again. */
export const mostRecords = 10_000

/** What the pages that take something from visitors need besides; `mailer` is undefined where the server sends no mail. */
export type PageTools = { readonly library: Library; readonly mailer: Mailer | undefined }

/** What the pages are made from, for one request. */
export type PageContext = {
  readonly app: AppContext
  readonly config: Config
  readonly links: Links
  readonly request: CacheableContext
  /** The records that the request may read. */
  readonly records: RecordReader
  readonly assets: Assets
  readonly translator: Translator
  /** The language segment of the address, with its slash before; '' for the language of the site. */
  readonly prefix: string
  /** The path below the language, as it was sent, and the query without its mark. */
  readonly path: string
  readonly query: string
  /** The parameters that a path of the site reads. */
  readonly paramsOf: (path: string) => ParamNames
  readonly feeds: Feeds
  readonly options: () => Promise<FilterOptions>
  readonly hues: () => Promise<CategoryHues>
  readonly changeFeed: ChangeFeed
  readonly tools: PageTools | undefined
  /** The point from which events are shown with their distance. */
  readonly near?: Point | undefined
  /** An event stands for all dates of its series. */
  readonly isOnce?: boolean
}

/** The address of a page in the language of the context, such as `/de/events/`. */
export const href = ({ links, prefix }: Pick<PageContext, 'links' | 'prefix'>, path: string): string =>
  `${new URL(links.site).pathname.replace(/\/$/, '')}${prefix}${path}`

/** A path of this server from the root of its host, whatever the language. */
export const rooted = ({ links }: Pick<PageContext, 'links'>, path: string): string => href({ links, prefix: '' }, path)

/** The same with the host. */
export const absolute = ({ links, prefix }: Pick<PageContext, 'links' | 'prefix'>, path: string): string =>
  links.page(`${prefix}${path}`)

/** An address with the scheme that calendar programs open. */
export const asWebcal = (address: string): string => address.replace(/^https?:/, 'webcal:')

/** The segment of a language: none for that of the site. */
export const languagePrefix = (config: Config, language: Language): string =>
  language === config.language ? '' : `/${language}`

/** The language of an address: that before its path, or that of the site, which alone has a region. */
export const readLanguage = (
  config: Config,
  { root, language }: Pick<Address, 'root' | 'language'>,
): Pick<PageContext, 'translator' | 'prefix'> => {
  const isOfSite = root === '/'
  const own = isOfSite ? config.language : language
  const locale = isOfSite ? config.locale : language
  const habits = { clock: config.clock, startOfWeek: startOfWeekAt(config, locale) }
  return { translator: findTranslator(own, locale, habits), prefix: isOfSite ? '' : languagePrefix(config, language) }
}
