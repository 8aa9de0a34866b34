import { formatInstant, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'

/** Says that a form has what was typed before and not saved; `at` is in milliseconds. */
export const RestoredNotice = ({ at, onDiscard }: { readonly at: number; readonly onDiscard: () => void }) => (
  <div class="notice">
    <span>
      {t('What you typed here on {date} was not saved. It is still in the form.', {
        date: formatInstant(new Date(at).toISOString()),
      })}
    </span>
    <Button onClick={onDiscard}>{t('Discard it')}</Button>
  </div>
)
