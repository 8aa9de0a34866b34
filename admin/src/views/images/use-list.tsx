import type { ImageUse, ImageUses } from '../../api/images.ts'
import { adminPath } from '../../api/root.ts'
import { t, tn } from '../../texts.ts'
import { statusName } from '../../ui/status-tabs.tsx'

const kinds: Readonly<Record<ImageUse['kind'], () => string>> = {
  event: () => t('Event'),
  venue: () => t('Venue'),
  organizer: () => t('Organizer'),
}

/** The records that show an image. */
export const UseList = ({ uses }: { readonly uses: ImageUses | undefined }) => {
  if (!uses) return null
  const { total, records } = uses
  const more = total - records.length
  return (
    <section>
      <h3>{total === 0 ? t('It is not used anywhere.') : tn('Used once', 'Used {count} times', total)}</h3>
      <ul class="uses">
        {records.map(({ kind, id, title, status }) => (
          <li key={`${kind} ${id}`}>
            {kinds[kind]()}: <a href={`${adminPath}/${kind}s/${id}`}>{title || t('(no title)')}</a>{' '}
            {status !== 'publish' && <span class="badge">{statusName(status)}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{tn('and {count} more', 'and {count} more', more)}</p>}
    </section>
  )
}
