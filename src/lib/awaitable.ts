/** A value that is there already where nothing has to be waited for. */
export type Awaitable<T> = T | Promise<T>

/** Goes on with a value: at once where it is there, which costs no turn of the event loop and no promise. */
export const after = <T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> =>
  value instanceof Promise ? value.then(next) : next(value)

type Values<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

/** All of the values; they are waited for at the same time. */
export function allOf<const T extends readonly unknown[]>(values: T): Awaitable<Values<T>>
export function allOf(values: readonly unknown[]): Awaitable<readonly unknown[]> {
  for (const value of values) if (value instanceof Promise) return Promise.all(values)
  return values
}
