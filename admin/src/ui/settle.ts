import { createContext } from 'preact'

/** The functions of fields to call before a form is sent: each returns whether the typed text became a choice. */
export type Settlers = Set<() => Promise<boolean>>

/** The fields of the form around a part. */
export const SettleContext = createContext<Settlers>(new Set())

/** Turns the typed text of all fields into choices, and returns whether that succeeded. */
export const settleAll = async (settlers: Settlers): Promise<boolean> => {
  const all = await Promise.all([...settlers].map((settle) => settle()))
  return all.every(Boolean)
}
