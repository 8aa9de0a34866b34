import { useState } from 'preact/hooks'
import { readTermEvents, removeTerm, type Term, type TermPath } from '../../api/terms.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { termTexts } from './term-texts.ts'

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
