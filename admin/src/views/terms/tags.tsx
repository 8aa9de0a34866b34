import { useState } from 'preact/hooks'
import { readTerms, type Term } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { useAddress } from '../use-address.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { Removal } from './removal.tsx'
import { SelectedTerms } from './selection.tsx'
import { TagTable } from './tag-table.tsx'
import { TermDialog } from './term-dialog.tsx'

type Open = { readonly action: 'create' | 'edit' | 'remove' | 'merge'; readonly term?: Term }

/** Orders of the list, by what the address says. */
const orders: Readonly<Record<string, object>> = {
  '': { orderby: 'name' },
  count: { orderby: 'count', order: 'desc' },
}

/** The list of tags. */
export const Tags = () => {
  const { values, change } = useAddress(['search', 'order', 'page'])
  const page = Math.max(1, Number(values.page) || 1)
  const loaded = useLoaded(JSON.stringify(values), () =>
    readTerms('tags', { ...orders[values.order], search: values.search || undefined, page, per_page: 50 }),
  )
  const [open, setOpen] = useState<Open>()
  // Tags are selected on several pages.
  const [selected, setSelected] = useState<ReadonlyMap<number, Term>>(new Map())
  const close = (): void => setOpen(undefined)
  const reload = (): void => {
    close()
    setSelected(new Map())
    loaded.reload()
  }
  const select = (term: Term): void => {
    const next = new Map(selected)
    if (!next.delete(term.id)) next.set(term.id, term)
    setSelected(next)
  }
  const term = open?.term
  const chosen = [...selected.values()]
  return (
    <>
      <Heading title={t('Tags')}>
        <Button kind="primary" onClick={() => setOpen({ action: 'create' })}>
          {t('New tag')}
        </Button>
      </Heading>
      <search class="row filters">
        <SearchField value={values.search} onValue={(search) => change({ search })} />
        <label class="field">
          {t('Order')}
          <select value={values.order} onChange={({ currentTarget }) => change({ order: currentTarget.value })}>
            <option value="">{t('By name')}</option>
            <option value="count">{t('Most used first')}</option>
          </select>
        </label>
      </search>
      <SelectedTerms
        path="tags"
        terms={chosen}
        selected={new Set(selected.keys())}
        onMerge={() => setOpen({ action: 'merge' })}
      />
      <LoadedState
        loaded={loaded}
        isEmpty={({ records }) => records.length === 0}
        empty={<p>{values.search ? t('No tag has these words.') : t('There are no tags yet.')}</p>}
      >
        {({ records, total, pages }) => (
          <>
            <p class="quiet">{tn('{count} tag', '{count} tags', total)}</p>
            <TagTable
              tags={records}
              selected={selected}
              onSelect={select}
              onEdit={(tag) => setOpen({ action: 'edit', term: tag })}
              onRemove={(tag) => setOpen({ action: 'remove', term: tag })}
            />
            <Pager page={page} pages={pages} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </LoadedState>
      {(open?.action === 'create' || open?.action === 'edit') && (
        <TermDialog path="tags" term={term} onClose={close} onSaved={reload} />
      )}
      {open?.action === 'remove' && term && <Removal path="tags" term={term} onClose={close} onChanged={reload} />}
      {open?.action === 'merge' && <MergeDialog path="tags" terms={chosen} onClose={close} onMerged={reload} />}
    </>
  )
}
