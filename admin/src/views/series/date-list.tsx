import { useState } from 'preact/hooks'
import { formatLocal, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** Dates that are added and removed one by one; days have no time. */
export const DateList = ({
  title,
  label,
  dates,
  areDays,
  error,
  onDates,
}: {
  readonly title: string
  /** The name of the field for one more date. */
  readonly label: string
  /** As `2027-01-07 18:00:00`, or days as `2027-01-07`. */
  readonly dates: readonly string[]
  readonly areDays: boolean
  readonly error?: string | undefined
  readonly onDates: (dates: readonly string[]) => void
}) => {
  const [text, setText] = useState('')
  const add = (): void => {
    if (text === '') return
    const date = areDays ? text : `${text.replace('T', ' ')}:00`
    onDates([...new Set([...dates, date])].sort())
    setText('')
  }
  return (
    <fieldset
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) add()
      }}
    >
      <legend>{title}</legend>
      {dates.length > 0 && (
        <ul class="chips">
          {dates.map((date) => {
            const name = formatLocal(date, areDays || date.length === 10)
            return (
              <li key={date}>
                {name}
                <Button
                  kind="quiet"
                  aria-label={t('Remove “{name}”', { name })}
                  onClick={() => onDates(dates.filter((one) => one !== date))}
                >
                  ×
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <div class="row">
        <TextField
          label={label}
          type={areDays ? 'date' : 'datetime-local'}
          value={text}
          error={error}
          onValue={setText}
        />
        <Button disabled={text === ''} onClick={add}>
          {t('Add')}
        </Button>
      </div>
    </fieldset>
  )
}
