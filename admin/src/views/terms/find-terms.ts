import { calendar, readData } from '../../api/calendar.ts'
import type { Choice } from '../../ui/combobox.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { buildTree, type Node } from './category-tree.ts'
import { forgetCategories, knownCategories } from './colors.ts'

/** Most terms that a field shows: more than anybody looks through. */
const most = 50

/** The tags whose name has these words, also those that no event has yet, for fields that choose some. */
export const findTags = async (search: string): Promise<readonly Choice[]> =>
  readData(await calendar.GET('/tags', queryOf(search))).tags.map(({ id, name }) => ({ id, name: plainText(name) }))

/**
 * The categories whose name has these words, also those that no event has yet: as a tree, with their colours. Without words all of them. One
 * whose parent is not among them says what it is below.
 */
export const findCategories = async (search: string): Promise<readonly Choice[]> => {
  // The field is opened: others may have added some since.
  if (search === '') forgetCategories()
  const known = await knownCategories()
  if (search === '') return choicesOf(buildTree(known))
  const { categories } = readData(await calendar.GET('/categories', queryOf(search)))
  const found = new Set(categories.map(({ id }) => id))
  const inTree = choicesOf(buildTree(known), found)
  const others = categories.filter(({ id }) => !inTree.some((choice) => choice.id === id))
  return [...inTree, ...others.map(({ id, name }) => ({ id, name: plainText(name) }))]
}

const queryOf = (search: string) => ({
  params: { query: { per_page: most, hide_empty: false, ...(search ? { search } : {}) } },
})

/** The nodes of a tree in order, or only those that were found. */
const choicesOf = (
  nodes: readonly Node[],
  found?: ReadonlySet<number>,
  above?: { readonly name: string; readonly depth: number; readonly isShown: boolean },
): readonly Choice[] =>
  nodes.flatMap(({ term: { id, name: written, meta }, below }) => {
    const name = plainText(written)
    const isShown = !found || found.has(id)
    const depth = above ? above.depth + (above.isShown ? 1 : 0) : 0
    const note = above && !above.isShown ? above.name : undefined
    const choice = { id, name, depth, color: meta.color || undefined, ...(note && { note }) }
    return [...(isShown ? [choice] : []), ...choicesOf(below, found, { name, depth, isShown })]
  })
