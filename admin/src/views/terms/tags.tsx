import { useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { readTerms, type Term } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatNumber, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { Table } from '../../ui/table.tsx'
import { columnFor, membersFor, type Needed } from '../list/columns.ts'
import { useAddress } from '../use-address.ts'
import { MergeDialog, Removal, SelectedTerms, TermDialog } from './term-dialogs.tsx'

const column = columnFor<Term>()

const tagColumns = () => [
  column({ key: 'name', name: t('Name'), needs: ['name'], kind: 'header', show: nameOf }),
  column({ key: 'slug', name: t('Slug (URL)'), needs: ['slug'], show: ({ slug }) => slug }),
  column({
    key: 'events',
    name: t('Events'),
    needs: ['id', 'count'],
    show: ({ id, count }) => (
      <a href={`${adminPath}/events?tags=${id}&span=all&collapse=none`}>{formatNumber(count)}</a>
    ),
  }),
]

const nameOf = ({ name }: Pick<Term, 'name'>): string => plainText(name)

/** What the list needs besides its columns, for its actions. */
const always = ['id', 'name', 'count'] as const

type Tag = Pick<Term, (typeof always)[number] | Needed<ReturnType<typeof tagColumns>>>

type Open = { readonly action: 'create' | 'edit' | 'remove' | 'merge'; readonly term?: Tag }

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
    readTerms('wp/v2', 'tags', membersFor(always, tagColumns()), {
      ...orders[values.order],
      search: values.search || undefined,
      page,
      per_page: 50,
    }),
  )
  const [open, setOpen] = useState<Open>()
  // Tags are selected on several pages.
  const [selected, setSelected] = useState<ReadonlyMap<number, Tag>>(new Map())
  const close = (): void => setOpen(undefined)
  const reload = (): void => {
    close()
    setSelected(new Map())
    loaded.reload()
  }
  const select = (term: Tag): void => {
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
            <Table<Tag>
              columns={[
                {
                  key: 'select',
                  name: '',
                  kind: 'select',
                  show: (tag) => (
                    <input
                      type="checkbox"
                      aria-label={t('Select “{name}”', { name: nameOf(tag) })}
                      checked={selected.has(tag.id)}
                      onChange={() => select(tag)}
                    />
                  ),
                },
                ...tagColumns(),
                {
                  key: 'actions',
                  name: t('Actions'),
                  kind: 'actions',
                  show: (tag) => (
                    <>
                      <Button
                        kind="quiet"
                        aria-label={t('Edit “{name}”', { name: nameOf(tag) })}
                        onClick={() => setOpen({ action: 'edit', term: tag })}
                      >
                        {t('Edit')}
                      </Button>
                      <Button
                        kind="quiet"
                        aria-label={t('Delete “{name}”', { name: nameOf(tag) })}
                        onClick={() => setOpen({ action: 'remove', term: tag })}
                      >
                        {t('Delete')}
                      </Button>
                    </>
                  ),
                },
              ]}
              rows={records}
              keyOf={({ id }) => id}
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
