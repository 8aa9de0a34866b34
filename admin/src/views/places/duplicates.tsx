import { useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { read } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { MergeDialog, mostMerged } from './merge-dialog.tsx'
import { organizerKind } from './organizer-kind.tsx'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'
import type { Duplicates } from './place-list.tsx'
import { venueKind } from './venue-kind.tsx'

/** Venues that may be the same. */
export const VenueDuplicates = () => <DuplicatesView kind={venueKind} />

/** Organizers that may be the same. */
export const OrganizerDuplicates = () => <DuplicatesView kind={organizerKind} />

const DuplicatesView = <F extends PlaceForm, B extends object>({ kind }: { readonly kind: PlaceKind<F, B> }) => {
  const { plural, texts } = kind
  const loaded = useLoaded(plural, () => read<readonly Duplicates[]>('kalends/v1', 'duplicates', { kind: plural }))
  const [asked, setAsked] = useState<Duplicates>()
  return (
    <>
      <Heading title={t('Possible duplicates')}>
        <a class="button" href={`${adminPath}/${plural}`}>
          {texts().all}
        </a>
      </Heading>
      <LoadedState
        loaded={loaded}
        isEmpty={(groups) => groups.length === 0}
        empty={<p>{t('Nothing looks like a duplicate.')}</p>}
      >
        {(groups) => (
          <ul class="reviews">
            {groups.map((group) => (
              <Group
                key={group.records.map(({ id }) => id).join()}
                group={group}
                plural={plural}
                onMerge={() => setAsked(group)}
              />
            ))}
          </ul>
        )}
      </LoadedState>
      {asked && (
        <MergeDialog
          kind={kind}
          records={asked.records.slice(0, mostMerged)}
          onClose={() => setAsked(undefined)}
          onDone={loaded.reload}
        />
      )}
    </>
  )
}

const Group = ({
  group: { records, reason },
  plural,
  onMerge,
}: {
  readonly group: Duplicates
  readonly plural: string
  readonly onMerge: () => void
}) => {
  const name = records[0]?.name ?? ''
  return (
    <li class="card stack">
      <h2>{reason === 'name' ? t('Same name: {name}', { name }) : t('Same place: {name}', { name })}</h2>
      <ul class="lines">
        {records.map(({ id, name, address, events }) => (
          <li key={id}>
            <a href={`${adminPath}/${plural}/${id}`}>{name || t('(no title)')}</a>
            {address ? ` · ${address}` : ''} <small>{tn('{count} event', '{count} events', events)}</small>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button aria-label={t('Compare and merge “{name}”', { name })} onClick={onMerge}>
          {t('Compare and merge')}
        </Button>
      </div>
    </li>
  )
}
