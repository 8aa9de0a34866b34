import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import type { Status } from '../../api/calendar.ts'
import { CountsContext } from '../../api/counts.ts'
import { formatTime, t } from '../../texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SettleContext } from '../../ui/combobox.tsx'
import { focusFirstFault, ReadOnlyContext } from '../../ui/field.tsx'
import { Fields, listNames } from '../../ui/form.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { statusName } from '../../ui/status-tabs.tsx'
import { Conflict } from './conflict.tsx'
import { RestoredNotice } from './kept-form.tsx'
import type { RecordForm } from './record-fields.tsx'
import type { RecordKind } from './record-kind.ts'
import { findNextStatus, sayWhatSaves, sayWhatWasSaved } from './saving.ts'
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
  /** Saves the form, with another status if one is given: a save that fails leaves the status as it was. */
  const submit = async (status?: Status): Promise<void> => {
    const before = page.stored?.record.status
    const choose = (chosen: Status): void => page.change({ status: chosen } as Partial<F>)
    if (status) choose(status)
    const saved = await page.save()
    if (!saved && status) choose(form.status)
    if (!saved) return focusFirstFault()
    refresh()
    if (!saved.existed) notify(sayWhatWasSaved(before, saved.form))
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
      <PublishBox page={page} onNext={submit}>
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
  /** Saves with another status. */
  readonly onNext: (status: Status) => void
  /** The fields beside the form. */
  readonly children: ComponentChildren
}

/** Whether and when a record is public, and the buttons that save: each says what will happen. */
const PublishBox = <F extends RecordForm, B extends object>({ page, onNext, children }: BoxProps<F, B>) => {
  const { form, isBusy, isReadOnly, isChanged, stored } = page
  const next = findNextStatus(stored?.record.status, form)
  return (
    <aside class="card stack publish" aria-label={t('Publication')}>
      <State status={stored?.record.status} url={stored?.record.url} />
      {!isReadOnly && (
        <div class="stack">
          {next && (
            <Button kind="primary" isBusy={isBusy} onClick={() => onNext(next.status)}>
              {next.text}
            </Button>
          )}
          {/* Enter and Ctrl+S press this one: nothing becomes public by chance. */}
          <Button type="submit" kind={next ? 'plain' : 'primary'} isBusy={isBusy}>
            {sayWhatSaves(stored?.record.status, form)}
          </Button>
          {isChanged && stored && (
            <Button kind="quiet" onClick={page.discard}>
              {t('Discard the changes')}
            </Button>
          )}
        </div>
      )}
      <p class="hint" role="status">
        {statusText(page)}
      </p>
      <fieldset class="unframed" disabled={isReadOnly}>
        {children}
      </fieldset>
    </aside>
  )
}

/** The status of the stored record as a dot and a word; a public one has its address, to be opened or passed on. */
const State = ({ status, url }: { readonly status: Status | undefined; readonly url: string | undefined }) => (
  <div class="record-state">
    <p>
      <span class="status-dot" data-status={status ?? 'new'} aria-hidden="true" />
      <strong>{status ? statusName(status) : t('Not saved yet')}</strong>
    </p>
    {status === 'publish' && url && (
      <p class="address">
        <a class="shortened" href={url}>
          {url.replace(/^https?:\/\//, '')}
        </a>
        <IconButton
          icon="copy"
          text={t('Copy the address')}
          onClick={() => navigator.clipboard.writeText(url).then(() => notify(t('Copied.')), notifyFault)}
        />
      </p>
    )}
  </div>
)

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
