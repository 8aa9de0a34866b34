import { readCost } from '../../resources/events/cost.ts'
import type { Notes } from './texts.ts'

/** A cost as The Events Calendar keeps it: the symbol apart from the price. */
export type SplitCost = { readonly cost: string; readonly symbol: string; readonly position: string }

/** A cost as the field of the interface takes it; empty, with a note, if it is none. */
export const fitCost = ({ cost, symbol, position }: SplitCost, notes: Notes): string => {
  // A symbol belongs to a number alone; words such as `free` have none.
  const isNumber = /^[\d.,]+$/.test(cost) && /[1-9]/.test(cost)
  const isAfter = /^(?:postfix|suffix|after)$/i.test(position) || /^[A-Z]{3}$/.test(symbol)
  const text = isNumber && symbol !== '' ? (isAfter ? `${cost} ${symbol}` : `${symbol}${cost}`) : cost
  if (readCost(text) !== undefined) return text
  notes.add(`The cost “${text.slice(0, 40)}” was left out: it is no price.`)
  return ''
}
