import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts.ts'

/** Waits this many milliseconds after the last key before it searches. */
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
  // Only what was typed starts a search.
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onValue(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class="field">
      {t('Search')}
      <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
    </label>
  )
}
