import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { differs, type FormFields, listNames, textOf } from '../../ui/form.tsx'
import { Table } from '../../ui/table.tsx'

/** Both versions of a record that somebody else has saved meanwhile, side by side; for each field one of them is chosen. */
export const Conflict = <F extends object, B extends object>({
  title,
  fields,
  base,
  mine,
  theirs,
  onClose,
  onChosen,
}: {
  readonly title: string
  readonly fields: FormFields<F, B>
  /** The version with which both began. */
  readonly base: F
  readonly mine: F
  readonly theirs: F
  readonly onClose: () => void
  readonly onChosen: (merged: F) => void
}) => {
  const names = listNames(fields).filter((name) => differs(mine[name], theirs[name]))
  // Fields changed by only one of the two need no decision, but allow one.
  const [own, setOwn] = useState<ReadonlySet<keyof F>>(new Set(names.filter((name) => differs(mine[name], base[name]))))
  const choose = (name: keyof F, key: string): void => {
    const next = new Set(own)
    key === 'mine' ? next.add(name) : next.delete(name)
    setOwn(next)
  }
  const merged = { ...theirs, ...Object.fromEntries([...own].map((name) => [name, mine[name]])) }
  return (
    <Dialog title={title} onClose={onClose} isWide>
      <p>{t('Nothing has been overwritten. Choose what is to be kept of each field.')}</p>
      <ChoiceTable
        names={names}
        fields={fields}
        versions={[
          { key: 'mine', name: t('Yours'), form: mine },
          { key: 'theirs', name: t('Theirs'), form: theirs },
        ]}
        chosen={(name) => (own.has(name) ? 'mine' : 'theirs')}
        onChoose={choose}
      />
      <div class="actions">
        <Button kind="primary" onClick={() => onChosen(merged)}>
          {t('Save this choice')}
        </Button>
        <Button onClick={onClose}>{t('Back to the form')}</Button>
      </div>
    </Dialog>
  )
}

/** A version of a record, with its name at the head of its column. */
type Version<F> = { readonly key: string; readonly name: string; readonly form: F }

/** Versions side by side; for each field that differs one of them is chosen. */
export const ChoiceTable = <F extends object, B extends object>({
  names,
  fields,
  versions,
  chosen,
  onChoose,
}: {
  readonly names: readonly (keyof F)[]
  readonly fields: FormFields<F, B>
  readonly versions: readonly Version<F>[]
  /** The key of the version whose value is chosen. */
  readonly chosen: (name: keyof F) => string
  readonly onChoose: (name: keyof F, key: string) => void
}) => (
  <Table
    columns={[
      { key: 'field', name: t('Field'), kind: 'header', show: (name: keyof F) => fields[name].label() },
      ...versions.map(({ key, name: head, form }) => ({
        key,
        name: head,
        show: (name: keyof F) => (
          <label class="check">
            <input
              type="radio"
              name={`choice-${String(name)}`}
              checked={chosen(name) === key}
              onChange={() => onChoose(name, key)}
            />
            <span>{textOf(form[name]) || t('(empty)')}</span>
          </label>
        ),
      })),
    ]}
    rows={names}
    keyOf={String}
  />
)
