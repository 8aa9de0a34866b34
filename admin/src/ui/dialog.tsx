import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

/**
 * A modal dialog: it takes the focus, and gives it back when it closes. Escape closes it unless `onClose` is missing, and so does a press beside
 * one that has nothing to lose: a sheet from below, or the palette of a search, whose title only screen readers say.
 */
export const Dialog = ({
  title,
  onClose,
  isWide = false,
  look,
  children,
}: {
  readonly title: string
  readonly onClose?: (() => void) | undefined
  readonly isWide?: boolean
  readonly look?: 'sheet' | 'palette'
  readonly children: ComponentChildren
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      // The browser gives the focus back only while the dialog is part of the page.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={look ?? (isWide ? 'wide' : '')}
      aria-labelledby={id}
      onMouseDown={({ target }) => {
        if (look && target === dialog.current) onClose?.()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={id} class={look === 'palette' ? 'unseen' : ''}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** A dialog that says how far work on many records is; it can be left where it has `onClose`. */
export const ProgressDialog = ({
  title,
  done,
  of,
  onClose,
  children,
}: {
  readonly title: string
  readonly done: number
  readonly of: number
  readonly onClose?: (() => void) | undefined
  readonly children?: ComponentChildren
}) => (
  <Dialog title={title} onClose={onClose}>
    <progress value={done} max={of} aria-label={title} />
    {children}
  </Dialog>
)
