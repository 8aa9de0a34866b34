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

/** What may stand around the zero of a price: marks, codes such as CHF, and abbreviations such as kr, Kč and zł. */
const marks = '0., $€£¥₹₩₺₽₫₪₴ABCDEFGHIJKLMNOPQRSTUVWXYZkrčzłFtei元円원'

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
    const isZero = sql<boolean>`(${cost} like '%0%' and trim(${cost}, ${sql.lit(marks)}) = '')`
    const isWord = sql<boolean>`lower(${cost}) in (${sql.join(words.map((word) => sql.lit(word)))})`
    const isFree = sql<boolean>`(${isZero} or ${isWord})`
    return wanted ? isFree : sql<boolean>`not ${isFree}`
  },
})
