import { useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { session } from '../../api/session.ts'
import { type Category, readCategories, writeTerm } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ColorDot } from '../../ui/color-field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { mayUse } from '../menu.ts'
import { buildTree, idsFrom, type Node } from './category-tree.ts'
import { forgetCategories } from './colors.ts'
import { MergeDialog, MoveDialog, Removal, SelectedTerms, TermDialog, useSelection } from './term-dialogs.tsx'

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

/** What is done with a category. */
type CategoryAction = 'edit' | 'move' | 'remove'

type Props = {
  readonly terms: readonly Category[]
  readonly selected: ReadonlySet<number>
  /** Without it categories cannot be selected. */
  readonly onSelect?: ((id: number) => void) | undefined
  readonly onAction: (action: CategoryAction, term: Category) => void
  /** A category was dropped on another one; 0 is the top. */
  readonly onMove: (term: Category, parent: number) => void
}

/** The categories as lists within lists. They are moved by drag, or by a dialog. */
const CategoryList = (props: Props) => {
  const { terms, onMove } = props
  const [dragged, setDragged] = useState<Category>()
  const [target, setTarget] = useState<number>()
  const mayDrop = (parent: number): boolean =>
    dragged !== undefined && dragged.parent !== parent && !idsFrom(terms, dragged.id).has(parent)
  /** The events of a place on which categories are dropped. */
  const placeOf = (parent: number) => ({
    onDragOver: (event: DragEvent): void => {
      if (!mayDrop(parent)) return
      event.preventDefault()
      setTarget(parent)
    },
    onDragLeave: () => setTarget(undefined),
    onDrop: (event: DragEvent): void => {
      event.preventDefault()
      if (dragged && mayDrop(parent)) onMove(dragged, parent)
      setTarget(undefined)
    },
  })
  const drag = { target, placeOf, setDragged }
  return (
    <div class="tree">
      <p class={target === 0 ? 'tree-top over' : 'tree-top'} {...placeOf(0)}>
        {t('Drag a category onto another one to put it below, or here to put it at the top.')}
      </p>
      <Branch nodes={buildTree(terms)} drag={drag} {...props} />
    </div>
  )
}

type Drag = {
  readonly target: number | undefined
  readonly placeOf: (parent: number) => object
  readonly setDragged: (term: Category | undefined) => void
}

const Branch = ({ nodes, ...rest }: Props & { readonly nodes: readonly Node[]; readonly drag: Drag }) => (
  <ul>
    {nodes.map(({ term, below }) => (
      <li key={term.id}>
        <Row term={term} {...rest} />
        {below.length > 0 && <Branch nodes={below} {...rest} />}
      </li>
    ))}
  </ul>
)

const Row = ({
  term,
  selected,
  onSelect,
  onAction,
  drag,
}: Props & { readonly term: Category; readonly drag: Drag }) => {
  const name = plainText(term.name)
  const { target, placeOf, setDragged } = drag
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard moves a category by the button in the row.
    <div
      class={target === term.id ? 'tree-row over' : 'tree-row'}
      draggable
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', name)
        setDragged(term)
      }}
      onDragEnd={() => setDragged(undefined)}
      {...placeOf(term.id)}
    >
      {onSelect && (
        <input
          type="checkbox"
          aria-label={t('Select “{name}”', { name })}
          checked={selected.has(term.id)}
          onChange={() => onSelect(term.id)}
        />
      )}
      <ColorDot color={term.meta.color} />
      <span class="tree-name">{name}</span>
      <a class="quiet" draggable={false} href={`${adminPath}/events?categories=${term.id}&span=all&collapse=none`}>
        {tn('{count} event', '{count} events', term.count)}
      </a>
      <span class="actions">
        <Button kind="quiet" aria-label={t('Edit “{name}”', { name })} onClick={() => onAction('edit', term)}>
          {t('Edit')}
        </Button>
        <Button kind="quiet" aria-label={t('Move “{name}”', { name })} onClick={() => onAction('move', term)}>
          {t('Move')}
        </Button>
        <Button kind="quiet" aria-label={t('Delete “{name}”', { name })} onClick={() => onAction('remove', term)}>
          {t('Delete')}
        </Button>
      </span>
    </div>
  )
}
