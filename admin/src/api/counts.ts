import { createContext } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { read } from './site.ts'

/** Numbers of records that the person may see, by status. */
export type StatusCounts = Readonly<Partial<Record<string, number>>>

/** `kalends/v1/counts`. */
export type Counts = {
  readonly events: StatusCounts
  readonly venues: StatusCounts
  readonly organizers: StatusCounts
}

/** The numbers that menu and tabs show, read once for both. */
type SharedCounts = {
  readonly counts: Counts | undefined
  /** Reads them again. */
  readonly refresh: () => void
}

/** The numbers, for everything in the frame. */
export const CountsContext = createContext<SharedCounts>({ counts: undefined, refresh: () => undefined })

/** Reads the numbers whenever `key` changes; responses to outdated requests are dropped. */
export const useSharedCounts = (key: string): SharedCounts => {
  const [counts, setCounts] = useState<Counts>()
  const turn = useRef(0)
  const refresh = useCallback(() => {
    const mine = ++turn.current
    // Without numbers everything else works.
    read<Counts>('kalends/v1', 'counts').then(
      (found) => mine === turn.current && setCounts(found),
      () => undefined,
    )
  }, [])
  useEffect(refresh, [key])
  return useMemo(() => ({ counts, refresh }), [counts])
}
