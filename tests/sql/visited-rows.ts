import type { DatabaseSync } from 'node:sqlite'

/** A step of `explain query plan`, with what is done within it. */
type Step = { readonly detail: string; readonly steps: readonly Step[] }

/** How many rows a statement looks at, about, and the step that looks at most of them. */
export type Visit = { readonly rows: number; readonly worst: string }

const nothing: Visit = { rows: 0, worst: '' }

/** Entries of lists that are parameters, and rows of recursions over terms. */
const few = 20

/**
 * Estimates how many rows a statement visits, from its plan and from what is in the tables: SQLite does not count them. Steps beside each
 * other are loops, each within the one before; what is correlated runs for every row of these, and other subqueries once. A search visits as many rows as the
 * columns that it knows leave: of ids on the average, since another id comes with each row outside, of anything else at most.
 */
export const estimateVisits = (database: DatabaseSync, text: string): Visit => {
  const rows = database.prepare(`explain query plan ${text}`).all()
  const below = (parent: unknown): readonly Step[] =>
    rows
      .filter((row) => row['parent'] === parent)
      .map(({ id, detail }) => ({ detail: String(detail), steps: below(id) }))
  const [rowsOf, steps] = [rowsBy(database, text), below(0)]
  return [steps, ...subqueriesIn(steps)].map((each) => visitLoops(rowsOf, each)).reduce(add)
}

/** What subqueries do that are not correlated, however deep they are. */
const subqueriesIn = (steps: readonly Step[]): readonly (readonly Step[])[] =>
  steps.flatMap((step) => [...(isSubquery.test(step.detail) ? [step.steps] : []), ...subqueriesIn(step.steps)])

const isSubquery = /^(LIST|SCALAR) SUBQUERY/

/** How many rows a step gives each time that it runs. */
type RowsOf = (detail: string) => number

const add = (one: Visit, other: Visit): Visit => ({
  rows: one.rows + other.rows,
  worst: one.rows >= other.rows ? one.worst : other.worst,
})

const times = ({ rows, worst }: Visit, factor: number): Visit => ({ rows: rows * factor, worst })

/** What holds queries that run one after the other. */
const isSequence = /^(LEFT-MOST SUBQUERY|UNION|INTERSECT|EXCEPT|LEFT$|RIGHT$|SETUP|INDEX \d)/

/** The branches of a union, each with its steps. */
const branchesOf = (step: Step): readonly Step[] =>
  step.steps.length > 0 && step.steps.every(({ detail }) => isBranch.test(detail))
    ? step.steps.flatMap(branchesOf)
    : [step]

const isBranch = /^(LEFT-MOST SUBQUERY|UNION|MERGE \(UNION|LEFT$|RIGHT$)/

/** Branches that are planned alike read the events of another status each, which come to the table once. */
const visitBranches = (rowsOf: RowsOf, step: Step): Visit => {
  const planOf = ({ steps }: Step): string => JSON.stringify(steps).replace(/SUBQUERY \d+/g, 'SUBQUERY')
  const unlike = new Map(branchesOf(step).map((branch) => [planOf(branch), branch.steps]))
  return [...unlike.values()].reduce((sum, steps) => add(sum, visitLoops(rowsOf, steps)), nothing)
}

const visitLoops = (rowsOf: RowsOf, steps: readonly Step[]): Visit => {
  let [loops, sum] = [1, nothing]
  for (const step of steps) {
    if (/^(SCAN|SEARCH) /.test(step.detail)) {
      loops *= rowsOf(step.detail)
      sum = add(sum, { rows: loops, worst: step.detail })
    } else if (step.detail === 'MULTI-INDEX OR') {
      const either = visitLoops(rowsOf, step.steps)
      loops *= either.rows
      sum = add(sum, { rows: loops, worst: either.worst })
    } else if (step.detail === 'RECURSIVE STEP') sum = add(sum, times(visitLoops(rowsOf, step.steps), few))
    else if (/^(COMPOUND QUERY|MERGE \(UNION)/.test(step.detail)) sum = add(sum, visitBranches(rowsOf, step))
    else if (isSequence.test(step.detail)) sum = add(sum, visitLoops(rowsOf, step.steps))
    else if (!step.detail.startsWith('CORRELATED') && !isSubquery.test(step.detail))
      sum = add(sum, visitLoops(rowsOf, step.steps))
  }
  // For which rows a subquery runs is not told: here for all that the loops come to.
  return steps
    .filter(({ detail }) => detail.startsWith('CORRELATED'))
    .reduce((total, step) => add(total, times(visitLoops(rowsOf, step.steps), loops)), sum)
}

const rowsBy = (database: DatabaseSync, text: string): RowsOf => {
  const known = new Map<string, number>()
  return (detail) => {
    const rows = known.get(detail) ?? countFor(database, text, detail)
    known.set(detail, rows)
    return rows
  }
}

/** The rows of a loop; those of what is no table are few, or were counted where they come from. */
const countFor = (database: DatabaseSync, text: string, detail: string): number => {
  const [, name = '', columns = ''] = /^(?:SCAN|SEARCH) (\S+)[^(]*(?:\((.*)\))?/.exec(detail) ?? []
  const table = tableOf(database, text, name)
  if (table === undefined) return few
  if (/rowid=\?/.test(columns)) return 1
  const known = columns.split(' AND ').flatMap((part) => /^(\w+)=\?$/.exec(part)?.[1] ?? [])
  return groupSize(database, table, known)
}

const tableOf = (database: DatabaseSync, text: string, name: string): string | undefined => {
  const [, aliased = name] = new RegExp(`"?(\\w+)"?\\s+as\\s+"?${name}"?(?!\\w)`, 'i').exec(text) ?? []
  const isTable = database.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`)
  return isTable.get(aliased) ? aliased : undefined
}

const sizes = new WeakMap<DatabaseSync, Map<string, number>>()

const groupSize = (database: DatabaseSync, table: string, columns: readonly string[]): number => {
  const cache = sizes.get(database) ?? new Map<string, number>()
  sizes.set(database, cache)
  const key = `${table} ${columns}`
  const size = cache.get(key) ?? readGroupSize(database, table, columns)
  cache.set(key, size)
  return size
}

const readGroupSize = (database: DatabaseSync, table: string, columns: readonly string[]): number => {
  const isId = (column: string): boolean => /(^|_)(id|hash)$|^(slug|name_key)$/.test(column)
  const [ids, others] = [columns.filter(isId), columns.filter((column) => !isId(column))]
  const groups = ids.length === 0 ? 'count(*)' : `count(*) * 1.0 / count(distinct ${ids.join(` || ' ' || `)})`
  const by = others.length === 0 ? '' : ` group by ${others.join(', ')}`
  return Number(
    database.prepare(`select max(n) as n from (select ${groups} as n from "${table}"${by})`).get()?.['n'] ?? 0,
  )
}
