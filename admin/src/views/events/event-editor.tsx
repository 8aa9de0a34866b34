import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import type { EventFields } from '../../api/calendar.ts'
import { formatInstant, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { Conflict } from './conflict.tsx'
import { EventFieldsets } from './event-fieldsets.tsx'
import { type EventForm, faultsOf, fieldsOf, payloadOf } from './form-state.ts'
import { PublishBox } from './publish-box.tsx'
import { useKeptForm } from './use-kept-form.ts'

type Props = {
  /** The name under which what is typed is kept in this browser. */
  readonly name: string
  readonly saved: EventForm
  /** Writes fields; `isForced` after somebody has compared both versions. */
  readonly save: (body: EventFields, isForced: boolean) => Promise<void>
  /** Reads what the server has now, for a comparison; a new event has none. */
  readonly readCurrent?: () => Promise<EventForm>
}

/** The form of an event: faults are said at their fields, and what is typed is never lost. */
export const EventEditor = ({ name, saved, save, readCurrent }: Props) => {
  const { form, setForm, isChanged, restoredAt, reset } = useKeptForm(name, saved)
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<EventForm>()
  const [wasTried, setTried] = useState(false)
  const local = faultsOf(form, t)
  const faults = { ...sent, ...(wasTried ? local : { ...local, title: '' }) }
  const change = (changed: Partial<EventForm>): void => setForm((before) => ({ ...before, ...changed }))

  const submit = async (body: EventFields, isForced = false): Promise<void> => {
    setBusy(true)
    setSent({})
    try {
      await save(body, isForced)
      reset(saved)
      notify(t('Saved.'))
    } catch (error) {
      if (error instanceof CalendarError && error.status === 412 && readCurrent) setTheirs(await readCurrent())
      else if (error instanceof CalendarError && Object.keys(error.params).length > 0) setSent(error.params)
      else notifyFault(error)
    }
    setBusy(false)
  }
  const onSubmit = (event: Event): void => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(local).length > 0) focusFirstFault()
    else submit(readCurrent ? payloadOf(form, saved) : fieldsOf(form))
  }
  return (
    <form class="editor" noValidate onSubmit={onSubmit}>
      <div class="stack">
        {restoredAt !== undefined && (
          <div class="notice">
            <span>
              {t('What you typed here on {date} was not saved. It is still in the form.', {
                date: formatInstant(new Date(restoredAt).toISOString()),
              })}
            </span>
            <Button onClick={() => reset(saved)}>{t('Discard it')}</Button>
          </div>
        )}
        <EventFieldsets form={form} change={change} faults={faults} />
      </div>
      <PublishBox form={form} change={change} faults={faults} isBusy={isBusy} isChanged={isChanged} />
      {theirs && (
        <Conflict
          base={saved}
          mine={form}
          theirs={theirs}
          onClose={() => setTheirs(undefined)}
          onChosen={(merged) => {
            setTheirs(undefined)
            submit(payloadOf(merged, theirs), true)
          }}
        />
      )}
    </form>
  )
}

const focusFirstFault = (): void => {
  setTimeout(() => document.querySelector<HTMLElement>('form.editor [aria-invalid=true]')?.focus())
}
