import { useEffect, useState } from 'preact/hooks'
import { readCategories } from '../../api/terms.ts'

/** Colours by the id of the category. */
export type Colors = ReadonlyMap<number, string>

/** Read once for as long as the page is open: every list of events shows them. */
let colors: Promise<Colors> | undefined

/** Has the colours read again, after categories have changed. */
export const forgetColors = (): void => {
  colors = undefined
}

/** The colours of categories by id, of those that have one. Without an answer events are shown without colours. */
export const readColors = (): Promise<Colors> => {
  colors ??= readCategories().then(
    (terms) => new Map(terms.flatMap(({ id, meta }) => (meta.color ? [[id, meta.color] as const] : []))),
    () => {
      forgetColors()
      return new Map()
    },
  )
  return colors
}

/** The colours of categories as soon as they are read. */
export const useColors = (): Colors => {
  const [all, setAll] = useState<Colors>(new Map())
  useEffect(() => {
    readColors().then(setAll)
  }, [])
  return all
}

/** The colour of an event: that of the first of its categories that has one. */
export const colorOf = (all: Colors, categories: readonly number[]): string | undefined => {
  for (const id of categories) if (all.has(id)) return all.get(id)
  return undefined
}
