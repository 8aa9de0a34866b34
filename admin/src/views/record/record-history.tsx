import { History } from '../history/history.tsx'
import type { RecordForm } from './record-fields.tsx'
import type { RecordKind } from './record-kind.ts'
import type { RecordFormState } from './use-record-form.ts'

/** The history of a record; the form shows the version that was restored. */
export const RecordHistory = <F extends RecordForm, B extends object>({
  kind: { collection, fields, requests },
  page,
  id,
  onClose,
}: {
  readonly kind: RecordKind<F, B>
  readonly page: RecordFormState<F, B>
  readonly id: number
  readonly onClose: () => void
}) => (
  <History
    fields={fields}
    collection={collection}
    record={id}
    isChanged={page.isChanged}
    write={async (payload, etag = page.stored?.etag) => {
      const restored = await requests.update(id, payload as B, etag)
      page.show(restored)
      return restored.etag
    }}
    onOutdated={async () => page.show(await requests.read(id))}
    onClose={onClose}
  />
)
