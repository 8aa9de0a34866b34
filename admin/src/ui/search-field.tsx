import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../texts.ts'

/** Milliseconds between one search and the next: the first key searches at once, and who types fast is not searched for at each. */
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
  // Only what was typed starts a search.
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
