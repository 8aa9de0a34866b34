import type { Attempt } from '../db/savepoint.ts'
import type { RequestContext } from './context.ts'

/** Runs an attempt on a part of a write; what it took of the room for series is given back where it was undone. */
export const attemptInRoom = async <T>(
  { copies }: Pick<RequestContext, 'copies'>,
  work: () => Promise<Attempt<T>>,
): Promise<Attempt<T>> => {
  const before = copies?.left
  const tried = await work()
  if (copies && before !== undefined && 'error' in tried) copies.left = before
  return tried
}
