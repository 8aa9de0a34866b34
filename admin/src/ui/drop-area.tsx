import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'

/** A place for files: they are dropped here, or chosen by the button. */
export const DropArea = ({
  button,
  accept,
  hint,
  isPrimary = false,
  isMultiple = false,
  isBusy = false,
  onFiles,
  children,
}: {
  /** The text of the button. */
  readonly button: string
  /** The types of files, as the attribute `accept` takes them. */
  readonly accept: string
  readonly hint: string
  readonly isPrimary?: boolean
  readonly isMultiple?: boolean
  readonly isBusy?: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children?: ComponentChildren
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null | undefined): void => {
    if (files && files.length > 0) onFiles(isMultiple ? [...files] : [...files].slice(0, 1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard uses the button.
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <div class="actions">
        <Button kind={isPrimary ? 'primary' : 'plain'} isBusy={isBusy} onClick={() => input.current?.click()}>
          {button}
        </Button>
        {children}
      </div>
      <input
        ref={input}
        class="hidden"
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-label={button}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <p class="hint">{hint}</p>
    </div>
  )
}
