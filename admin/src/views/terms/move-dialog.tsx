import { useState } from 'preact/hooks'
import type { Category } from '../../api/terms.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { parentOptions } from './category-tree.ts'

/** Moves a category below another one without dragging. */
export const MoveDialog = ({
  term,
  categories,
  onClose,
  onMove,
}: {
  readonly term: Category
  readonly categories: readonly Category[]
  readonly onClose: () => void
  readonly onMove: (parent: number) => void
}) => {
  const [parent, setParent] = useState(String(term.parent ?? 0))
  return (
    <Dialog title={t('Move “{name}”', { name: plainText(term.name) })} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onMove(Number(parent))
        }}
      >
        <SelectField
          label={t('Parent category')}
          value={parent}
          options={parentOptions(categories, term.id)}
          onValue={setParent}
        />
        <div class="actions">
          <Button type="submit" kind="primary">
            {t('Move')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
