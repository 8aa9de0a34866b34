import { t } from '../../texts.ts'
import { SelectField } from '../../ui/field.tsx'

/** The fields that a column can be chosen for, as the import names them. */
const fields: readonly (readonly [field: string, name: () => string])[] = [
  ['title', () => t('Title')],
  ['start_date', () => t('First day')],
  ['start_time', () => t('Start')],
  ['end_date', () => t('Last day')],
  ['end_time', () => t('End')],
  ['description', () => t('Description')],
  ['venue.venue', () => t('Venue')],
  ['venue.address', () => t('Address')],
  ['venue.city', () => t('City')],
  ['organizer.organizer', () => t('Organizer')],
  ['categories', () => t('Categories')],
  ['tags', () => t('Tags')],
  ['cost', () => t('Price')],
  ['website', () => t('Website')],
  ['image', () => t('Picture')],
  ['external_id', () => t('Id by which it is found again')],
]

/** Asks which column of a table is which field; columns with usual titles are recognised without it. */
export const ColumnFields = ({
  columns,
  map,
  onMap,
}: {
  readonly columns: readonly string[]
  readonly map: Readonly<Record<string, string>>
  readonly onMap: (map: Readonly<Record<string, string>>) => void
}) => {
  const choose = (field: string, column: string): void => {
    const others = Object.entries(map).filter(([name]) => name !== field)
    onMap(Object.fromEntries(column === '' ? others : [...others, [field, column]]))
  }
  return (
    <div class="stack">
      <p>{t('Columns with usual titles are recognised. Choose those that are not, or are not right.')}</p>
      <div class="column-map">
        {fields.map(([field, name]) => (
          <SelectField
            key={field}
            label={name()}
            value={map[field] ?? ''}
            options={[['', t('As recognised')], ...columns.map((column) => [column, column] as const)]}
            onValue={(column) => choose(field, column)}
          />
        ))}
      </div>
    </div>
  )
}
