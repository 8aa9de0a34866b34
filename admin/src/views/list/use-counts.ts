import { useContext, useEffect, useRef } from 'preact/hooks'
import { type Counts, CountsContext } from '../../api/counts.ts'

/** The numbers of the status tabs and of the menu. They are read with the view; after that, again with what the list has read. */
export const useCounts = (data: unknown): Counts | undefined => {
  const { counts, refresh } = useContext(CountsContext)
  const wasRead = useRef(false)
  useEffect(() => {
    if (data === undefined) return
    if (wasRead.current) refresh()
    wasRead.current = true
  }, [data])
  return counts
}
