import { useRef, useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { session } from '../../api/session.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { RecordTable } from '../list/record-table.tsx'
import { useCounts } from '../list/use-counts.ts'
import { mayUse } from '../menu.ts'
import { useAddress } from '../use-address.ts'
import { organizerKind } from './organizer-kind.tsx'
import { PlaceActions, PlaceBulk } from './place-actions.tsx'
import type { PlaceForm } from './place-fields.tsx'
import type { PlaceKind } from './place-kind.ts'
import { type ListedPlace, nameOf, placeColumns, readPlaces } from './place-list.tsx'
import { venueKind } from './venue-kind.tsx'

/** The list of venues. */
export const Venues = () => <Places kind={venueKind} />

/** The list of organizers. */
export const Organizers = () => <Places kind={organizerKind} />

const Places = <F extends PlaceForm, B extends object>({ kind }: { readonly kind: PlaceKind<F, B> }) => {
  const { plural } = kind
  const texts = kind.texts()
  const { values, change } = useAddress(['status', 'search', 'page', 'sort'])
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  // The rows of all pages that were seen: those of other pages may be selected.
  const seen = useRef(new Map<number, ListedPlace>())
  const loaded = useLoaded(JSON.stringify(values), () => readPlaces(kind, values))
  for (const row of loaded.data?.records ?? []) seen.current.set(row.id, row)
  const counts = useCounts(loaded.data)
  const afterBulk = (): void => {
    setSelected(new Set())
    loaded.reload()
  }
  const mayMerge = mayUse(session()?.role ?? 'subscriber', 'edit-others')
  return (
    <>
      <Heading title={texts.all}>
        {mayMerge && (
          <a class="button" href={`${adminPath}/${plural}/duplicates`}>
            {t('Possible duplicates')}
          </a>
        )}
        <a class="button primary" href={`${adminPath}/${plural}/new`}>
          {texts.add}
        </a>
      </Heading>
      <StatusTabs status={values.status} counts={counts?.[plural]} onStatus={(status) => change({ status })} />
      <search class="row filters">
        <SearchField value={values.search} onValue={(search) => change({ search })} />
      </search>
      <PlaceBulk
        kind={kind}
        selected={selected}
        rows={[...selected].flatMap((id) => seen.current.get(id) ?? [])}
        isTrash={values.status === 'trash'}
        mayMerge={mayMerge}
        onDone={afterBulk}
      />
      <LoadedState
        loaded={loaded}
        isEmpty={({ total }) => total === 0}
        empty={<p>{values.search || values.status ? texts.noneFits : texts.none}</p>}
      >
        {({ records, total, pages }) => (
          <>
            <p class="quiet">{texts.count(total)}</p>
            <RecordTable
              rows={records}
              titleOf={nameOf}
              selectAllText={texts.selectAll}
              columns={placeColumns(kind)}
              actions={(row) => <PlaceActions kind={kind} row={row} onChanged={loaded.reload} />}
              mayChange={({ may_edit }) => may_edit}
              selected={selected}
              onSelected={setSelected}
              sorting={{ by: values.sort.replace('-', '') || 'name', isDescending: values.sort.startsWith('-') }}
              onSorting={({ by, isDescending }) => change({ sort: `${isDescending ? '-' : ''}${by}` })}
            />
            <Pager
              page={Math.max(1, Number(values.page) || 1)}
              pages={pages}
              onPage={(next) => change({ page: String(next) })}
            />
          </>
        )}
      </LoadedState>
    </>
  )
}
