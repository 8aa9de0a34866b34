import { useState } from 'preact/hooks'
import { session } from '../../api/session.ts'
import { type Category, readCategories, writeTerm } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { mayUse } from '../menu.ts'
import { type CategoryAction, CategoryList } from './category-list.tsx'
import { forgetCategories } from './colors.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { Removal } from './removal.tsx'
import { SelectedTerms, useSelection } from './selection.tsx'
import { TermDialog } from './term-dialog.tsx'

type Open = { readonly action: CategoryAction | 'create'; readonly term?: Category }

const path = 'tribe_events_cat'

/** The tree of categories. */
export const Categories = () => {
  const loaded = useLoaded('', readCategories)
  const [open, setOpen] = useState<Open>()
  const { selected, toggle, clear } = useSelection()
  const [isMerging, setMerging] = useState(false)
  const close = (): void => setOpen(undefined)
  const reload = (): void => {
    close()
    forgetCategories()
    loaded.reload()
  }
  const move = (term: Category, parent: number): void => {
    const put = (below: number, etag?: string) => writeTerm(path, term.id, { parent: below }, etag)
    close()
    put(parent).then(({ etag }) => {
      reload()
      notify(t('“{name}” has been moved.', { name: plainText(term.name) }), () =>
        put(term.parent ?? 0, etag).finally(reload),
      )
    }, notifyFault)
  }
  const mayMerge = mayUse(session()?.role ?? 'subscriber', 'edit-others')
  const terms = loaded.data ?? []
  const term = open?.term
  return (
    <>
      <Heading title={t('Categories')}>
        <Button kind="primary" onClick={() => setOpen({ action: 'create' })}>
          {t('New category')}
        </Button>
      </Heading>
      <SelectedTerms path={path} terms={terms} selected={selected} onMerge={() => setMerging(true)} />
      <LoadedState
        loaded={loaded}
        isEmpty={(all) => all.length === 0}
        empty={<p>{t('There are no categories yet.')}</p>}
      >
        {(all) => (
          <CategoryList
            terms={all}
            selected={selected}
            onSelect={mayMerge ? toggle : undefined}
            onAction={(action, chosen) => setOpen({ action, term: chosen })}
            onMove={move}
          />
        )}
      </LoadedState>
      {(open?.action === 'create' || open?.action === 'edit') && (
        <TermDialog path={path} term={term} categories={terms} onClose={close} onSaved={reload} />
      )}
      {open?.action === 'move' && term && (
        <MoveDialog term={term} categories={terms} onClose={close} onMove={(parent) => move(term, parent)} />
      )}
      {open?.action === 'remove' && term && (
        <Removal
          path={path}
          term={term}
          below={terms.flatMap(({ id, parent }) => (parent === term.id ? [id] : []))}
          onClose={close}
          onChanged={reload}
        />
      )}
      {isMerging && (
        <MergeDialog
          path={path}
          terms={terms.filter(({ id }) => selected.has(id))}
          onClose={() => setMerging(false)}
          onMerged={() => {
            setMerging(false)
            clear()
            reload()
          }}
        />
      )}
    </>
  )
}
