import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { LoadedState } from '../../ui/state.tsx'
import type { Start } from './record-kind.ts'

type Props<F, B extends object> = {
  /** The path of the records below `/admin`. */
  readonly folder: string
  /** The id of a record; `new` for a new one. */
  readonly id: string
  /** The heading until the record is read. */
  readonly title: string
  /** What else a new record begins with: another one of these begins another form. */
  readonly origin?: string
  readonly read: () => Promise<Start<F, B>>
  readonly children: (start: Start<F, B>, onCreated: (id: number) => void) => ComponentChildren
}

/** Loads the form of a record. A new record that gets its id is the same form: what has the focus keeps it. */
export const RecordView = <F, B extends object>({ folder, id, title, origin = '', read, children }: Props<F, B>) => {
  const { route } = useLocation()
  const place = `${id} ${origin}`
  const shown = useRef({ place, key: 0 })
  const created = useRef('')
  if (shown.current.place !== place) {
    const isSame = created.current === place
    shown.current = { place, key: shown.current.key + (isSame ? 0 : 1) }
  }
  const onCreated = (newId: number): void => {
    created.current = `${newId} `
    route(`${adminPath}/${folder}/${newId}`, true)
  }
  return (
    <Opening key={shown.current.key} title={title} read={read}>
      {(start) => children(start, onCreated)}
    </Opening>
  )
}

type OpeningProps<F, B extends object> = {
  readonly title: string
  readonly read: () => Promise<Start<F, B>>
  readonly children: (start: Start<F, B>) => ComponentChildren
}

const Opening = <F, B extends object>({ title, read, children }: OpeningProps<F, B>) => {
  const loaded = useLoaded('', read)
  return (
    <LoadedState loaded={loaded} title={title}>
      {children}
    </LoadedState>
  )
}
