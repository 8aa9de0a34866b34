import { useCallback, useEffect, useState } from 'preact/hooks'

/** Data of a view: the last data stays while new data is read, so that nothing flickers. */
export type Loaded<T> = {
  readonly data: T | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
  /** Reads it again. */
  readonly reload: () => void
}

/** Reads data whenever `key` changes; responses to outdated requests are dropped. */
export const useLoaded = <T>(key: string, load: () => Promise<T>): Loaded<T> => {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ data: undefined, error: undefined, isLoading: true })
  const [turn, setTurn] = useState(0)
  // `key` says what `load` reads.
  useEffect(() => {
    let isLast = true
    setState((before) => ({ ...before, isLoading: true }))
    load().then(
      (data) => isLast && setState({ data, error: undefined, isLoading: false }),
      (error: Error) => isLast && setState((before) => ({ ...before, error, isLoading: false })),
    )
    return () => {
      isLast = false
    }
  }, [key, turn])
  return { ...state, reload: useCallback(() => setTurn((last) => last + 1), []) }
}
