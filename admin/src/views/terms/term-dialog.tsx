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
import { AreaField, SelectField, TextField } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { parentOptions } from './category-tree.ts'
import { termTexts } from './term-texts.ts'

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
export const TermDialog = ({ path, term, onClose, ...rest }: Props) => {
  const loaded = useLoaded('', async () => (term ? readTerm(path, term.id) : undefined))
  const texts = termTexts[path]
  const form = (tagged?: Tagged<Term>) => <TermForm path={path} tagged={tagged} onClose={onClose} {...rest} />
  return (
    <Dialog title={term ? texts.edit(plainText(term.name)) : texts.create()} onClose={onClose}>
      {term ? <LoadedState loaded={loaded}>{form}</LoadedState> : form()}
    </Dialog>
  )
}

const fieldsOf = (term?: Term): Required<TermFields> => ({
  name: plainText(term?.name ?? ''),
  slug: term?.slug ?? '',
  description: plainText(term?.description ?? ''),
  parent: term?.parent ?? 0,
  meta: { color: term?.meta.color ?? '' },
})

const TermForm = ({
  path,
  tagged,
  categories,
  onClose,
  onSaved,
}: Omit<Props, 'term'> & { readonly tagged: Tagged<Term> | undefined }) => {
  const before = fieldsOf(tagged?.record)
  const [fields, setFields] = useState(before)
  const [fault, setFault] = useState<CalendarError>()
  const [isBusy, setBusy] = useState(false)
  const change = (changed: TermFields): void => setFields({ ...fields, ...changed })
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const { etag } = await writeTerm(path, tagged?.record.id, changesOf(fields, before), tagged?.etag)
      const undo = tagged && (() => writeTerm(path, tagged.record.id, changesOf(before, fields), etag).finally(onSaved))
      notify(t('Saved.'), undo)
      onSaved()
    } catch (error) {
      setFault(error instanceof CalendarError ? error : new CalendarError(0, error))
    }
    setBusy(false)
  }
  const faults = faultsOf(path, fault)
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <Fault text={faults['']} />
      <TextField label={t('Name')} value={fields.name} error={faults['name']} onValue={(name) => change({ name })} />
      <TextField
        label={t('Slug (URL)')}
        hint={t('If empty, it is made from the name.')}
        value={fields.slug}
        error={faults['slug']}
        onValue={(slug) => change({ slug })}
      />
      <AreaField
        label={t('Description')}
        value={fields.description}
        error={faults['description']}
        onValue={(description) => change({ description })}
      />
      {categories && (
        <>
          <SelectField
            label={t('Parent category')}
            value={String(fields.parent)}
            error={faults['parent']}
            options={parentOptions(categories, tagged?.record.id)}
            onValue={(parent) => change({ parent: Number(parent) })}
          />
          <ColorField value={fields.meta.color ?? ''} onValue={(color) => change({ meta: { color } })} />
        </>
      )}
      <div class="actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

/** Only what was changed is sent: a description keeps its markup unless it was edited. */
const changesOf = (fields: TermFields, before: TermFields): TermFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => name === 'name' || JSON.stringify(value) !== JSON.stringify(before[name as keyof TermFields]),
    ),
  )

/** What went wrong by the field to which it belongs; '' is the form as a whole. */
const faultsOf = (path: TermPath, fault: CalendarError | undefined): Readonly<Record<string, string>> => {
  if (!fault) return {}
  if (fault.status === 412) return { '': termTexts[path].changed() }
  if (fault.code === 'term_exists') return { name: termTexts[path].exists() }
  if (fault.code === 'duplicate_term_slug') return { slug: t('Another record has this name in its address.') }
  return Object.keys(fault.params).length > 0 ? fault.params : { '': fault.message }
}
