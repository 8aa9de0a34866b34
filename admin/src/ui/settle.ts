import { createContext } from 'preact'

/** What the fields of a form do before it is sent: each says whether what is typed in it has become a choice. */
export type Settlers = Set<() => Promise<boolean>>

/** The fields of the form around a part. */
export const SettleContext = createContext<Settlers>(new Set())

/** Makes choices of what is typed in all fields, and says whether that has worked. */
export const settleAll = async (settlers: Settlers): Promise<boolean> => {
  const all = await Promise.all([...settlers].map((settle) => settle()))
  return all.every(Boolean)
}
