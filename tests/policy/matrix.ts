import { type Cell, createCells, hiddenEventCells, itemCells, linkCells, listCells } from './cells.ts'
import { createMatrixCalendar } from './fixture.ts'
import { imageCells } from './image-cells.ts'
import { ownCells } from './kalends-cells.ts'
import { peopleCells } from './people-cells.ts'
import { siteCells } from './wp-cells.ts'

/** How the matrix came out. */
export type Outcome = { readonly cells: number; readonly wrong: readonly Cell[] }

/**
 * Asks every question of the matrix; stops early, where asked to, once something is wrong. `inTurn` asks each question
 * about a single record in one of the ways in which a path names it instead of in all three.
 */
export const runMatrix = async (
  options: { readonly stopAtFirst?: boolean; readonly inTurn?: boolean } = {},
): Promise<Outcome> => {
  const { calendar, specimens } = await createMatrixCalendar()
  const wrong: Cell[] = []
  let cells = 0
  const parts = [
    listCells(calendar, specimens),
    linkCells(calendar, specimens),
    createCells(calendar),
    imageCells(calendar),
    hiddenEventCells(calendar, specimens),
    siteCells(calendar, specimens),
    peopleCells(calendar),
    ownCells(calendar),
    itemCells(calendar, specimens, options.inTurn ?? false),
  ]
  try {
    for (const part of parts) {
      for await (const cell of part) {
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
