import { read } from '../../api/site.ts'
import { formatInstant, t } from '../../texts.ts'

/** Who has submitted an event without an account; the name is '' where only a picture was sent, by the author of the event. */
export type Submission = {
  readonly id: number
  readonly event: number
  readonly date: string
  readonly name: string
  readonly email: string
  readonly confirmed: boolean
  /** A small picture as a `data:` URL. */
  readonly picture: string | null
}

/** The submissions of some events; most events have none. */
export const readSubmissions = async (events: readonly number[]): Promise<readonly Submission[]> =>
  events.length === 0 ? [] : read('kalends/v1', 'submissions', { include: events.join() })

/** Says who has submitted an event, and shows the picture that becomes public with it. */
export const Submitter = ({ submission }: { readonly submission: Submission }) => {
  const { name, email, confirmed, date, picture } = submission
  return (
    <div class="submitter">
      {picture && <img src={picture} alt={t('The submitted picture')} />}
      {name && (
        <p class="quiet">
          {t('Submitted by {name} on {date}', { name, date: formatInstant(date) })}{' '}
          <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>{' '}
          {confirmed ? t('(address confirmed)') : t('(address not confirmed)')}
        </p>
      )}
    </div>
  )
}
