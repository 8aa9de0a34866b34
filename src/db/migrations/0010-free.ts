import type { Migration } from './list.ts'

/** Whether an event is free, which was read from its cost in every list that asked for it. */
export const free: Migration = {
  name: '0010-free',
  statements: (t) => [
    `alter table event add column is_free ${t.integer} not null default 0`,
    `update event set is_free = 1 where ${isZero} or ${isWord}`,
    // The end tells what still goes on, as in the index of all events.
    'create index event_free on event (is_free, status, start_utc, id, end_utc) where hide_from_listings = 0',
  ],
}

/* What was a condition of lists until then: later changes of `resources/events/free.ts` change nothing here. */

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

const among = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ')

const isZero = `((cost like '%0%' or cost like '%０%') and trim(cost, '${signs}') in (${among(['', ...currencies])}))`

const isWord = `lower(trim(cost, '0!-–/; ')) in (${among(words.flatMap(withCapitals))})`
