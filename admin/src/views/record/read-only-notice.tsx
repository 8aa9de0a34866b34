import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import type { RecordForm } from './record-fields.tsx'
import type { RecordKind } from './record-kind.ts'
import type { RecordFormState } from './use-record-form.ts'

/** Why a form is only looked at: the record is somebody else's, or in the trash, from which it can be restored here. */
export const ReadOnlyNotice = <F extends RecordForm, B extends object>({
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
