import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../texts.ts'

/** Milliseconds between two searches: the first key searches at once, but fast typing does not search at each key. */
const pause = 150

/** A field that searches a list as one types. */
export const SearchField = ({
  value,
  onValue,
}: {
  readonly value: string
  readonly onValue: (text: string) => void
}) => {
  const [text, setText] = useState(value)
  const last = useRef(0)
  // Only typing starts a search.
  useEffect(() => {
    if (text === value) return
    const search = (): void => {
      last.current = performance.now()
      onValue(text)
    }
    const timer = setTimeout(search, Math.max(0, last.current + pause - performance.now()))
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class="field">
      {t('Search')}
      <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
    </label>
  )
}
