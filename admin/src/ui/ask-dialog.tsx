import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Something that is done only after it was confirmed. */
export type Question = { readonly title: string; readonly text: string; readonly go: () => void }

/** Asks for confirmation before something that others notice, or that cannot be undone. */
export const AskDialog = ({ question, onClose }: { readonly question: Question; readonly onClose: () => void }) => (
  <Dialog title={question.title} onClose={onClose}>
    <p>{question.text}</p>
    <div class="actions">
      <Button
        kind="danger"
        onClick={() => {
          onClose()
          question.go()
        }}
      >
        {question.title}
      </Button>
      <Button onClick={onClose}>{t('Cancel')}</Button>
    </div>
  </Dialog>
)
