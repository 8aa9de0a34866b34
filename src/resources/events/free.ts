import { bool } from '../../core/types.ts'
import { filter } from '../../query/condition.ts'

/** Words for "free" in the languages of the interface. */
const words = [
  ...['free', 'free of charge', 'free entry', 'free admission'],
  ...['kostenlos', 'kostenfrei', 'gratis', 'frei', 'eintritt frei', 'freier eintritt'],
  ...['gratuito', 'gratuita', 'entrada gratuita', 'entrada gratis', 'entrada libre'],
  ...['gratuit', 'gratuite', 'entrée gratuite', 'entrée libre'],
  ...['ingresso gratuito', 'ingresso libero'],
  ...['gratis toegang', 'gratis entree', 'vrije toegang'],
  ...['grátis', 'entrada grátis', 'entrada livre', 'entrada franca'],
  ...['無料', '入場無料', '参加無料'],
]

/** Characters of a price of zero: digits, separators and currency signs. */
const signs = '0０., -–/;$€£¥￥₹₩₺₽₫₪₴'

/** Currency names that may stand beside these characters. */
const currencies = (
  'CHF CAD AUD NZD USD EUR GBP JPY BRL MXN PLN CZK HUF RON SEK NOK DKK ISK INR ZAR ' + 'Fr kr Kr Kč zł Ft lei R 元 円'
).split(' ')

const freeWords = new Set(words)

const freeRests = new Set(['', ...currencies])

/** Removes characters from both ends of a text, in linear time for any text; a regular expression would not. */
const trim = (text: string, ends: string): string => {
  let [from, until] = [0, text.length]
  while (from < until && ends.includes(text.charAt(from))) from++
  while (until > from && ends.includes(text.charAt(until - 1))) until--
  return text.slice(from, until)
}

/**
 * Whether a stored cost means that an event is free: every price is zero, or the cost is a word such as "free". An event with other prices
 * besides (`0, 20`, `0-10`) or without a cost is not free. The result is stored in a column of events, so a change of this rule needs a
 * migration that updates the column.
 */
export const isFree = (cost: string): boolean =>
  (/[0０]/.test(cost) && freeRests.has(trim(cost, signs))) || freeWords.has(trim(cost, '0!-–/; ').toLowerCase())

/** Selects events that are free, or all others (contract C1.4). */
export const freeFilter = filter<'event', boolean, boolean>({
  type: bool,
  about:
    '`true`: only events that cost nothing (every price is zero, or the cost is a word for it, such as `free` or `kostenlos`); `false`: all others.',
  extension: 'C1.4',
  isCheap: true,
  shape: (wanted) => wanted,
  where: (_, wanted) => (eb) => eb('event.is_free', '=', eb.lit(wanted ? 1 : 0)),
})
