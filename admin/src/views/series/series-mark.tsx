import type { Event } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { t } from '../../texts.ts'

/** The mark of an event that belongs to a series, which leads to it; one that differs from the series says so. */
export const SeriesMark = ({
  event: { series, own_fields },
  title,
}: {
  readonly event: Pick<Event, 'series' | 'own_fields'>
  readonly title: string
}) =>
  series ? (
    <>
      {' '}
      <a
        class="badge"
        href={`${adminPath}/series/${series.id}`}
        aria-label={
          own_fields ? t('Series of “{title}”, an exception', { title }) : t('Series of “{title}”', { title })
        }
      >
        {own_fields ? t('Exception') : t('Series')}
      </a>
    </>
  ) : null
