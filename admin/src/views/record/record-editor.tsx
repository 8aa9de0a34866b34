import { CalendarError } from 'kalends-client'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatInstant, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { Conflict } from './conflict.tsx'
import { type FormKind, type FormProps, payloadOf, type RecordForm } from './form.ts'
import { PublishBox } from './publish-box.tsx'
import { useKeptForm } from './use-kept-form.ts'

type Props<F, B extends object> = {
  readonly kind: FormKind<F, B>
  /** The name under which what is typed is kept in this browser. */
  readonly name: string
  readonly saved: F
  /** Writes fields; `isForced` after somebody has compared both versions. */
  readonly save: (body: B, isForced: boolean) => Promise<void>
  /** Reads what the server has now, for a comparison; a new record has none. */
  readonly readCurrent?: () => Promise<F>
  /** The head of the comparison with what somebody else has saved. */
  readonly conflictTitle: string
  readonly fields: (props: FormProps<F>) => ComponentChildren
  /** What the box of the publication has besides. */
  readonly switches?: (props: FormProps<F>) => ComponentChildren
}

/** The form of a record: faults are said at their fields, and what is typed is never lost. */
export const RecordEditor = <F extends RecordForm, B extends object>(props: Props<F, B>) => {
  const { kind, name, saved, save, readCurrent, conflictTitle, fields, switches } = props
  const { form, setForm, isChanged, restoredAt, reset } = useKeptForm(name, saved)
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<F>()
  const [wasTried, setTried] = useState(false)
  const local = kind.faultsOf(form)
  const faults = { ...sent, ...(wasTried ? local : { ...local, title: '' }) }
  const change = (changed: Partial<F> | Partial<RecordForm>): void => setForm((before) => ({ ...before, ...changed }))

  const submit = async (body: B, isForced = false): Promise<void> => {
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
    else submit(readCurrent ? payloadOf(kind, form, saved) : kind.fieldsOf(form))
  }
  const parts = { form, change, faults }
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
        {fields(parts)}
      </div>
      <PublishBox {...parts} isBusy={isBusy} isChanged={isChanged}>
        {switches?.(parts)}
      </PublishBox>
      {theirs && (
        <Conflict
          title={conflictTitle}
          labels={kind.labels}
          base={saved}
          mine={form}
          theirs={theirs}
          onClose={() => setTheirs(undefined)}
          onChosen={(merged) => {
            setTheirs(undefined)
            submit(payloadOf(kind, merged, theirs), true)
          }}
        />
      )}
    </form>
  )
}

const focusFirstFault = (): void => {
  setTimeout(() => document.querySelector<HTMLElement>('form.editor [aria-invalid=true]')?.focus())
}
