/** A value, or a promise of it if it is not available yet. */
export type Awaitable<T> = T | Promise<T>

/** Continues with a value: at once if it is available, which needs no promise and no turn of the event loop. */
export const after = <T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> =>
  value instanceof Promise ? value.then(next) : next(value)

type Values<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

/** All of the values, awaited in parallel. */
export function allOf<const T extends readonly unknown[]>(values: T): Awaitable<Values<T>>
export function allOf(values: readonly unknown[]): Awaitable<readonly unknown[]> {
  for (const value of values) if (value instanceof Promise) return Promise.all(values)
  return values
}
