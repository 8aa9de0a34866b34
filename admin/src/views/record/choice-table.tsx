import { t } from '../../texts.ts'
import { type FormFields, textOf } from '../../ui/form.tsx'
import { Table } from '../../ui/table.tsx'

/** A version of a record, with its name at the head of its column. */
export type Version<F> = { readonly key: string; readonly name: string; readonly form: F }

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
