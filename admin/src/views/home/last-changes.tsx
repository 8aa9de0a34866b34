import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, t } from '../../texts.ts'
import { readLatest } from '../activity/activity.tsx'
import { actionName } from '../history/versions.ts'
import { recordPath } from '../record-path.ts'

/** What was changed last, and by whom. */
export const LastChanges = () => {
  const { data } = useLoaded('', () => readLatest(8))
  if (!data?.length) return null
  return (
    <section class="card" aria-label={t('Last changes')}>
      <h2>{t('Last changes')}</h2>
      <ul class="plain">
        {data.map(({ id, kind, record, title, action, user, date }) => (
          <li key={id}>
            {action === 'deleted' ? (
              title
            ) : (
              <a class="record-link" href={`${adminPath}${recordPath(kind, record)}`}>
                {title || t('(no title)')}
              </a>
            )}
            <br />
            <span class="quiet">
              {actionName(action)} · {user.id === 0 ? t('automatically, as scheduled') : user.name} ·{' '}
              {formatInstant(date)}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={`${adminPath}/activity`}>{t('All changes')}</a>
      </p>
    </section>
  )
}
