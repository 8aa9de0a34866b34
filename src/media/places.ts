import { ApiError } from '../core/errors.ts'

/**
 * Counts what is on its way: at most `total`, and of one user at most `perUser`, so that none can keep the others out. Taking a
 * place answers how to give it back.
 * @throws ApiError `rest_service_unavailable` when there is none: nobody waits for one.
 */
export const createPlaces = (total: number, perUser: number): ((userId: number) => () => void) => {
  const taken = new Map<number, number>()
  let all = 0
  return (userId) => {
    const own = taken.get(userId) ?? 0
    if (all >= total || own >= perUser) {
      const message = 'Too many uploads at once. Try again shortly.'
      throw new ApiError('rest_service_unavailable', { message, headers: { 'retry-after': '5' } })
    }
    all++
    taken.set(userId, own + 1)
    return () => {
      const left = (taken.get(userId) ?? 1) - 1
      if (left === 0) taken.delete(userId)
      else taken.set(userId, left)
      all--
    }
  }
}
