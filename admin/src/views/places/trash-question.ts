import { t, tn } from '../../texts.ts'
import type { Question } from '../../ui/ask-dialog.tsx'

/** Asks before events lose their venue or organizer. */
export const trashQuestion = (events: number, go: () => void): Question => ({
  title: t('Move to the trash'),
  text: tn(
    '{count} event is linked to it and loses the link. After a restore it has to be chosen there again.',
    '{count} events are linked to it and lose the link. After a restore it has to be chosen there again.',
    events,
  ),
  go,
})
