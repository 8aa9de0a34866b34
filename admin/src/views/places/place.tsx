import { useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { RecordEditor } from '../record/record-editor.tsx'
import { RecordHistory } from '../record/record-history.tsx'
import { type Start, startOf } from '../record/record-kind.ts'
import { RecordView } from '../record/record-view.tsx'
import { useRecordForm } from '../record/use-record-form.ts'
import { organizerKind } from './organizer-kind.tsx'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'
import { venueKind } from './venue-kind.tsx'

type Props = { readonly id: string }

/** The page of a venue; of a new one where the id is `new`. */
export const VenueView = ({ id }: Props) => <PlaceView kind={venueKind} id={id} />

/** The page of an organizer; of a new one where the id is `new`. */
export const OrganizerView = ({ id }: Props) => <PlaceView kind={organizerKind} id={id} />

const PlaceView = <F extends PlaceForm, B extends object>({
  kind,
  id,
}: {
  readonly kind: PlaceKind<F, B>
  readonly id: string
}) => {
  const { plural, singular, requests, newForm } = kind
  const read = async (): Promise<Start<F, B>> =>
    id === 'new' ? { name: `${singular}:new`, form: newForm() } : startOf(singular, await requests.read(Number(id)))
  return (
    <RecordView folder={plural} id={id} title={kind.texts().one} read={read}>
      {(start, onCreated) => <PlacePage kind={kind} start={start} onCreated={onCreated} />}
    </RecordView>
  )
}

const PlacePage = <F extends PlaceForm, B extends object>({
  kind,
  start,
  onCreated,
}: {
  readonly kind: PlaceKind<F, B>
  readonly start: Start<F, B>
  readonly onCreated: (id: number) => void
}) => {
  const page = useRecordForm(kind, start, onCreated)
  const [isHistory, setHistory] = useState(false)
  const { stored } = page
  const title = stored ? stored.record.form.title || t('(no title)') : kind.texts().add
  return (
    <>
      <Heading title={title}>
        {stored && (
          <>
            <a class="button" href={`${adminPath}/events?${kind.singular}=${stored.record.id}&span=all&collapse=none`}>
              {t('Show its events')}
            </a>
            {stored.record.mayEdit && <Button onClick={() => setHistory(true)}>{t('History')}</Button>}
          </>
        )}
        {stored?.record.status === 'publish' && (
          <a class="button" href={stored.record.url}>
            {t('View')}
          </a>
        )}
      </Heading>
      <RecordEditor kind={kind} page={page} />
      {isHistory && stored && (
        <RecordHistory kind={kind} page={page} id={stored.record.id} onClose={() => setHistory(false)} />
      )}
    </>
  )
}
