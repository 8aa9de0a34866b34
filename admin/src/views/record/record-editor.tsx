import { useContext } from 'preact/hooks'
import { CountsContext } from '../../api/counts.ts'
import { t } from '../../texts.ts'
import { focusFirstFault } from '../../ui/field.tsx'
import { Fields, namesOf } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { ReadOnlyContext } from '../../ui/read-only.ts'
import { SettleContext } from '../../ui/settle.ts'
import { Conflict } from './conflict.tsx'
import { PublishBox } from './publish-box.tsx'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import type { RecordForm } from './record-fields.tsx'
import type { RecordKind } from './record-kind.ts'
import { RestoredNotice } from './restored-notice.tsx'
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
  const names = namesOf(fields)
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
