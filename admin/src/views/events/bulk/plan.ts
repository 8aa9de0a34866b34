import { CalendarError } from 'kalends-client'
import { type EventWrite, faultsOf, writeEvents } from '../../../api/batch.ts'
import { type Event, type EventFields, type Tagged, tagged } from '../../../api/calendar.ts'
import { eachOf } from '../../../api/each-of.ts'
import { t } from '../../../texts.ts'
import {
  blankForm,
  differs,
  type Faults,
  type FormFields,
  listChanges,
  listFaults,
  listNames,
  readForm,
} from '../../../ui/form.tsx'
import { isOutdated, notify, requireUndone, textOfFault } from '../../../ui/notices.tsx'
import { askScope, type Scope, scopeOfUndo, tellKept } from '../../series/ask-scope.ts'
import { type EventForm, eventFields } from '../event-fields.tsx'
import { readEvent } from '../event-kind.ts'
import { titleOf } from '../event-list.tsx'

/** Most events that are changed at once. */
export const mostEvents = 500

/** The name of a field of an event. */
export type FieldName = keyof EventForm

/** What is done to a list of records: it is replaced, or some are added or removed. */
export type Mode = 'add' | 'remove' | 'replace'

/** What many events get: the values of some fields. */
export type Wanted = {
  readonly names: readonly FieldName[]
  readonly form: EventForm
  /** Of fields whose value is a list of records; without one, it is replaced. */
  readonly modes?: Readonly<Partial<Record<FieldName, Mode>>>
}

const fields: FormFields<EventForm, EventFields> = eventFields

/** The form in which nothing is chosen. */
export const blankEvent: EventForm = blankForm(eventFields)

/** The fields that many events can be given at once: those of the form, except what each has of its own, and what only follows from others. */
export const offeredFields = (): readonly FieldName[] =>
  listNames(fields).filter((name) => {
    const { control, alone, isOwn, isShown } = fields[name]
    return (control ?? alone) !== null && (control ?? alone) !== undefined && !isOwn && isShown?.(blankEvent) !== false
  })

/** The fields that are written: those that were chosen, and those that follow from their values. */
export const listWritten = ({ names, form }: Wanted): readonly FieldName[] => [
  ...new Set([...names, ...followingFields(form)]),
]

/** Fields that a form shows only once another one has some value, such as the reason of a cancellation. */
const followingFields = (form: EventForm): readonly FieldName[] =>
  listNames(fields).filter((name) => {
    const { isShown, isOwn } = fields[name]
    return !isOwn && isShown?.(blankEvent) === false && isShown(form)
  })

/** An event that is to be changed, as it was when it was read. */
export type ReadEvent = Tagged<Event> & { readonly form: EventForm }

/** An event that was not changed, and why. */
export type Failure = {
  readonly id: number
  readonly title: string
  readonly text: string
  /** What is wrong with single members, where the server says it. */
  readonly faults?: Faults
}

/** Reads events, a few at the same time. */
export const readMany = async (
  ids: readonly number[],
  onProgress: (done: number) => void,
): Promise<{ readonly events: readonly ReadEvent[]; readonly failures: readonly Failure[] }> => {
  const found = new Map<number, ReadEvent>()
  const failures: Failure[] = []
  let done = 0
  await eachOf(ids, async (id) => {
    try {
      found.set(id, await readOne(id))
    } catch (error) {
      failures.push({ id, title: `#${id}`, text: textOfFault(error) })
    }
    onProgress(++done)
  })
  return { events: ids.flatMap((id) => found.get(id) ?? []), failures }
}

/** A change of an event that is about to be sent, and what takes it back. */
export type Planned = EventWrite & {
  readonly title: string
  readonly scope: Scope
  readonly before: EventForm
  readonly after: EventForm
  readonly undo: EventWrite['body']
}

/** What comes of giving events some values. */
export type Plan = {
  readonly changes: readonly Planned[]
  /** Events that have these values already. */
  readonly same: number
  /** Events that cannot have them. */
  readonly failures: readonly Failure[]
}

/** Decides what each event gets; of a series that is changed as a whole, one event stands for all. */
export const planChanges = (events: readonly ReadEvent[], wanted: Wanted, scope: Scope): Plan => {
  const changes: Planned[] = []
  const failures: Failure[] = []
  const series = new Set<number>()
  let same = 0
  for (const event of events) {
    const { record, etag, form: before } = event
    const title = titleOf(record)
    const own: Scope = record.series ? scope : 'this'
    if (record.series && own === 'all' && series.has(record.series.id)) continue
    if (record.series) series.add(record.series.id)
    const after = apply(before, wanted)
    const body = listChanges(fields, after, before)
    if (Object.keys(body).length === 0) {
      same++
      continue
    }
    const old = listFaults(fields, before)
    const fault = Object.entries(listFaults(fields, after)).find(([name, text]) => old[name] !== text)
    if (fault) {
      failures.push({ id: record.id, title, text: fault[1] })
      continue
    }
    const scoped = record.series ? { scope: own } : {}
    const undone = record.series ? { scope: scopeOfUndo(own) } : {}
    const undo = { ...undoOf(event, after, body), ...undone }
    changes.push({ id: record.id, etag, title, scope: own, before, after, body: { ...body, ...scoped }, undo })
  }
  return { changes, same, failures }
}

const apply = (before: EventForm, { names, form, modes = {} }: Wanted): EventForm => {
  const following = followingFields(form).filter((name) => differs(form[name], blankEvent[name]))
  const values = [...new Set([...names, ...following])].map((name) => [
    name,
    combine(before[name], form[name], modes[name]),
  ])
  return { ...before, ...Object.fromEntries(values) }
}

type Linked = { readonly id: number; readonly name: string }

const isSame = (one: Linked, other: Linked): boolean =>
  one.id && other.id ? one.id === other.id : one.name.toLowerCase() === other.name.toLowerCase()

const combine = (before: unknown, chosen: unknown, mode: Mode | undefined): unknown => {
  if (mode !== 'add' && mode !== 'remove') return chosen
  const [old, some] = [before, chosen] as [readonly Linked[], readonly Linked[]]
  return mode === 'add'
    ? [...old, ...some.filter((one) => !old.some((other) => isSame(one, other)))]
    : old.filter((one) => !some.some((other) => isSame(one, other)))
}

/** What gives an event back what a change has taken from it. */
const undoOf = ({ record, form }: ReadEvent, after: EventForm, body: Partial<EventFields>): EventWrite['body'] => {
  const undo: Partial<EventFields> = listChanges(fields, form, after)
  // A form has one venue; an event of a program may have several.
  const venue = [record.venue].flat().map(({ id }) => id)
  return 'venue' in body ? { ...undo, venue } : undo
}

/** What has come of a change of many events. */
export type Outcome = {
  readonly changed: number
  readonly failures: readonly Failure[]
  /** The events as they are now. */
  readonly records: readonly Event[]
  /** Takes the change back, except from events that somebody has changed since. @throws Error which names these */
  readonly undo: () => Promise<void>
}

/** Carries out a plan. */
export const carryOut = async (changes: readonly Planned[], onProgress: (done: number) => void): Promise<Outcome> => {
  const written = await writeEvents(changes, ({ id, before }) => etagWhile(id, before), onProgress)
  const undos = written.flatMap((one) =>
    'etag' in one
      ? [{ id: one.write.id, etag: one.etag, body: one.write.undo, form: readForm(eventFields, one.record) }]
      : [],
  )
  const failures = written.flatMap((one) =>
    'fault' in one ? [{ ...one.write, text: sayFault(one.fault), faults: faultsIn(one.fault) }] : [],
  )
  return {
    changed: undos.length,
    failures,
    records: written.flatMap((one) => ('record' in one ? [one.record] : [])),
    undo: async () => requireUndone(faultsOf(await writeEvents(undos, ({ id, form }) => etagWhile(id, form)))),
  }
}

const faultsIn = (fault: unknown): Faults => (fault instanceof CalendarError ? fault.params : {})

/**
 * Changes one event, unless somebody else has changed it since it was read; of a series, it asks which events are meant.
 * Returns why it was not changed.
 * @throws Cancelled
 */
export const changeOne = async (
  event: ReadEvent,
  wanted: Wanted,
  { question = t('What is changed?'), done, onChanged }: OneChange,
): Promise<Failure | undefined> => {
  const { changes, failures } = planChanges([event], wanted, 'this')
  if (changes.length === 0) return failures[0]
  const scope = event.record.series ? await askScope(question) : 'this'
  const outcome = await carryOut(planChanges([event], wanted, scope).changes, () => undefined)
  for (const record of outcome.records) tellKept(record)
  if (outcome.changed === 0) return outcome.failures[0]
  onChanged()
  notify(done, () => outcome.undo().finally(onChanged))
  return undefined
}

/** What is said of a change of one event, and who is told of it. */
export type OneChange = {
  /** The title of the question which events of a series are meant. */
  readonly question?: string
  readonly done: string
  readonly onChanged: () => void
}

/** Reads an event that is to be changed. @throws Error which says why it cannot be read */
export const readOne = async (id: number): Promise<ReadEvent> => {
  const event = tagged(await readEvent(id))
  return { ...event, form: readForm(eventFields, event.record) }
}

/** The present ETag of an event, as long as its form is this one. */
const etagWhile = async (id: number, form: EventForm): Promise<string | undefined> => {
  const { form: present, etag } = await readOne(id)
  return differs(present, form) ? undefined : etag
}

/** Why an event was not changed. */
const sayFault = (fault: unknown): string =>
  isOutdated(fault) ? t('It has been changed since; it stays as it is.') : textOfFault(fault)
