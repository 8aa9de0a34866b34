import { useEffect, useState } from 'preact/hooks'
import { type Category, readCategories } from '../../api/terms.ts'

/** Colours by the id of the category. */
export type Colors = ReadonlyMap<number, string>

/** Read once for as long as the page is open: every list of events shows their colours. */
let categories: Promise<readonly Category[]> | undefined

/** Has the categories read again, after some have changed. */
export const forgetCategories = (): void => {
  categories = undefined
}

/** All categories; none without an answer, as everything else works without them. */
export const knownCategories = (): Promise<readonly Category[]> => {
  categories ??= readCategories().catch(() => {
    forgetCategories()
    return []
  })
  return categories
}

/** The colours of categories by id, of those that have one. */
export const readColors = async (): Promise<Colors> =>
  new Map((await knownCategories()).flatMap(({ id, meta }) => (meta.color ? [[id, meta.color] as const] : [])))

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
