import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** The person has cancelled; nothing needs to be reported. */
export class Cancelled extends Error {}

type Asked<T extends string> = {
  readonly title: string
  readonly text?: string | undefined
  readonly options: readonly (readonly [value: T, text: string])[]
}

type Pending = Asked<string> & { readonly decide: (value: string | undefined) => void }

let show: (pending: Pending | undefined) => void = () => undefined

/** Asks the person to choose one of a few options. @throws Cancelled if the dialog is closed. */
export const askChoice = <T extends string>(asked: Asked<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    show({
      ...asked,
      decide: (value) => {
        show(undefined)
        if (value === undefined) reject(new Cancelled())
        else resolve(value as T)
      },
    })
  })

/** The place in which {@link askChoice} asks. */
export const Questions = () => {
  const [pending, setPending] = useState<Pending>()
  useEffect(() => {
    show = setPending
  }, [])
  if (!pending) return null
  const { title, text, options, decide } = pending
  return (
    <Dialog title={title} onClose={() => decide(undefined)}>
      <div class="stack">
        {text && <p>{text}</p>}
        {options.map(([value, name]) => (
          <Button key={value} onClick={() => decide(value)}>
            {name}
          </Button>
        ))}
        <Button kind="quiet" onClick={() => decide(undefined)}>
          {t('Cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
