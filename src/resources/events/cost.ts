import { readText, showText, slugify } from '../../lib/text.ts'

/** On which side of the number a currency symbol stands; empty when none was written. */
export type SymbolPosition = '' | 'prefix' | 'postfix'

/** A cost as it was parsed from the `cost` of a payload. */
export interface Cost {
  /** The plain text to keep in the database, empty for no cost; `showCost` reads it again. */
  readonly stored: string
  /** The currency symbol all prices share, empty when there is none. */
  readonly symbol: string
  readonly position: SymbolPosition
  /** The prices as decimal numbers without thousands separators, ascending; without any price, the slugs of the texts. */
  readonly values: string[]
}

/** The currency symbol of the site and the side on which it stands, for prices written without one. */
export interface SiteCurrency {
  readonly symbol: string
  readonly position: 'prefix' | 'postfix'
}

/** The fields `cost` and `cost_details` of an event record. */
export interface ShownCost {
  readonly cost: string
  readonly details: {
    readonly currency_symbol: string
    readonly currency_code: string
    readonly currency_position: SymbolPosition
    readonly values: string[]
  }
}

/** The members of an event without a cost. */
export const noCost: ShownCost = {
  cost: '',
  details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
}

const lengthLimit = 20_000

const itemLimit = 1000

/**
 * Reads the `cost` of a payload: a string, a number, or a list of these; null, `''` and `[]` clear it. Undefined when it
 * is of another type, negative, longer than 20,000 characters or than 1,000 prices. HTML is left out (contract, B7.4; F5.6).
 */
export function readCost(input: unknown): Cost | undefined {
  const items: unknown[] = Array.isArray(input) ? input : [input]
  const texts = items.map(readItem)
  if (!texts.every((text) => text !== undefined)) return undefined
  const stored = texts.filter((text) => text !== '').join(', ')
  if (items.length > itemLimit || stored.length > lengthLimit) return undefined
  const { symbol, position, values } = analyse(stored)
  return { stored, symbol, position, values }
}

/**
 * The cost as records print it: one price, or the lowest and the highest of several with an en dash between; `Free` for
 * zero; the site's symbol for prices without one; words as they were written. Reading the result and showing it for the
 * same site gives the same text.
 */
export function showCost(stored: string, site: SiteCurrency): ShownCost {
  if (stored === '') return noCost
  const { prices, symbol, position, values } = analyse(stored)
  const ends = prices.length > 1 ? [prices[0], prices.at(-1)] : prices
  const shown = ends.map((price) => (price === undefined ? '' : showPrice(price, { symbol, position }, site)))
  return {
    cost: showText(prices.length === 0 ? stored : shown.join(' – ')),
    details: { currency_symbol: symbol, currency_code: '', currency_position: position, values },
  }
}

/** The least price of a cost. */
export interface LeastPrice {
  readonly amount: number
  /** The symbol or code of its currency as it was written, empty when none was, and for zero. */
  readonly currency: string
}

/** The least of the prices in `cost_details` of a stored cost; undefined for a cost without a price. */
export function findLeastPrice(stored: string): LeastPrice | undefined {
  const { least, symbol } = analyse(stored)
  const amount = Number(least?.value)
  if (!least || !Number.isFinite(amount)) return undefined
  return { amount, currency: amount === 0 ? '' : least.symbol || symbol }
}

function readItem(item: unknown): string | undefined {
  if (item === null) return ''
  if (typeof item === 'string') {
    const text = readText(item.slice(0, 2 * lengthLimit))
    return negative.test(text) ? undefined : text
  }
  // Numbers so large or small that they print with an exponent are no prices, and neither are negative ones.
  return typeof item === 'number' && /^[\d.]+$/.test(String(item)) ? String(item) : undefined
}

/** A minus before the first number of a text, with or without a symbol between: a negative number is not a price. */
const negative = /^[-\u2212]\s*(?:\p{Sc}\s*)?\d|^\p{Sc}\s*[-\u2212]\s*\d/u

interface SymbolUse {
  readonly symbol: string
  readonly position: SymbolPosition
}

interface Price extends SymbolUse {
  readonly written: string
  readonly value: string
  /** Whether a symbol stands on both sides, as in `$10 USD`. */
  readonly hasTwoSymbols: boolean
}

interface Analysis extends SymbolUse {
  /** Ascending, each value once. Empty when the text is to be printed as it is. */
  readonly prices: Price[]
  readonly values: string[]
  /** The first of the values, with its symbol, when they are prices. */
  readonly least?: Price | undefined
}

const noSymbol: SymbolUse = { symbol: '', position: '' }
const freePrice: Price = { ...noSymbol, written: '0', value: '0', hasTwoSymbols: false }

function analyse(text: string): Analysis {
  const found = [...text.matchAll(pricePattern)].map(readPrice)
  if (found.length === 0) return { ...noSymbol, prices: [], values: slugsOf(text) }
  const rest = text.replace(pricePattern, ';')
  const restWithoutFree = rest.replace(freeAmongPrices, '')
  const hasWords = /[^\s,;/|\p{Pd}−]/u.test(restWithoutFree) || found.some(({ hasTwoSymbols }) => hasTwoSymbols)
  // Numbers among words may be times or ages; those with a currency symbol are prices.
  const withSymbol = found.filter(({ symbol }) => symbol !== '')
  const counted = hasWords && withSymbol.length > 0 ? withSymbol : found
  const prices = sortPrices(restWithoutFree === rest || hasWords ? counted : [freePrice, ...counted])
  const values = prices.map(({ value }) => value)
  // One price with words around it says more than the price alone.
  return { ...commonSymbol(counted), values, least: prices[0], prices: hasWords && prices.length === 1 ? [] : prices }
}

function slugsOf(text: string): string[] {
  return text
    .split(',')
    .map(slugify)
    .filter((slug) => slug !== '')
}

function readPrice(match: RegExpMatchArray): Price {
  const { before, number = '', after } = match.groups ?? {}
  const written = number.startsWith('.') ? `0${number}` : number
  const use: SymbolUse =
    before !== undefined
      ? { symbol: before, position: 'prefix' }
      : after !== undefined
        ? { symbol: after, position: 'postfix' }
        : noSymbol
  const hasTwoSymbols = before !== undefined && after !== undefined
  return { ...use, written, value: decimalOf(written), hasTwoSymbols }
}

/** `1.234,50` → `1234.50`. The separator that comes last and alone is the decimal one, groups of three are thousands. */
function decimalOf(written: string): string {
  const isGrouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.|$)|^\d{1,3}(?:\.\d{3})+(?:,|\.\d{3}$)|^\d{1,3}(?:[ '’]\d{3})+/.test(
    written,
  )
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d+))?$/.exec(isGrouped ? ungroup(written) : written) ?? []
  const digits = whole.replace(/^0+(?=\d)/, '')
  const decimal = fraction === '' ? digits : `${digits}.${fraction}`
  return /[1-9]/.test(decimal) ? decimal : '0'
}

function ungroup(written: string): string {
  const separator = /\D/.exec(written)?.[0] ?? ''
  return written.replaceAll(separator, '')
}

function sortPrices(prices: Price[]): Price[] {
  const sorted = prices.toSorted((one, other) => Number(one.value) - Number(other.value))
  return sorted.filter((price, index) => Number(price.value) !== Number(sorted[index - 1]?.value))
}

function commonSymbol(prices: Price[]): SymbolUse {
  const [first = noSymbol, ...others] = prices.filter(({ symbol }) => symbol !== '')
  const isShared = others.every(({ symbol, position }) => symbol === first.symbol && position === first.position)
  return isShared ? { symbol: first.symbol, position: first.position } : noSymbol
}

function showPrice(price: Price, common: SymbolUse, site: SiteCurrency): string {
  if (price.value === '0') return 'Free'
  const use = [price, common].find(({ symbol }) => symbol !== '') ?? site
  return use.position === 'postfix' ? price.written + use.symbol : use.symbol + price.written
}

/** `Free` standing alone among prices, which have been replaced with `;`. */
const freeAmongPrices = /(?<=^|[\s,;/|\p{Pd}−])free(?=$|[\s,;/|\p{Pd}−])/giu

/** Currency abbreviations that are no ISO 4217 codes. */
const abbreviations = [
  ...[
    'kr\\.?',
    'Kč',
    'zł',
    'Ft',
    'lei',
    'SFr\\.?',
    'Fr\\.',
    'Rs\\.?',
    'Rp\\.?',
    'RM',
    'руб\\.?',
    'грн\\.?',
    'лв\\.?',
    'din',
  ],
  ...['元', '円', '원'],
]
const codes = Intl.supportedValuesOf('currency')
const symbolPattern = `(?:\\p{Lu}{0,3}\\p{Sc}|(?<!\\p{L})(?:${[...abbreviations, ...codes].join('|')})(?!\\p{L}))`

const numberPattern = [
  '[1-9]\\d{0,2}(?:,\\d{3})+(?:\\.\\d+)?(?!\\d)',
  '\\d{1,3}(?:\\.\\d{3})+,\\d+(?!\\d)',
  '\\d{1,3}(?:\\.\\d{3}){2,}(?!\\d)',
  "\\d{1,3}(?:[ '’]\\d{3})+(?:[.,]\\d+)?(?!\\d)",
  '(?<!\\d)\\d+\\.\\d+',
  // A decimal comma; a chain such as `10,20,30` is a list.
  '(?<!\\d|\\d,)(?:0,\\d+|\\d+,(?:\\d{1,2}|\\d{4,}))(?![\\d,])',
  '(?<!\\d)\\d+',
  '(?<![\\p{L}\\d])\\.\\d+',
].join('|')

const pricePattern = new RegExp(
  `(?:(?<before>${symbolPattern})\\s?)?(?<number>${numberPattern})(?:\\s?(?<after>${symbolPattern})(?!\\s?\\d))?`,
  'gu',
)
