import { useEffect, useRef } from 'preact/hooks'

/** Milliseconds after the last key, and between two drafts: each is a version in the history. */
const pause = 4000
const interval = 30_000

/** Saves a draft automatically, some seconds after the last key and at intervals during typing. Failed saves are tried again. */
export const useAutosave = (form: object, isWanted: boolean, save: () => Promise<void>): void => {
  const last = useRef(0)
  const typedSince = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(save)
  latest.current = save
  // Each key postpones the save, but not beyond the interval.
  useEffect(() => {
    clearTimeout(timer.current)
    if (!isWanted) {
      typedSince.current = 0
      return
    }
    const now = Date.now()
    typedSince.current ||= now
    const wanted = Math.min(now + pause, typedSince.current + interval)
    const run = (): void => {
      last.current = Date.now()
      typedSince.current = 0
      timer.current = setTimeout(run, interval)
      latest.current()
    }
    timer.current = setTimeout(run, Math.max(wanted, last.current + interval) - now)
  }, [form, isWanted])
  useEffect(() => () => clearTimeout(timer.current), [])
}
