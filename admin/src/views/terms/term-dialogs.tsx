import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import type { Tagged } from '../../api/calendar.ts'
import {
  type Category,
  mergeTerms,
  readTerm,
  readTermEvents,
  removeTerm,
  type Term,
  type TermFields,
  type TermPath,
  writeTerm,
} from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatNumber, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ColorField } from '../../ui/color-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { SelectField } from '../../ui/field.tsx'
import {
  area,
  blankForm,
  Choice,
  Fields,
  type FormFields,
  fieldFor,
  line,
  listChanges,
  readForm,
} from '../../ui/form.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { parentOptions } from './category-tree.ts'

const field = fieldFor<Term, TermFields>()

const tagFields = {
  name: field({
    label: () => t('Name'),
    blank: '',
    read: ({ name }) => plainText(name),
    write: { name: (name) => name },
    control: line(),
  }),
  slug: field({
    label: () => t('Slug (URL)'),
    hint: () => t('If empty, it is made from the name.'),
    blank: '',
    read: ({ slug }) => slug,
    write: { slug: (slug) => slug },
    control: line(),
  }),
  // A description keeps its markup unless it is edited, since only changes are sent.
  description: field({
    label: () => t('Description'),
    blank: '',
    read: ({ description }) => plainText(description),
    write: { description: (text) => text },
    control: area,
  }),
} as const

/** The fields of a category, which is put below one of the others. */
const categoryFields = (categories: readonly Category[], own: number | undefined) => ({
  ...tagFields,
  parent: field({
    label: () => t('Parent category'),
    blank: '0',
    read: ({ parent = 0 }) => String(parent),
    write: { parent: Number },
    control: (props) => <Choice {...props} options={parentOptions(categories, own)} />,
  }),
  color: field({
    label: () => t('Colour'),
    blank: '',
    read: ({ meta }) => meta.color ?? '',
    write: { meta: (color) => ({ color }) },
    control: ColorField,
  }),
})

type Props = {
  readonly path: TermPath
  /** The term to edit; a new one without it. */
  readonly term?: Pick<Term, 'id' | 'name'> | undefined
  /** The categories among which a parent is chosen; tags have none. */
  readonly categories?: readonly Category[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Creates a term, or edits one as it is now: it is read again, so that nobody's change is written over. */
export const TermDialog = ({ path, term, categories, ...rest }: Props) => {
  const loaded = useLoaded('', async () => (term ? readTerm(path, term.id) : undefined))
  const texts = termTexts[path]
  const [fields] = useState(() => (categories ? categoryFields(categories, term?.id) : tagFields))
  const form = (tagged?: Tagged<Term>) => <TermForm path={path} fields={fields} tagged={tagged} {...rest} />
  return (
    <Dialog title={term ? texts.edit(plainText(term.name)) : texts.create()} onClose={rest.onClose}>
      {term ? <LoadedState loaded={loaded}>{form}</LoadedState> : form()}
    </Dialog>
  )
}

const TermForm = <F extends { readonly name: string }>({
  path,
  fields,
  tagged,
  onClose,
  onSaved,
}: Pick<Props, 'path' | 'onClose' | 'onSaved'> & {
  readonly fields: FormFields<F, TermFields, Term>
  readonly tagged: Tagged<Term> | undefined
}) => {
  const [before] = useState(() => (tagged ? readForm(fields, tagged.record) : blankForm(fields)))
  const [form, setForm] = useState(before)
  const [fault, setFault] = useState<CalendarError>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const put = (to: F, from: F, ifMatch?: string) =>
      writeTerm(path, tagged?.record.id, { name: to.name, ...listChanges(fields, to, from) }, ifMatch)
    try {
      const { etag } = await put(form, before, tagged?.etag)
      notify(t('Saved.'), tagged && (() => put(before, form, etag).finally(onSaved)))
      onSaved()
    } catch (error) {
      setFault(error instanceof CalendarError ? error : new CalendarError(0, error))
    }
    setBusy(false)
  }
  const faults = faultsFrom(path, fault)
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Fault text={faults['']} />
      <Fields fields={fields} form={form} change={(changed) => setForm({ ...form, ...changed })} faults={faults} />
      <div class="actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

/** What went wrong by the field to which it belongs; '' is the form as a whole. */
const faultsFrom = (path: TermPath, fault: CalendarError | undefined): Readonly<Record<string, string>> => {
  if (!fault) return {}
  if (fault.status === 412) return { '': termTexts[path].changed() }
  if (fault.code === 'term_exists') return { name: termTexts[path].exists() }
  if (fault.code === 'duplicate_term_slug') return { slug: t('Another record has this name in its address.') }
  return Object.keys(fault.params).length > 0 ? fault.params : { '': fault.message }
}

/** Moves a category below another one without dragging. */
export const MoveDialog = ({
  term,
  categories,
  onClose,
  onMove,
}: {
  readonly term: Category
  readonly categories: readonly Category[]
  readonly onClose: () => void
  readonly onMove: (parent: number) => void
}) => {
  const [parent, setParent] = useState(String(term.parent ?? 0))
  return (
    <Dialog title={t('Move “{name}”', { name: plainText(term.name) })} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onMove(Number(parent))
        }}
      >
        <SelectField
          label={t('Parent category')}
          value={parent}
          options={parentOptions(categories, term.id)}
          onValue={setParent}
        />
        <div class="actions">
          <Button type="submit" kind="primary">
            {t('Move')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Chooses which of some terms stays; the events of the others get that one. */
export const MergeDialog = ({
  path,
  terms,
  onClose,
  onMerged,
}: {
  readonly path: TermPath
  readonly terms: readonly Pick<Term, 'id' | 'name' | 'count'>[]
  readonly onClose: () => void
  readonly onMerged: () => void
}) => {
  // The one that most events have is the likeliest to stay.
  const [kept, setKept] = useState([...terms].sort((one, other) => other.count - one.count)[0]?.id ?? 0)
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const merge = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const from = terms.flatMap(({ id }) => (id === kept ? [] : [id]))
      const { events } = await mergeTerms(path, kept, from)
      notify(tn('Merged. {count} event has changed.', 'Merged. {count} events have changed.', events))
      onMerged()
    } catch (error) {
      setFault((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog title={termTexts[path].merge()} onClose={onClose}>
      <form class="stack" onSubmit={merge}>
        <Fault text={fault} />
        <fieldset>
          <legend>{t('Which one stays?')}</legend>
          {terms.map(({ id, name, count }) => (
            <label key={id} class="check">
              <input type="radio" name="kept" checked={id === kept} onChange={() => setKept(id)} />
              <span>
                {plainText(name)} <small>{formatNumber(count)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <p>{t('Events of the others are given the one that stays; the others are deleted. This cannot be undone.')}</p>
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('Merge')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks before a term is removed, and tells how many events have it. Undo puts it back to them. */
export const Removal = ({
  path,
  term,
  below = [],
  onClose,
  onChanged,
}: {
  readonly path: TermPath
  readonly term: Pick<Term, 'id' | 'name'>
  /** The categories directly below it, which move up. */
  readonly below?: readonly number[]
  readonly onClose: () => void
  readonly onChanged: () => void
}) => {
  const loaded = useLoaded('', () => readTermEvents(path, term.id))
  const [isBusy, setBusy] = useState(false)
  const name = plainText(term.name)
  const texts = termTexts[path]
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      const undo = await removeTerm(path, term.id, loaded.data ?? { events: [], isWhole: false }, below)
      notify(texts.removed(name), undo && (() => undo().finally(onChanged)))
      onChanged()
    } catch (error) {
      notifyFault(error)
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.remove(name)} onClose={onClose}>
      <div class="stack">
        <LoadedState loaded={loaded}>
          {({ events, isWhole }) => (
            <p>
              {!isWhole
                ? tn(
                    'At least {count} event has it, and loses it. This cannot be undone.',
                    'At least {count} events have it, and lose it. This cannot be undone.',
                    events.length,
                  )
                : events.length === 0
                  ? t('No event has it.')
                  : tn('{count} event has it, and loses it.', '{count} events have it, and lose it.', events.length)}
            </p>
          )}
        </LoadedState>
        {below.length > 0 && (
          <p>{tn('{count} category below it moves up.', '{count} categories below it move up.', below.length)}</p>
        )}
        <div class="actions">
          <Button kind="danger" isBusy={isBusy} disabled={!loaded.data} onClick={remove}>
            {t('Delete')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The records that are ticked, by their ids. */
export const useSelection = () => {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number): void => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return { selected, toggle, clear: () => setSelected(new Set()) }
}

/** What can be done with the terms that are ticked. */
export const SelectedTerms = ({
  path,
  terms,
  selected,
  onMerge,
}: {
  readonly path: TermPath
  readonly terms: readonly Pick<Term, 'id'>[]
  readonly selected: ReadonlySet<number>
  readonly onMerge: () => void
}) => {
  const count = terms.filter(({ id }) => selected.has(id)).length
  return count === 0 ? null : (
    <section class="row bulk" aria-label={t('Actions for what is selected')}>
      <span>{tn('{count} selected', '{count} selected', count)}</span>
      <Button disabled={count < 2} onClick={onMerge}>
        {termTexts[path].merge()}
      </Button>
      {count < 2 && <span class="quiet">{t('Tick another one to merge them.')}</span>}
    </section>
  )
}

/** What is said of categories, and of tags. */
const termTexts = {
  tribe_events_cat: {
    create: () => t('New category'),
    edit: (name: string) => t('Edit the category “{name}”', { name }),
    remove: (name: string) => t('Delete the category “{name}”', { name }),
    removed: (name: string) => t('The category “{name}” has been deleted.', { name }),
    merge: () => t('Merge categories'),
    exists: () => t('There is a category with this name beside it already.'),
    changed: () => t('Somebody else has changed this category. Nothing has been saved; open it again.'),
  },
  tags: {
    create: () => t('New tag'),
    edit: (name: string) => t('Edit the tag “{name}”', { name }),
    remove: (name: string) => t('Delete the tag “{name}”', { name }),
    removed: (name: string) => t('The tag “{name}” has been deleted.', { name }),
    merge: () => t('Merge tags'),
    exists: () => t('There is a tag with this name already.'),
    changed: () => t('Somebody else has changed this tag. Nothing has been saved; open it again.'),
  },
} as const satisfies Record<TermPath, Record<string, (name: string) => string>>
