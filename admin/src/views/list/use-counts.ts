import { useEffect, useState } from 'preact/hooks'
import { type Counts, readCounts } from '../../api/counts.ts'

/** The numbers of the status tabs, read again with what the list has read. */
export const useCounts = (data: unknown): Counts | undefined => {
  const [counts, setCounts] = useState<Counts>()
  useEffect(() => {
    readCounts().then(setCounts, () => undefined)
  }, [data])
  return counts
}
