import { adminPath } from '../../api/root.ts'
import { formatInstant, t } from '../../texts.ts'
import { Table } from '../../ui/table.tsx'
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
  <Table
    columns={[
      { key: 'when', name: t('When'), show: ({ date }) => formatInstant(date) },
      { key: 'who', name: t('Who'), show: whoOf },
      { key: 'action', name: t('What was done'), show: ({ action }) => actionName(action) },
      {
        key: 'record',
        name: t('Record'),
        kind: 'header',
        show: (entry) => (
          <>
            <Title {...entry} /> <span class="badge">{kindName(entry.kind)}</span>
          </>
        ),
      },
    ]}
    rows={entries}
    keyOf={({ id }) => id}
  />
)

const whoOf = ({ user }: Entry): string =>
  user.id === 0 ? t('automatically, as scheduled') : user.name || t('a user who was removed')

const Title = ({ kind, record, title, action }: Entry) => {
  const text = title || t('(no title)')
  return action === 'deleted' ? text : <a href={`${adminPath}${recordPath(kind, record)}`}>{text}</a>
}
