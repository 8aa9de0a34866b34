import { t } from '../../texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { actionName } from '../history/versions.ts'
import type { ActivityQuery } from './activity.tsx'
import { kindName, kinds } from './kind-name.ts'
import type { Person } from './people.ts'

const actions = ['created', 'updated', 'autosaved', 'published', 'trashed', 'restored', 'deleted'] as const

/** Narrows the activity to a person, a kind of record, an action and a span of days. */
export const ActivityFilters = ({
  values,
  people,
  change,
}: {
  readonly values: ActivityQuery
  readonly people: readonly Person[]
  readonly change: (changed: Partial<ActivityQuery>) => void
}) => {
  const persons = people.map(({ id, name }) => [String(id), name] as const)
  // A person of the address who is not in the list.
  const isListed = values.user === '' || persons.some(([id]) => id === values.user)
  const others = isListed ? [] : [[values.user, `#${values.user}`] as const]
  return (
    <search class="row filters">
      <SelectField
        label={t('Person')}
        value={values.user}
        options={[['', t('Everybody')], ...persons, ...others]}
        onValue={(user) => change({ user })}
      />
      <SelectField
        label={t('Kind')}
        value={values.kind}
        options={[['', t('Everything')], ...kinds.map((kind) => [kind, kindName(kind)] as const)]}
        onValue={(kind) => change({ kind })}
      />
      <SelectField
        label={t('What was done')}
        value={values.action}
        options={[['', t('Anything')], ...actions.map((action) => [action, actionName(action)] as const)]}
        onValue={(action) => change({ action })}
      />
      <TextField label={t('From')} type="date" value={values.from} onValue={(from) => change({ from })} />
      <TextField label={t('To')} type="date" value={values.to} onValue={(to) => change({ to })} />
    </search>
  )
}
