import { filter } from '../../core/resource.ts'
import { bool } from '../../core/types/values.ts'

/** How organizers write that nothing is to be paid, in the languages of the pages; prices of zero are found besides. */
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

/** What stands in prices besides the zeros: signs of currencies, and what joins several. */
const signs = '0０., -–/;$€£¥￥₹₩₺₽₫₪₴'

/** What may be left of a price without them. */
const currencies = (
  'CHF CAD AUD NZD USD EUR GBP JPY BRL MXN PLN CZK HUF RON SEK NOK DKK ISK INR ZAR ' + 'Fr kr Kr Kč zł Ft lei R 元 円'
).split(' ')

const freeWords = new Set(words)

const freeRests = new Set(['', ...currencies])

/** A text without some characters at its ends; a loop takes a time in proportion to the text, whatever is in it. */
const trim = (text: string, ends: string): string => {
  let [from, until] = [0, text.length]
  while (from < until && ends.includes(text.charAt(from))) from++
  while (until > from && ends.includes(text.charAt(until - 1))) until--
  return text.slice(from, until)
}

/**
 * Whether nothing has to be paid by a stored cost: every price is zero, or nothing but a word says so. Where only some pay nothing
 * (`0, 20`, `0-10`), an event is not free, and neither is one that says nothing of its cost. Events have the answer in a column:
 * another answer here needs a migration that brings the stored ones up to date.
 */
export const isFree = (cost: string): boolean =>
  (/[0０]/.test(cost) && freeRests.has(trim(cost, signs))) || freeWords.has(trim(cost, '0!-–/; ').toLowerCase())

/** Events for which nothing has to be paid, or all others (contract C1.4). */
export const freeFilter = filter<'event', boolean, boolean>({
  type: bool,
  about:
    '`true`: only events that cost nothing (every price is zero, or the cost is a word for it, such as `free` or `kostenlos`); `false`: all others.',
  extension: 'C1.4',
  isCheap: true,
  shape: (wanted) => wanted,
  where: (_, wanted) => (eb) => eb('event.is_free', '=', eb.lit(wanted ? 1 : 0)),
})
