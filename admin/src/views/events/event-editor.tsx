import { formatInstant, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Conflict } from './conflict.tsx'
import { EventFieldsets } from './event-fieldsets.tsx'
import { formOf } from './form-state.ts'
import { PublishBox } from './publish-box.tsx'
import type { EventFormState } from './use-event-form.ts'

/** The form of an event: faults are said at their fields, and what is typed is never lost. */
export const EventEditor = ({ page }: { readonly page: EventFormState }) => {
  const { form, saved, theirs, restoredAt, faults, change } = page
  const submit = async (): Promise<void> => {
    if (await page.save()) notify(t('Saved.'))
    else focusFirstFault()
  }
  return (
    <form
      class="editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div class="stack">
        {restoredAt !== undefined && (
          <div class="notice">
            <span>
              {t('What you typed here on {date} was not saved. It is still in the form.', {
                date: formatInstant(new Date(restoredAt).toISOString()),
              })}
            </span>
            <Button onClick={page.discard}>{t('Discard it')}</Button>
          </div>
        )}
        <EventFieldsets form={form} change={change} faults={faults} />
      </div>
      <PublishBox page={page} />
      {theirs && (
        <Conflict
          base={saved}
          mine={form}
          theirs={formOf(theirs.record)}
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

const focusFirstFault = (): void => {
  setTimeout(() => document.querySelector<HTMLElement>('form.editor [aria-invalid=true]')?.focus())
}
