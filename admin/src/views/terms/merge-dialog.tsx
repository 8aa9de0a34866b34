import { useState } from 'preact/hooks'
import { mergeTerms, type Term, type TermPath } from '../../api/terms.ts'
import { formatNumber, t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../../ui/fault.tsx'
import { notify } from '../../ui/notices.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { termTexts } from './term-texts.ts'

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
