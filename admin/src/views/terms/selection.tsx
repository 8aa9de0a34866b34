import { useState } from 'preact/hooks'
import type { Term, TermPath } from '../../api/terms.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { termTexts } from './term-texts.ts'

/** The records that are ticked, by their ids. */
export const useSelection = () => {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number): void => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return { selected, toggle, clear: () => setSelected(new Set()) }
}

/** What can be done with the terms that are ticked. */
export const SelectedTerms = ({
  path,
  terms,
  selected,
  onMerge,
}: {
  readonly path: TermPath
  readonly terms: readonly Pick<Term, 'id'>[]
  readonly selected: ReadonlySet<number>
  readonly onMerge: () => void
}) => {
  const count = terms.filter(({ id }) => selected.has(id)).length
  return count === 0 ? null : (
    <section class="row bulk" aria-label={t('Actions for what is selected')}>
      <span>{tn('{count} selected', '{count} selected', count)}</span>
      <Button disabled={count < 2} onClick={onMerge}>
        {termTexts[path].merge()}
      </Button>
      {count < 2 && <span class="quiet">{t('Tick another one to merge them.')}</span>}
    </section>
  )
}
