import { useContext, useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { ColorDot } from './color-field.tsx'
import { type Choice, Combobox } from './combobox.tsx'
import { ReadOnlyContext } from './field.tsx'
import { Icon } from './icon.tsx'

/** Something that a record links to; one with id 0 is created with the record. */
type Linked = { readonly id: number; readonly name: string }

/**
 * Chooses the linked records: chips for the chosen ones, and a field that searches and creates. If there can be only one, the
 * field is there while none is chosen, so that a second one never replaces the first unnoticed.
 */
export const LinkedField = ({
  label,
  chosen,
  search,
  onChosen,
  isSingle = false,
  mayCreate = true,
  colors,
  error,
}: {
  readonly label: string
  readonly chosen: readonly Linked[]
  readonly search: (text: string) => Promise<readonly Choice[]>
  readonly onChosen: (chosen: readonly Linked[]) => void
  readonly isSingle?: boolean
  /** Whether the person may create missing records. */
  readonly mayCreate?: boolean
  /** The colours of the records that have one, by id. */
  readonly colors?: ReadonlyMap<number, string>
  readonly error?: string | undefined
}) => {
  const isReadOnly = useContext(ReadOnlyContext)
  // Two records may have the same name, such as categories below different ones.
  const isChosen = ({ id, name }: Linked): boolean =>
    chosen.some((one) => (one.id && id ? one.id === id : one.name.toLowerCase() === name.toLowerCase()))
  const add = (one: Linked): void => {
    if (!isChosen(one)) onChosen(isSingle ? [one] : [...chosen, one])
  }
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const isFull = isSingle && chosen.length > 0
  const wasFull = useRef(isFull)
  useEffect(() => {
    if (wasFull.current === isFull) return
    wasFull.current = isFull
    // What had the focus is gone. Somebody who has gone on to another field stays there.
    if (document.activeElement === document.body)
      frame.current?.querySelector<HTMLElement>(isFull ? '.chips button' : 'input')?.focus()
  }, [isFull])
  return (
    <div
      class="stack linked"
      ref={frame}
      {...(isFull ? { role: 'group' as const, 'aria-labelledby': `${id}-label` } : {})}
    >
      {isFull ? (
        <div class="field">
          <span class="label" id={`${id}-label`}>
            {label}
          </span>
          {error && <p class="fault">{error}</p>}
        </div>
      ) : (
        <Combobox
          label={label}
          placeholder={t('Type to search')}
          search={search}
          onChoose={({ id, name }) => add({ id, name })}
          onCreate={mayCreate ? (name) => add({ id: 0, name }) : undefined}
          settles
          error={error}
        />
      )}
      {chosen.length > 0 && (
        <ul class="chips">
          {chosen.map((one) => (
            <li key={`${one.id} ${one.name}`}>
              <ColorDot color={colors?.get(one.id)} />
              {one.name}
              {one.id === 0 && <small> {t('new')}</small>}
              {!isReadOnly && (
                <Button
                  kind="quiet"
                  aria-label={t('Remove “{name}”', { name: one.name })}
                  onClick={() => onChosen(chosen.filter((other) => other !== one))}
                >
                  <Icon name="close" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
