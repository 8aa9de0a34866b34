import { sql } from 'kysely'
import { bool } from '../../crud/param-types.ts'
import { filter } from '../../crud/resource.ts'

/** How organizers write that nothing is to be paid, in the languages of the pages; prices of zero are found besides. */
const words = [
  'free',
  'gratis',
  'kostenlos',
  'kostenfrei',
  'frei',
  'gratuit',
  'gratuito',
  'gratuita',
  '無料',
  '入場無料',
]

/** What may stand around the zero of a price: marks, and codes such as CHF. */
const marks = '0., $€£¥₹ABCDEFGHIJKLMNOPQRSTUVWXYZkr'

/**
 * Events for which nothing has to be paid, or that have a price of zero beside others. The interface has no such filter; pages and
 * feeds have.
 */
export const freeFilter = filter<'event', boolean, boolean>({
  type: bool,
  isCheap: true,
  shape: (wanted) => wanted,
  where: (_, wanted) => (eb) => {
    const cost = eb.ref('event.cost')
    const isZero = sql<boolean>`(${cost} like '%0%' and trim(${cost}, ${sql.lit(marks)}) = '')`
    const isWord = sql<boolean>`lower(${cost}) in (${sql.join(words.map((word) => sql.lit(word)))})`
    const isFree = sql<boolean>`(${isZero} or ${isWord} or ${cost} like '0, %' or ${cost} like '%, 0' or lower(${cost}) like 'free, %')`
    return wanted ? isFree : sql<boolean>`not ${isFree}`
  },
})
