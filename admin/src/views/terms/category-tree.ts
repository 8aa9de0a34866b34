import type { Category } from '../../api/terms.ts'
import { t } from '../../texts.ts'
import { plainText } from '../../ui/plain-text.ts'

/** A category with those directly below it. */
export type Node = { readonly term: Category; readonly below: readonly Node[] }

/** Puts categories below one another; their order stays. */
export const buildTree = (terms: readonly Category[], parent = 0): readonly Node[] =>
  terms.filter((term) => term.parent === parent).map((term) => ({ term, below: buildTree(terms, term.id) }))

/** The ids of a category and of all below it: where it cannot be moved to. */
export const idsFrom = (terms: readonly Category[], id: number): ReadonlySet<number> => {
  const ids = new Set([id])
  const add = (parent: number): void => {
    for (const term of terms) {
      if (term.parent !== parent || ids.has(term.id)) continue
      ids.add(term.id)
      add(term.id)
    }
  }
  add(id)
  return ids
}

/** Categories to choose one from, those below others moved to the right; the first choice is the top. */
export const parentOptions = (
  terms: readonly Category[],
  without?: number,
): readonly (readonly [value: string, text: string])[] => {
  const hidden = without === undefined ? new Set() : idsFrom(terms, without)
  const list = (nodes: readonly Node[], depth: number): (readonly [string, string])[] =>
    nodes.flatMap(({ term, below }) =>
      hidden.has(term.id)
        ? []
        : [[String(term.id), `${'– '.repeat(depth)}${plainText(term.name)}`], ...list(below, depth + 1)],
    )
  return [['0', t('(at the top)')], ...list(buildTree(terms), 0)]
}
