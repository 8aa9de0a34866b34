import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { CountsContext } from '../../api/counts.ts'
import { formatTime, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { SettleContext } from '../../ui/combobox.tsx'
import { focusFirstFault, ReadOnlyContext } from '../../ui/field.tsx'
import { Fields, listNames } from '../../ui/form.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { Conflict } from './conflict.tsx'
import { RestoredNotice } from './kept-form.tsx'
import type { RecordForm } from './record-fields.tsx'
import type { RecordKind } from './record-kind.ts'
import type { RecordFormState } from './use-record-form.ts'

type Props<F extends RecordForm, B extends object> = {
  readonly kind: RecordKind<F, B>
  readonly page: RecordFormState<F, B>
}

/** The form of a record: errors are shown at their fields, and typed text is never lost. */
export const RecordEditor = <F extends RecordForm, B extends object>({ kind, page }: Props<F, B>) => {
  const { form, saved, theirs, restoredAt, faults, change } = page
  const parts = { form, change, faults }
  const { fields } = kind
  const names = listNames(fields)
  const { refresh } = useContext(CountsContext)
  const submit = async (): Promise<void> => {
    const saved = await page.save()
    if (saved) refresh()
    if (!saved) focusFirstFault()
    else if (saved === 'saved') notify(t('Saved.'))
  }
  return (
    <form
      class="editor"
      noValidate
      onFocusOut={({ target }) => {
        if (target instanceof HTMLInputElement && target.name) page.leave(target.name)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div class="stack">
        {restoredAt !== undefined && <RestoredNotice at={restoredAt} onDiscard={page.discard} />}
        <ReadOnlyNotice kind={kind} page={page} />
        <SettleContext.Provider value={page.settlers}>
          <ReadOnlyContext.Provider value={page.isReadOnly}>
            <fieldset class="unframed" disabled={page.isReadOnly}>
              <Fields fields={fields} names={names.filter((name) => !fields[name].isBeside)} {...parts} />
            </fieldset>
          </ReadOnlyContext.Provider>
        </SettleContext.Provider>
      </div>
      <PublishBox page={page}>
        <Fields fields={fields} names={names.filter((name) => fields[name].isBeside)} {...parts} />
      </PublishBox>
      {theirs && (
        <Conflict
          title={kind.conflictTitle()}
          fields={fields}
          base={saved}
          mine={form}
          theirs={theirs.record.form}
          onClose={page.closeConflict}
          onChosen={(merged) => {
            page.merge(merged)
            submit()
          }}
        />
      )}
    </form>
  )
}

type BoxProps<F extends RecordForm, B extends object> = {
  readonly page: RecordFormState<F, B>
  /** The fields beside the form. */
  readonly children: ComponentChildren
}

/** Whether and when a record is public, and the button that saves. */
const PublishBox = <F extends RecordForm, B extends object>({ page, children }: BoxProps<F, B>) => {
  const { isBusy, isReadOnly, isChanged, stored } = page
  return (
    <aside class="card stack" aria-label={t('Publication')}>
      <fieldset class="unframed" disabled={isReadOnly}>
        {children}
      </fieldset>
      {!isReadOnly && (
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('Save')}
        </Button>
      )}
      {isChanged && stored && <Button onClick={page.discard}>{t('Discard the changes')}</Button>}
      <p class="hint" role="status">
        {statusText(page)}
      </p>
    </aside>
  )
}

const statusText = ({
  isChanged,
  autosaved,
  unsent,
}: Pick<RecordFormState<RecordForm, object>, 'isChanged' | 'autosaved' | 'unsent'>) => {
  if (unsent) return t('Not saved: {reason}', { reason: unsent })
  if (autosaved && 'fault' in autosaved)
    return t('The draft is not saved: {reason} What you typed is kept in this browser.', { reason: autosaved.fault })
  if (isChanged) return t('Not saved yet.')
  return autosaved ? t('Saved as a draft at {time}.', { time: formatTime(autosaved.at) }) : ''
}

/** Why a form is only looked at: the record is somebody else's, or in the trash, from which it can be restored here. */
const ReadOnlyNotice = <F extends RecordForm, B extends object>({
  kind: { requests },
  page: { stored, show },
}: {
  readonly kind: RecordKind<F, B>
  readonly page: RecordFormState<F, B>
}) => {
  if (!stored) return null
  const { id, status, mayEdit } = stored.record
  if (!mayEdit)
    return <p class="notice">{t('You can look at this, but not change it. Editors and administrators can.')}</p>
  if (status !== 'trash') return null
  const restore = (): void => {
    requests.update(id, { status: 'draft' } as B, stored.etag).then((restored) => {
      show(restored)
      notify(t('Restored as a draft.'))
    }, notifyFault)
  }
  return (
    <div class="notice">
      <span>{t('This is in the trash.')}</span>
      <Button onClick={restore}>{t('Restore')}</Button>
    </div>
  )
}
