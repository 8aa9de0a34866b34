import { CalendarError } from 'kalends-client'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/fault.tsx'

/** A form of one step, which says why it was refused. */
export const StepForm = ({
  submitText,
  onSubmit,
  onCancel,
  children,
}: {
  readonly submitText: string
  readonly onSubmit: () => Promise<void>
  readonly onCancel?: (() => void) | undefined
  readonly children: ComponentChildren
}) => {
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = (event: Event): void => {
    event.preventDefault()
    setBusy(true)
    setFault('')
    onSubmit()
      .catch((error: Error) => setFault(reasonOf(error)))
      .finally(() => setBusy(false))
  }
  return (
    <form class="stack" onSubmit={submit}>
      <Fault text={fault} />
      {children}
      <div class="actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {submitText}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      </div>
    </form>
  )
}

const reasonOf = (error: Error): string =>
  error instanceof CalendarError ? (Object.values(error.params)[0] ?? error.message) : error.message
