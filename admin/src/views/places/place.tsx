import { useLocation } from 'preact-iso'
import type { Tagged } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { RecordEditor } from '../record/record-editor.tsx'
import { organizerKind } from './organizer-kind.ts'
import type { PlaceForm, PlaceKind, StoredPlace } from './place-kind.ts'
import { venueKind } from './venue-kind.ts'

type Props = { readonly id?: string }

/** The page of a venue, or of a new one. */
export const VenueView = ({ id }: Props) => <PlaceView kind={venueKind} id={id} />

/** The page of an organizer, or of a new one. */
export const OrganizerView = ({ id }: Props) => <PlaceView kind={organizerKind} id={id} />

const PlaceView = <F extends PlaceForm, B extends object>({
  kind,
  id = '',
}: {
  readonly kind: PlaceKind<F, B>
  readonly id: string | undefined
}) => {
  const { route } = useLocation()
  const { plural, singular, requests, newForm } = kind
  const loaded = useLoaded(id, async () => (id ? requests.read(Number(id)) : undefined))
  if (!id) {
    return (
      <>
        <Heading title={kind.texts().add} />
        <RecordEditor
          {...partsOf(kind)}
          name={`${singular}:new`}
          saved={newForm()}
          save={async (body) => route(`${adminPath}/${plural}/${await requests.create(body)}`, true)}
        />
      </>
    )
  }
  return (
    <LoadedState loaded={loaded} title={kind.texts().one}>
      {(found) => found && <Existing key={found.etag} kind={kind} found={found} onSaved={loaded.reload} />}
    </LoadedState>
  )
}

const Existing = <F extends PlaceForm, B extends object>({
  kind,
  found: { record, etag },
  onSaved,
}: {
  readonly kind: PlaceKind<F, B>
  readonly found: Tagged<StoredPlace<F>>
  readonly onSaved: () => void
}) => {
  const { id, form, status, url } = record
  const { singular, requests } = kind
  return (
    <>
      <Heading title={form.title || t('(no title)')}>
        <a class="button" href={`${adminPath}/?${singular}=${id}&span=all`}>
          {t('Show its events')}
        </a>
        {status === 'publish' && (
          <a class="button" href={url}>
            {t('View')}
          </a>
        )}
      </Heading>
      <RecordEditor
        {...partsOf(kind)}
        name={`${singular}:${id}`}
        saved={form}
        save={async (body, isForced) => {
          await requests.update(id, body, isForced ? undefined : etag)
          onSaved()
        }}
        readCurrent={async () => (await requests.read(id)).record.form}
      />
    </>
  )
}

const partsOf = <F extends PlaceForm, B extends object>({ form, texts, fields, switches }: PlaceKind<F, B>) => ({
  kind: form,
  conflictTitle: texts().conflictTitle,
  fields,
  ...(switches ? { switches } : {}),
})
