import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import { type EventWrite, faultsOf, writeEvents } from '../../api/batch.ts'
import { tagged } from '../../api/calendar.ts'
import { eachOf } from '../../api/each-of.ts'
import { readList } from '../../api/site.ts'
import { t, tn } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ProgressDialog } from '../../ui/dialog.tsx'
import { isOutdated, notify, notifyFault, sayStay } from '../../ui/notices.tsx'
import { readEvent } from '../events/event-kind.ts'
import { listVersions, type Payload, readVersion } from '../history/versions.ts'

/** What is needed of an entry of the activity. */
type Entry = { readonly id: number; readonly action: string; readonly kind: string; readonly record: number }

/** Changes that leave a version which can be given back. */
const revertible: readonly string[] = ['updated', 'published', 'trashed', 'restored']

/** Entries of a page of the activity, and pages of the largest change: a batch has 500 events at most. */
const [perPage, mostPages] = [100, 10]

/** What a change has done to an event, perhaps in several steps: the ids of its versions. */
type Made = { readonly record: number; readonly first: number; readonly last: number }

/** What a change of many events has done to each. */
const readMade = async (change: string): Promise<readonly Made[]> => {
  const made = new Map<number, Made>()
  for (let page = 1; page <= mostPages; page++) {
    const { records, pages } = await readList<Entry>('kalends/v1', 'activity', {
      change,
      kind: 'event',
      page,
      per_page: perPage,
      _fields: 'id,action,kind,record',
    })
    // The latest comes first.
    for (const { id, action, record } of records)
      if (revertible.includes(action)) made.set(record, { record, first: id, last: made.get(record)?.last ?? id })
    if (page >= pages) break
  }
  return [...made.values()]
}

/** The write that gives an event back what it was before; undefined if somebody has changed it since, or if no version is kept. */
const planUndo = async ({ record, first, last }: Made): Promise<EventWrite | undefined> => {
  // The ETag is read first: whoever changes the event between the requests makes the write fail.
  const { record: event, etag } = tagged(await readEvent(record))
  const { records: versions } = await listVersions('tribe_events', record)
  const at = versions.findIndex(({ id }) => id === first)
  const before = versions[at + 1]
  if (versions[0]?.id !== last || at < 0 || !before) return undefined
  const names = new Set(versions.slice(0, at + 1).flatMap(({ changed }) => changed))
  const { payload } = await readVersion('tribe_events', record, before.id)
  const body: Payload = Object.fromEntries(Object.entries(payload).filter(([name]) => names.has(name)))
  // What an occurrence got with its whole series is not its own.
  const isOwn = event.own_fields?.some((name) => names.has(name)) === true
  return { id: record, etag, body: event.series ? { ...body, scope: isOwn ? 'this' : 'all' } : body }
}

/** An event that is gone, or that the person may no longer change, stays as it is. */
const leaveGone = (error: unknown): undefined => {
  if (!(error instanceof CalendarError) || ![403, 404, 410].includes(error.status)) throw error
}

/** Takes back what was done to many events together, after asking. Events that somebody has changed since stay as they are. */
export const UndoChange = ({ change, onDone }: { readonly change: string; readonly onDone: () => void }) => {
  const [isAsking, setAsking] = useState(false)
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>()
  const undo = async (): Promise<void> => {
    setProgress({ done: 0, of: 1 })
    try {
      const made = await readMade(change)
      const writes: (EventWrite & { readonly made: Made })[] = []
      let [stay, done] = [0, 0]
      await eachOf(made, async (one) => {
        const write = await planUndo(one).catch(leaveGone)
        if (write) writes.push({ ...write, made: one })
        else stay++
        setProgress({ done: ++done, of: made.length * 2 })
      })
      const written = await writeEvents(
        writes,
        async (one) => (await planUndo(one.made))?.etag,
        (count) => setProgress({ done: done + count, of: done + writes.length }),
      )
      const faults = faultsOf(written)
      const others = faults.filter((fault) => !isOutdated(fault))
      stay += faults.length - others.length
      const back = writes.length - faults.length
      if (back > 0) notify(tn('{count} event is as it was before.', '{count} events are as they were before.', back))
      if (stay > 0) notifyFault(sayStay(stay))
      if (others.length > 0) notifyFault(others[0])
    } catch (error) {
      notifyFault(error)
    }
    setProgress(undefined)
    onDone()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('Undo this change')}</Button>
      {isAsking && (
        <AskDialog
          question={{
            title: t('Undo this change'),
            text: t('All these events get back what they had before, except those that somebody has changed since.'),
            go: undo,
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {progress && <ProgressDialog title={t('Changing events')} {...progress} />}
    </>
  )
}
