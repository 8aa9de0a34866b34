/** Numbers that follow from a seed. */
export type Random = {
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number
  /** Of an empty list, nothing. */
  readonly oneOf: <T>(list: readonly T[]) => T
  /** Whether something happens that does so in `percent` of 100 cases. */
  readonly chance: (percent: number) => boolean
}

/** A linear congruential generator: tests need numbers that come again, not good ones. */
export const createRandom = (seed: number): Random => {
  let state = BigInt(seed)
  const below = (limit: number): number => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn
    return Number((state >> 33n) % BigInt(limit))
  }
  return {
    below,
    oneOf: <T>(list: readonly T[]): T => list[below(Math.max(list.length, 1))] as T,
    chance: (percent) => below(100) < percent,
  }
}
