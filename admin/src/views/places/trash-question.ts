import { t, tn } from '../../texts.ts'
import type { Question } from '../../ui/ask-dialog.tsx'

/** Asks before events lose their venue or organizer. */
export const trashQuestion = (events: number, go: () => void): Question => ({
  title: t('Move to the trash'),
  text: tn(
    '{count} event names it, and will no longer do so. Whoever restores it later has to choose it there again.',
    '{count} events name it, and will no longer do so. Whoever restores it later has to choose it there again.',
    events,
  ),
  go,
})
