import { CalendarError } from 'kalends-client'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { t, tn } from '../texts.ts'
import { Cancelled } from './ask-choice.tsx'
import { Button, IconButton } from './button.tsx'

/** Where what was done can be looked at. */
type NoticeLink = { readonly text: string; readonly address: string }

/** Something that has happened, and how it is undone. */
type Notice = {
  readonly id: number
  readonly text: string
  readonly isFault: boolean
  readonly undo?: (() => Promise<unknown>) | undefined
  readonly link?: NoticeLink | undefined
  /** Where it was shown first. */
  readonly page: string
  /** It stays until somebody closes it, as faults do. */
  readonly stays?: true
}

let notices: readonly Notice[] = []
let lastId = 0
let show: (all: readonly Notice[]) => void = () => undefined

const set = (all: readonly Notice[]): void => {
  notices = all
  show(all)
}

const remove = (id: number): void => set(notices.filter((notice) => notice.id !== id))

/** Shows what was done; with `undo` it can be reverted while the notice is shown. Errors stay until they are closed. */
export const notify = (text: string, undo?: () => Promise<unknown>, link?: NoticeLink): void =>
  add({ text, isFault: false, undo, link })

const laterKey = 'kalends:later'

/** Shows a text on the page that is loaded next, until somebody closes it. */
export const notifyLater = (text: string): void => sessionStorage.setItem(laterKey, text)

/** Shows an error, unless the person has cancelled. */
export const notifyFault = (error: unknown): void => {
  if (!(error instanceof Cancelled)) add({ text: textOfFault(error), isFault: true })
}

/** The text of an error; what is wrong with single values says more than that they are wrong. */
export const textOfFault = (error: unknown): string => {
  const faults = error instanceof CalendarError ? Object.values(error.params) : []
  return faults.length > 0 ? faults.join(' ') : error instanceof Error ? error.message : String(error)
}

/** Whether a write was refused because somebody else has changed the record. */
export const isOutdated = (error: unknown): boolean => error instanceof CalendarError && error.status === 412

/** Says how many records stay, since somebody has changed them. */
export const sayStay = (count: number): Error =>
  new Error(
    tn(
      '{count} record has been changed since; it stays as it is.',
      '{count} records have been changed since; they stay as they are.',
      count,
    ),
  )

/**
 * Tells what kept writes that take others back from being made.
 * @throws Error why one could not be made, or else how many records stay, since somebody has changed them
 */
export const requireUndone = (faults: readonly unknown[]): void => {
  if (faults.length === 0) return
  const other = faults.find((fault) => !isOutdated(fault))
  if (other) throw other
  throw sayStay(faults.length)
}

const add = (notice: Omit<Notice, 'id' | 'page'>): void => {
  const id = ++lastId
  // The same text again, such as after each saving, takes the place of the one before; what can be undone is not taken away.
  const others = notices.filter((one) => one.text !== notice.text || one.undo !== undefined)
  set([...others.slice(-2), { ...notice, id, page: location.pathname }])
  if (!notice.isFault && !notice.stays) setTimeout(() => remove(id), notice.undo ? 15_000 : 6_000)
}

/** The place in which notices are shown; screen readers say each as it comes. */
export const Notices = () => {
  const [all, setAll] = useState(notices)
  const { path } = useLocation()
  // What went wrong in a view says nothing in another one.
  useEffect(() => set(notices.filter(({ isFault, page }) => !isFault || page === location.pathname)), [path])
  useEffect(() => {
    show = setAll
    const later = sessionStorage.getItem(laterKey)
    sessionStorage.removeItem(laterKey)
    if (later) add({ text: later, isFault: false, stays: true })
  }, [])
  const takeBack = ({ id, undo }: Notice): void => {
    remove(id)
    undo?.().then(
      () => notify(t('Undone.')),
      (error) => notifyFault(isOutdated(error) ? t('It has been changed since; it stays as it is.') : error),
    )
  }
  return (
    <div class="notices" role="status" aria-live="polite">
      {all.map((notice) => (
        <div key={notice.id} class={notice.isFault ? 'notice failed' : 'notice'}>
          <span>{notice.text}</span>
          {notice.link && <a href={notice.link.address}>{notice.link.text}</a>}
          {notice.undo && <Button onClick={() => takeBack(notice)}>{t('Undo')}</Button>}
          <IconButton icon="close" text={t('Close')} onClick={() => remove(notice.id)} />
        </div>
      ))}
    </div>
  )
}
