import { t } from '../../texts.ts'
import { textOf } from './form.ts'

/** A version of a record, with its name at the head of its column. */
export type Version<F> = { readonly key: string; readonly name: string; readonly form: F }

/** Versions side by side; for each field that differs one of them is chosen. */
export const ChoiceTable = <F extends object>({
  names,
  labels,
  versions,
  chosen,
  onChoose,
}: {
  readonly names: readonly (keyof F)[]
  readonly labels: { readonly [Name in keyof F]: () => string }
  readonly versions: readonly Version<F>[]
  /** The key of the version whose value is chosen. */
  readonly chosen: (name: keyof F) => string
  readonly onChoose: (name: keyof F, key: string) => void
}) => (
  <div class="table">
    <table>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          {versions.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{labels[name]()}</th>
            {versions.map(({ key, form }) => (
              <td key={key}>
                <label class="check">
                  <input
                    type="radio"
                    name={`choice-${String(name)}`}
                    checked={chosen(name) === key}
                    onChange={() => onChoose(name, key)}
                  />
                  <span>{textOf(form[name]) || t('(empty)')}</span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
