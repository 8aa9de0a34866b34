import { useContext } from 'preact/hooks'
import { CountsContext, type StatusCounts } from '../../api/counts.ts'
import { adminPath } from '../../api/root.ts'
import { read, readList } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePreference } from '../../ui/preference.ts'
import { knownCategories } from '../terms/colors.ts'

/** What the steps are told by besides the numbers of records. */
const readFacts = async () => {
  const [{ site_logo }, categories, users, { last_backup }] = await Promise.all([
    read<{ readonly site_logo: number }>('wp/v2', 'settings'),
    knownCategories(),
    readList<unknown>('wp/v2', 'users', { per_page: 1, _fields: 'id' }),
    read<{ readonly last_backup: string | null }>('kalends/v1', 'state'),
  ])
  return {
    hasLogo: site_logo > 0,
    hasCategory: categories.length > 0,
    hasPeople: users.total > 1,
    hasBackup: last_backup !== null,
  }
}

/** What a new calendar needs, each ticked off once it is there. The list goes with the last one, or when the person hides it. */
export const FirstSteps = () => {
  const { counts } = useContext(CountsContext)
  const { data } = useLoaded('', readFacts)
  const [choice, choose] = usePreference('first-steps', ['shown', 'hidden'])
  if (!data || !counts || choice === 'hidden') return null
  const steps = [
    { isDone: data.hasLogo, text: t('Give your calendar its logo and colours'), path: '/settings/design' },
    { isDone: data.hasCategory, text: t('Make categories'), path: '/categories' },
    { isDone: sum(counts.venues) > 0, text: t('Add the places where things happen'), path: '/venues/new' },
    { isDone: (counts.events['publish'] ?? 0) > 0, text: t('Publish your first event'), path: '/events/new' },
    { isDone: data.hasPeople, text: t('Invite those who work with you'), path: '/users' },
    { isDone: data.hasBackup, text: t('Have backups made'), path: '/state' },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <section class="card first-steps" aria-label={t('First steps')}>
      <div class="row title">
        <h2>{t('First steps')}</h2>
        <Button kind="quiet" onClick={() => choose('hidden')}>
          {t('Hide')}
        </Button>
      </div>
      <ol>
        {steps.map(({ isDone, text, path }) => (
          <li key={path} class="step" data-done={isDone}>
            <span class="tick">{isDone && <Icon name="check" />}</span>
            {isDone ? (
              <span>
                {text} <span class="unseen">{t('(done)')}</span>
              </span>
            ) : (
              <a href={`${adminPath}${path}`}>{text}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const sum = (counts: StatusCounts): number => Object.values(counts).reduce<number>((all, one = 0) => all + one, 0)
