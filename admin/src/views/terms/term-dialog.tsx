import { CalendarError } from 'kalends-client'
import { useState } from 'preact/hooks'
import type { Tagged } from '../../api/calendar.ts'
import { type Category, readTerm, type Term, type TermFields, type TermPath, writeTerm } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ColorField } from '../../ui/color-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import {
  area,
  blankForm,
  Choice,
  changesOf,
  Fields,
  type FormFields,
  fieldFor,
  line,
  readForm,
} from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { parentOptions } from './category-tree.ts'
import { termTexts } from './term-texts.ts'

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
      writeTerm(path, tagged?.record.id, { name: to.name, ...changesOf(fields, to, from) }, ifMatch)
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
