import { adminPath } from '../../api/root.ts'
import { formatInstant, t } from '../../texts.ts'
import { actionName } from '../history/versions.ts'
import { recordPath } from '../record-path.ts'
import { kindName, type kinds } from './kind-name.ts'

/** Something that was done to a record. */
export type Entry = {
  readonly id: number
  readonly date: string
  readonly user: { readonly id: number; readonly name: string }
  readonly action: string
  readonly kind: (typeof kinds)[number]
  readonly record: number
  readonly title: string
}

/** Entries of the activity, the latest first. */
export const ActivityTable = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <div class="table">
    <table>
      <thead>
        <tr>
          <th scope="col">{t('When')}</th>
          <th scope="col">{t('Who')}</th>
          <th scope="col">{t('What was done')}</th>
          <th scope="col">{t('Record')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>{formatInstant(entry.date)}</td>
            <td>{whoOf(entry)}</td>
            <td>{actionName(entry.action)}</td>
            <th scope="row">
              <Title {...entry} /> <span class="badge">{kindName(entry.kind)}</span>
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const whoOf = ({ user }: Entry): string =>
  user.id === 0 ? t('automatically, as scheduled') : user.name || t('a user who was removed')

const Title = ({ kind, record, title, action }: Entry) => {
  const text = title || t('(no title)')
  return action === 'deleted' ? text : <a href={`${adminPath}${recordPath(kind, record)}`}>{text}</a>
}
