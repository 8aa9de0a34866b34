import { useEffect, useRef, useState } from 'preact/hooks'
import { t, tn } from '../../../texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SettleContext, type Settlers, settleAll } from '../../../ui/combobox.tsx'
import { Dialog, ProgressDialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { differs, type FormFields, listFaults, OneField, valueInWords } from '../../../ui/form.tsx'
import { notify } from '../../../ui/notices.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Scope } from '../../series/ask-scope.ts'
import { type EventForm, eventFields } from '../event-fields.tsx'
import {
  blankEvent,
  carryOut,
  type Failure,
  type FieldName,
  listWritten,
  type Mode,
  type Outcome,
  offeredFields,
  type Plan,
  type Planned,
  planChanges,
  type ReadEvent,
  readMany,
  type Wanted,
} from './plan.ts'

const fields: FormFields<EventForm, object> = eventFields

/** A change whose values are known before it is asked for, such as that of the status by a button. */
export type Quick = {
  readonly wanted: Wanted
  /** What is said once it is done. */
  readonly done: (count: number) => string
}

type Step =
  | { readonly at: 'reading' | 'writing'; readonly done: number; readonly of: number }
  | { readonly at: 'choosing' }
  | { readonly at: 'scope' }
  | { readonly at: 'summary'; readonly plan: Plan }
  | { readonly at: 'failed'; readonly outcome: Outcome }

type Props = {
  readonly ids: readonly number[]
  readonly quick?: Quick | undefined
  /** Each event of a series stands for all of it, as in a list with one line for each series. */
  readonly isCollapsed: boolean
  readonly onClose: () => void
  /** The events have changed. */
  readonly onChanged: () => void
}

/** Changes many events: what they get is chosen, shown before it is done, and can be taken back. */
export const BulkDialog = ({ ids, quick, isCollapsed, onClose, onChanged }: Props) => {
  const [step, setStep] = useState<Step>({ at: 'reading', done: 0, of: ids.length })
  const [read, setRead] = useState<{ readonly events: readonly ReadEvent[]; readonly failures: readonly Failure[] }>({
    events: [],
    failures: [],
  })
  const [wanted, setWanted] = useState<Wanted>(quick?.wanted ?? { names: [], form: blankEvent })
  const [scope, setScope] = useState<Scope>(isCollapsed ? 'all' : 'this')
  const hasSeries = read.events.some(({ record }) => record.series)
  const isGone = useRef(false)
  const write = async ({ changes, failures }: Plan): Promise<void> => {
    const progress = (done: number) => setStep({ at: 'writing', done, of: changes.length })
    progress(0)
    const outcome = await carryOut(changes, progress)
    if (outcome.changed > 0) onChanged()
    const all = { ...outcome, failures: [...read.failures, ...failures, ...outcome.failures] }
    if (all.failures.length > 0) return setStep({ at: 'failed', outcome: all })
    onClose()
    notifyDone(all)
  }
  const notifyDone = ({ changed, undo }: Outcome): void =>
    notify(
      quick?.done(changed) ?? tn('{count} event is changed.', '{count} events are changed.', changed),
      changed > 0 ? () => undo().finally(onChanged) : undefined,
    )
  useEffect(() => {
    readMany(ids, (done) => !isGone.current && setStep({ at: 'reading', done, of: ids.length })).then((found) => {
      if (isGone.current) return
      setRead(found)
      setStep({ at: quick ? 'scope' : 'choosing' })
    })
    return () => {
      isGone.current = true
    }
  }, [])
  // Only where there are series something has to be asked before a quick change.
  const isReady = step.at === 'scope' && !hasSeries
  useEffect(() => {
    if (isReady) write(planChanges(read.events, wanted, scope))
  }, [isReady])
  const title = tn('Edit {count} event', 'Edit {count} events', ids.length)
  if (step.at === 'reading' || step.at === 'writing' || isReady) {
    const text = step.at === 'writing' ? t('Changing events') : t('Reading the events')
    const [done, of] = 'of' in step ? [step.done, step.of] : [0, 1]
    return (
      <ProgressDialog title={text} done={done} of={of} onClose={step.at === 'reading' ? onClose : undefined}>
        <p class="quiet">{t('{done} of {count}', { done, count: of })}</p>
      </ProgressDialog>
    )
  }
  const scopes = hasSeries && <ScopeField scope={scope} onScope={setScope} />
  if (step.at === 'scope')
    return (
      <Dialog title={title} onClose={onClose}>
        <div class="stack">
          {scopes}
          <div class="actions">
            <Button kind="primary" onClick={() => write(planChanges(read.events, wanted, scope))}>
              {t('Go on')}
            </Button>
            <Button onClick={onClose}>{t('Cancel')}</Button>
          </div>
        </div>
      </Dialog>
    )
  if (step.at === 'failed')
    return (
      <Dialog title={t('Not everything was changed')} onClose={onClose} isWide>
        <Failed
          outcome={step.outcome}
          onClose={() => {
            onClose()
            // What was changed can still be undone.
            if (step.outcome.changed > 0) notifyDone(step.outcome)
          }}
        />
      </Dialog>
    )
  if (step.at === 'summary')
    return (
      <Dialog title={t('Before it is changed')} onClose={onClose} isWide>
        <Summary
          plan={step.plan}
          unread={read.failures}
          wanted={wanted}
          onGo={() => write(step.plan)}
          onBack={() => setStep({ at: 'choosing' })}
          onClose={onClose}
        />
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose} isWide>
      <Choosing
        wanted={wanted}
        onWanted={setWanted}
        onNext={() => setStep({ at: 'summary', plan: planChanges(read.events, wanted, scope) })}
        onClose={onClose}
      >
        {scopes}
      </Choosing>
    </Dialog>
  )
}

const ScopeField = ({ scope, onScope }: { readonly scope: Scope; readonly onScope: (scope: Scope) => void }) => (
  <SelectField
    label={t('Events of a series')}
    value={scope}
    options={[
      ['this', t('Only the dates that are ticked')],
      ['all', t('All of the series')],
    ]}
    onValue={(value) => onScope(value === 'all' ? 'all' : 'this')}
  />
)

const modes = (): readonly (readonly [Mode, string])[] => [
  ['add', t('Add these')],
  ['remove', t('Remove these')],
  ['replace', t('Replace all by these')],
]

/** Chooses what the events get: fields one after the other, each with its control of the form. */
const Choosing = ({
  wanted,
  onWanted,
  onNext,
  onClose,
  children,
}: {
  readonly wanted: Wanted
  readonly onWanted: (wanted: Wanted) => void
  readonly onNext: () => void
  readonly onClose: () => void
  readonly children: preact.ComponentChildren
}) => {
  const { names, form, modes: chosen = {} } = wanted
  const settlers = useRef<Settlers>(new Set()).current
  const [areFaultsShown, setFaultsShown] = useState(false)
  const latest = useRef(wanted)
  latest.current = wanted
  const change = (changed: Partial<EventForm>): void => {
    latest.current = { ...latest.current, form: { ...latest.current.form, ...changed } }
    onWanted(latest.current)
  }
  const shown = listWritten(wanted)
  const faultsOf = (wanted: Wanted): Readonly<Record<string, string>> => {
    const written = listWritten(wanted).flatMap((name) => [name, ...Object.keys(fields[name].write)])
    const all = Object.entries(listFaults(fields, wanted.form))
    return Object.fromEntries(all.filter(([name]) => written.includes(name)))
  }
  const faults = areFaultsShown ? faultsOf(wanted) : {}
  const next = async (): Promise<void> => {
    setFaultsShown(true)
    if (!(await settleAll(settlers))) return
    // What was settled is not part of this rendering.
    setTimeout(() => Object.keys(faultsOf(latest.current)).length === 0 && onNext())
  }
  const list = useRef<HTMLDivElement>(null)
  const add = (name: FieldName): void => {
    onWanted({ ...wanted, names: [...names, name], modes: fields[name].isSet ? { ...chosen, [name]: 'add' } : chosen })
    setTimeout(() =>
      list.current?.querySelector<HTMLElement>(`[data-field=${name}] :is(select, input, textarea)`)?.focus(),
    )
  }
  const offered = offeredFields().filter((name) => !names.includes(name))
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <SettleContext.Provider value={settlers}>
        <div class="stack" ref={list}>
          {shown.map((name) => (
            <div key={name} class="wanted" data-field={name}>
              <div class="stack">
                {fields[name].isSet && (
                  <SelectField
                    label={t('{field}: what is done', { field: fields[name].label() })}
                    value={chosen[name] ?? 'replace'}
                    options={modes()}
                    onValue={(mode) => onWanted({ ...wanted, modes: { ...chosen, [name]: mode as Mode } })}
                  />
                )}
                <OneField name={name} fields={fields} form={form} change={change} faults={faults} />
              </div>
              {names.includes(name) && (
                <IconButton
                  icon="close"
                  text={t('Leave “{name}” as it is', { name: fields[name].label() })}
                  onClick={() => {
                    const { [name]: blank } = blankEvent
                    onWanted({
                      ...wanted,
                      names: names.filter((other) => other !== name),
                      form: { ...form, [name]: blank },
                    })
                  }}
                />
              )}
            </div>
          ))}
        </div>
      </SettleContext.Provider>
      <SelectField
        key={names.length}
        label={names.length === 0 ? t('What is changed?') : t('What else is changed?')}
        value=""
        options={[['', t('Choose a field')], ...offered.map((name) => [name, fields[name].label()] as const)]}
        onValue={(value) => {
          const name = offered.find((one) => one === value)
          if (name) add(name)
        }}
      />
      {children}
      <div class="actions">
        <Button kind="primary" type="submit" disabled={names.length === 0}>
          {t('Look at the changes')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

const wordsOf = (name: FieldName, form: EventForm): string => valueInWords(fields[name], form[name]) || t('(empty)')

/** What a field gets, in a sentence: `38 events: Venue → Town hall`. */
const sayWanted = (name: FieldName, { form, modes: chosen = {} }: Wanted, count: number): string => {
  const inserts = { field: fields[name].label(), value: wordsOf(name, form) }
  if (chosen[name] === 'add')
    return tn('{count} event: {field}, add {value}', '{count} events: {field}, add {value}', count, inserts)
  if (chosen[name] === 'remove')
    return tn('{count} event: {field}, remove {value}', '{count} events: {field}, remove {value}', count, inserts)
  return tn('{count} event: {field} → {value}', '{count} events: {field} → {value}', count, inserts)
}

/** Rows of the table of a summary. */
const shownRows = 100

const Summary = ({
  plan: { changes, same, failures },
  unread,
  wanted,
  onGo,
  onBack,
  onClose,
}: {
  readonly plan: Plan
  readonly unread: readonly Failure[]
  readonly wanted: Wanted
  readonly onGo: () => void
  readonly onBack: () => void
  readonly onClose: () => void
}) => {
  const changedBy = (name: FieldName): number =>
    changes.filter(({ before, after }) => differs(before[name], after[name])).length
  const names = listWritten(wanted).filter((name) => changedBy(name) > 0)
  const series = changes.filter(({ scope }) => scope === 'all').length
  const left = [...unread, ...failures]
  return (
    <div class="stack">
      <ul class="changes">
        {names.map((name) => (
          <li key={name}>
            <strong>{sayWanted(name, wanted, changedBy(name))}</strong>
          </li>
        ))}
      </ul>
      {series > 0 && (
        <p>
          {tn('{count} of them stands for its whole series.', '{count} of them stand for their whole series.', series)}
        </p>
      )}
      {same > 0 && (
        <p class="quiet">
          {tn(
            '{count} event is so already, and stays as it is.',
            '{count} events are so already, and stay as they are.',
            same,
          )}
        </p>
      )}
      {left.length > 0 && <Failures failures={left} />}
      {changes.length > 0 && (
        <details>
          <summary>{t('Each event')}</summary>
          <Table
            columns={[
              { key: 'title', name: t('Title'), kind: 'header' as const, show: ({ title }: Planned) => title },
              ...names.map((name) => ({
                key: name,
                name: fields[name].label(),
                show: ({ before, after }: Planned) =>
                  differs(before[name], after[name]) ? (
                    <>
                      <del>{wordsOf(name, before)}</del> → {wordsOf(name, after)}
                    </>
                  ) : (
                    wordsOf(name, after)
                  ),
              })),
            ]}
            rows={changes.slice(0, shownRows)}
            keyOf={({ id }) => id}
          />
          {changes.length > shownRows && (
            <p class="quiet">{t('and {count} more', { count: changes.length - shownRows })}</p>
          )}
        </details>
      )}
      <div class="actions">
        <Button kind="primary" disabled={changes.length === 0} onClick={onGo}>
          {tn('Change {count} event', 'Change {count} events', changes.length)}
        </Button>
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </div>
  )
}

const Failures = ({ failures }: { readonly failures: readonly Failure[] }) => (
  <section aria-label={t('Not changed')}>
    <p class="fault">{tn('{count} event is not changed:', '{count} events are not changed:', failures.length)}</p>
    <ul class="changes">
      {failures.map(({ id, title, text }) => (
        <li key={id}>
          {title}: {text}
        </li>
      ))}
    </ul>
  </section>
)

const Failed = ({
  outcome: { changed, failures },
  onClose,
}: {
  readonly outcome: Outcome
  readonly onClose: () => void
}) => (
  <div class="stack">
    <p>{tn('{count} event is changed.', '{count} events are changed.', changed)}</p>
    <Failures failures={failures} />
    <div class="actions">
      <Button kind="primary" onClick={onClose}>
        {t('Close')}
      </Button>
    </div>
  </div>
)
