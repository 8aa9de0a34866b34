import { toNumber } from '../../core/fields.ts'
import { numberBetween } from '../../core/types.ts'
import type { Database } from '../../db/database.ts'
import type { EventTable } from '../../db/schema.ts'
import { filter } from '../../query/condition.ts'
import { findLeastPrice, type LeastPrice } from './cost.ts'
import { isFree } from './free.ts'
import { currencyCodes } from './offers.ts'

/** The columns that a cost fills. */
export type CostColumns = Pick<EventTable, 'cost' | 'is_free' | 'least_price' | 'price_currency'>

const free: LeastPrice = { amount: 0, currency: '' }
const unknown: LeastPrice = { amount: -1, currency: '' }

/** The columns of a stored cost: what is free costs 0, and a cost without a price has none that is known. */
export const costColumns = (cost: string): CostColumns => {
  const isNothingDue = isFree(cost)
  const { amount, currency } = isNothingDue ? free : (findLeastPrice(cost) ?? unknown)
  return { cost, is_free: toNumber(isNothingDue), least_price: amount, price_currency: currency }
}

/** The highest price by which events are selected. */
export const mostCost = 1_000_000_000

type Currency = { readonly code: string; readonly symbol: string }

/** Signs of currencies that prices are written with besides the usual ones. */
const moreSigns: ReadonlyMap<string, string> = new Map([
  ['US$', 'USD'],
  ['￥', 'JPY'],
  ['円', 'JPY'],
  ['Fr.', 'CHF'],
  ['SFr.', 'CHF'],
])

/** How a price in the currency of the site may be written: without any, or with its symbol or code, also with a full stop. */
const writtenAs = ({ symbol: configured, code: sent }: Currency): readonly string[] => {
  const symbol = configured.trim()
  const all = [...currencyCodes, ...moreSigns]
  const known = all.find(([sign]) => sign === symbol)?.[1]
  const code = sent || known || (/^[A-Z]{3}$/.test(symbol) ? symbol : '')
  const signs = all.flatMap(([sign, of]) => (of === code ? sign : []))
  return [...new Set(['', configured, symbol, `${symbol}.`, symbol.replace(/\.$/, ''), code, ...signs])]
}

/** Selects events by their least price (contract C1.4). */
export const costMaxFilter = filter<'event', number>({
  type: numberBetween(0, mostCost),
  about:
    'Only events whose least price is at most this number, in the currency of the site; free events count as 0. Events without a price, or with a price in another currency, are left out.',
  extension: 'C1.4',
  isCheap: true,
  where: ({ param, isText }) => {
    const most = param((value) => value)
    return (eb) =>
      eb.and([
        // The condition of the index.
        eb('event.least_price', '>=', eb.lit(0)),
        eb('event.least_price', '<=', most),
        isText(eb.ref('event.price_currency'), (_, { config }) => writtenAs(config.currency)),
      ])
  },
})

/** Events whose prices one transaction reads. */
const portion = 500

/** Reads the prices of events that a release stored which did not keep them; for all others it is one look into an empty index. */
export const readPrices = async (database: Database): Promise<void> => {
  const findUnread = ({ kysely }: Pick<Database, 'kysely'>) =>
    kysely.selectFrom('event').select(['id', 'cost']).where('least_price', 'is', null).orderBy('id')
  while ((await findUnread(database).limit(1).execute()).length > 0) {
    await database.transact(async (db) => {
      const events = await findUnread(db).limit(portion).execute()
      for (const [cost, same] of Map.groupBy(events, (event) => event.cost)) {
        const ids = same.map(({ id }) => id)
        await db.kysely
          .updateTable('event')
          .set(costColumns(cost))
          .where((eb) => db.dialect.isIn(eb.ref('id'), ids))
          .execute()
      }
    })
  }
}
