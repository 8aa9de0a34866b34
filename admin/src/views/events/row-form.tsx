import { useEffect, useRef, useState } from 'preact/hooks'
import type { EventFields } from '../../api/calendar.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { type FormFields, type FormOf, listFaults, listNames, OneField } from '../../ui/form.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { sayWhatWasSaved } from '../record/saving.ts'
import { changeOne, type Failure, type ReadEvent, readOne } from './bulk/plan.ts'
import { eventFields } from './event-fields.tsx'
import { titleOf } from './event-list.tsx'

const { title, status, date, startDay, startTime, endDay, endTime, allDay, timezone } = eventFields
const own = { title, status, date, startDay, startTime, endDay, endTime, allDay, timezone } as const
const fields: FormFields<FormOf<typeof own>, EventFields> = own

type Props = {
  readonly id: number
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** The title, status and dates of an event in the place of its row of a list. Enter saves, Escape leaves. */
export const RowForm = (props: Props) => {
  const loaded = useLoaded(String(props.id), () => readOne(props.id))
  return <LoadedState loaded={loaded}>{(event) => <OpenForm {...props} event={event} />}</LoadedState>
}

const OpenForm = ({ event, onClose, onChanged }: Props & { readonly event: ReadEvent }) => {
  const [form, setForm] = useState(event.form)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Failure>()
  const element = useRef<HTMLFormElement>(null)
  const isGone = useRef(false)
  useEffect(() => {
    element.current?.querySelector('input')?.focus()
    return () => {
      isGone.current = true
    }
  }, [])
  const wrong = listFaults(fields, form)
  const faults = { ...refused?.faults, ...(isTried && wrong) }
  // What is wrong is told once it is shown, at the first field that has it.
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isTried, refused])
  const save = async (): Promise<void> => {
    setTried(true)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    const done = sayWhatWasSaved(event.form.status, form)
    try {
      const failure = await changeOne(event, { names: listNames(fields), form }, { done, onChanged })
      if (isGone.current) return
      setRefused(failure)
      if (!failure) onClose()
    } catch (error) {
      notifyFault(error)
    }
    if (!isGone.current) setBusy(false)
  }
  return (
    <form
      ref={element}
      class="row-form"
      noValidate
      aria-label={t('Edit “{title}” in the list', { title: titleOf(event.record) })}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void save()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !isBusy) onClose()
      }}
    >
      {(['title', 'status', 'date', 'startDay'] as const).map((name) => (
        <OneField
          key={name}
          name={name}
          fields={fields}
          form={form}
          faults={faults}
          change={(changed) => setForm((before) => ({ ...before, ...changed }))}
        />
      ))}
      {refused && Object.keys(refused.faults ?? {}).length === 0 && (
        <p class="fault" role="alert">
          {refused.text}
        </p>
      )}
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
