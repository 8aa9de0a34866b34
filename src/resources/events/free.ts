import { sql } from 'kysely'
import { bool } from '../../crud/param-types.ts'
import { filter } from '../../crud/resource.ts'

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

/** Databases may know no small letters but those of ASCII. */
const withCapitals = (word: string): string[] => [
  ...new Set([word, word.toUpperCase().replace(/[A-Z]/g, (letter) => letter.toLowerCase())]),
]

/**
 * Events for which nothing has to be paid: every price is zero, or nothing but a word says so. Where only some pay nothing
 * (`0, 20`, `0-10`), an event is not free, and neither is one that says nothing of its cost. The interface has no such filter; pages
 * and feeds have.
 */
export const freeFilter = filter<'event', boolean, boolean>({
  type: bool,
  isCheap: true,
  shape: (wanted) => wanted,
  where: (_, wanted) => (eb) => {
    const cost = eb.ref('event.cost')
    const among = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)))
    const isZero = sql<boolean>`((${cost} like '%0%' or ${cost} like '%０%')
      and trim(${cost}, ${sql.lit(signs)}) in (${among(['', ...currencies])}))`
    const isWord = sql<boolean>`lower(trim(${cost}, '0!-–/; ')) in (${among(words.flatMap(withCapitals))})`
    const isFree = sql<boolean>`(${isZero} or ${isWord})`
    return wanted ? isFree : sql<boolean>`not ${isFree}`
  },
})
