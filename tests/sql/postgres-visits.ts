/** A node of a plan that was run, as `explain (analyze, format json)` has it; rows are those of one loop. */
export type ExplainedPlan = {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly ExplainedPlan[]
}

/** How many rows the nodes of a plan have looked at, those that they left out included. */
export const countVisits = (plan: ExplainedPlan): number => {
  const removed =
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0)
  const own = (plan['Actual Rows'] + removed) * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, below) => sum + countVisits(below), own)
}
