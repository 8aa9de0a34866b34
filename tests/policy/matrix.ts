import { type Cell, createCells, hiddenEventCells, itemCells, linkCells, listCells } from './cells.ts'
import { createMatrixCalendar } from './fixture.ts'
import { imageCells } from './image-cells.ts'
import { ownCells } from './kalends-cells.ts'
import { peopleCells } from './people-cells.ts'
import { siteCells } from './wp-cells.ts'

/** How the matrix came out. */
export type Outcome = { readonly cells: number; readonly wrong: readonly Cell[] }

/** The questions, in the order in which they are asked: those about lists come before more records are made. */
const parts = {
  lists: listCells,
  links: linkCells,
  creates: createCells,
  images: imageCells,
  'hidden events': hiddenEventCells,
  site: siteCells,
  people: peopleCells,
  own: ownCells,
  items: itemCells,
}

/** A group of questions of the matrix. */
export type PartName = keyof typeof parts

/**
 * Asks every question of the matrix, or those of one part; stops early, where asked to, once something is wrong. `inTurn` asks each question
 * about a single record in one of the ways in which a path names it instead of in all three.
 */
export const runMatrix = async (
  options: { readonly stopAtFirst?: boolean; readonly inTurn?: boolean; readonly only?: PartName } = {},
): Promise<Outcome> => {
  const { calendar, specimens } = await createMatrixCalendar()
  const wrong: Cell[] = []
  let cells = 0
  const asked = options.only === undefined ? Object.values(parts) : [parts[options.only]]
  try {
    for (const part of asked) {
      for await (const cell of part(calendar, specimens, options.inTurn ?? false)) {
        cells++
        if (cell.actual !== cell.expected) wrong.push(cell)
        if (options.stopAtFirst && wrong.length > 0) return { cells, wrong }
      }
    }
    return { cells, wrong }
  } finally {
    await calendar.close()
  }
}
