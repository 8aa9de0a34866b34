import type { Config } from '../config.ts'
import type { Translator } from '../i18n/catalogue.ts'
import { plainText } from '../lib/text.ts'
import type { EventLine } from '../resources/events/lines.ts'

type Money = { readonly translator: Translator; readonly config: Pick<Config, 'currency'> }

/** Symbols of one currency each, or of one that is written like the others that have it. */
const codesOfSymbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '￥': 'JPY',
  円: 'JPY',
  '₩': 'KRW',
  원: 'KRW',
  元: 'CNY',
  '₹': 'INR',
  '₴': 'UAH',
  '₺': 'TRY',
  '₪': 'ILS',
  '₽': 'RUB',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  'Fr.': 'CHF',
  SFr: 'CHF',
  'SFr.': 'CHF',
}

const known = new Set(Intl.supportedValuesOf('currency'))

/** The code of a currency (ISO 4217) by what stands beside a price; undefined where it is not certain. */
const codeOf = ({ currency }: Money['config'], symbol: string): string | undefined => {
  if (symbol === currency.symbol && currency.code !== '') return currency.code
  return known.has(symbol) ? symbol : codesOfSymbols[symbol]
}

const formats = new Map<string, Intl.NumberFormat>()

/** Words that say nothing else than that an event is free. */
const freeWord = /^(?:free|frei|kostenlos|gratis|gratuit|gratuito|grátis|無料)$/i

/** An amount in a currency as the language writes it, without decimals where there are none. */
export const writeMoney = ({ locale }: Translator, code: string, amount: number): string => {
  const key = `${locale} ${code}`
  let format = formats.get(key)
  if (!format) {
    // A format is expensive to make, and there are few.
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    })
    if (formats.size < 200) formats.set(key, format)
  }
  // In a text from the right, `US$` would fall apart.
  return locale.startsWith('ar')
    ? format.format(amount).replace(/[A-Z]{1,3}\p{Sc}/u, '\u2066$&\u2069')
    : format.format(amount)
}

/** An amount in the currency of the site. */
export const writeAmount = ({ translator, config }: Money, amount: number): string => {
  const { symbol, position } = config.currency
  const code = codeOf(config, symbol)
  if (code !== undefined) return writeMoney(translator, code, amount)
  const number = amount.toLocaleString(translator.locale)
  return position === 'prefix' ? `${symbol}${number}` : `${number} ${symbol}`
}

/**
 * What an event costs, as the language of the page writes money: the interface has it as it was written, with `Free` in English. Words, and
 * prices in a currency that is not certain, stay as they are.
 */
export const writeCost = (
  { translator, config }: Money,
  { cost, cost_details }: Pick<EventLine, 'cost' | 'cost_details'>,
): string => {
  const { values } = cost_details
  const parts = plainText(cost).split(' – ')
  if (parts.length > 2) return parts.join(' – ')
  return parts
    .map((part, at) => {
      if (freeWord.test(part)) return translator.text('event.free')
      const [first, last] = [part.search(/\d/), part.search(/\d\D*$/)]
      const number = part.slice(first, last + 1)
      const amount = Number(at === 0 ? values[0] : values.at(-1))
      const code = codeOf(config, part.slice(0, Math.max(first, 0)).trim() + part.slice(last + 1).trim())
      if (!/^[\d.,'’\s]+$/.test(number) || code === undefined || !Number.isFinite(amount)) return part
      return digitsOf(number).startsWith(digitsOf(String(amount))) ? writeMoney(translator, code, amount) : part
    })
    .join(' – ')
}

/** Tells whether a number of the text is one of the details. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')
