import { read } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatInstant, t } from '../../texts.ts'

/** A decision of a reviewer. */
type ReviewNote = {
  readonly id: number
  readonly date: string
  readonly user: { readonly name: string }
  readonly decision: 'approve' | 'return' | 'reject'
  readonly note: string
}

/** The last note of a reviewer to the author of an event, if there is one. */
export const ReviewNotes = ({ event }: { readonly event: number }) => {
  const { data } = useLoaded(String(event), () => read<readonly ReviewNote[]>('kalends/v1', `reviews/${event}`))
  const latest = data?.[0]
  if (!latest?.note) return null
  return (
    <section class="notice" aria-label={t('Note of the review')}>
      <span>
        <strong>{t('{name} wrote on {date}:', { name: latest.user.name, date: formatInstant(latest.date) })}</strong>{' '}
        {latest.note}
      </span>
    </section>
  )
}
