import type { Event, Status } from '../../api/calendar.ts'
import { adminPath } from '../../api/root.ts'
import { mayPublish } from '../../api/session.ts'
import { t } from '../../texts.ts'
import type { IconName } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu-button.tsx'
import { notifyFault } from '../../ui/notices.tsx'
import { mayEdit } from '../record/may-edit.ts'
import { sayWhatWasSaved } from '../record/saving.ts'
import { changeOne, readOne } from './bulk/plan.ts'
import { titleOf } from './event-list.tsx'

type Props = {
  readonly event: Pick<Event, 'id' | 'title' | 'status' | 'url' | 'author'>
  readonly onEdit: () => void
  readonly onChanged: () => void
}

/** All actions on an event of a list, in a menu. */
export const EventMenu = ({ event, onEdit, onChanged }: Props) => {
  const { id, status, url } = event
  const title = titleOf(event)
  const give = (to: Status, icon: IconName, text: string): MenuItem => ({
    text,
    icon,
    go: () => void giveStatus(id, to, onChanged).catch(notifyFault),
  })
  const mayChange = mayEdit(event)
  const isPublic = status === 'publish'
  return (
    <MenuButton
      label={t('More actions for “{title}”', { title })}
      items={[
        { text: t('Open the form'), icon: 'events', href: `${adminPath}/events/${id}` },
        ...(mayChange ? [{ text: t('Edit in the list'), icon: 'edit', go: onEdit } as const] : []),
        ...(isPublic ? [{ text: t('View'), icon: 'outside', href: url } as const] : []),
        { text: t('Duplicate'), icon: 'copy', href: `${adminPath}/events/new?copy=${id}` },
        ...(mayChange && mayPublish() && !isPublic ? [give('publish', 'check', t('Publish'))] : []),
        ...(mayChange && status !== 'draft' ? [give('draft', 'undo', t('Make it a draft'))] : []),
        ...(mayChange ? [give('trash', 'trash', t('Move to the trash'))] : []),
      ]}
    />
  )
}

/** Gives an event a status, unless somebody changes it meanwhile. @throws Cancelled, or Error which says why it was not changed */
const giveStatus = async (id: number, status: Status, onChanged: () => void): Promise<void> => {
  const event = await readOne(id)
  const form = { ...event.form, status }
  const title = titleOf(event.record)
  const isTrash = status === 'trash'
  const failure = await changeOne(
    event,
    { names: ['status'], form },
    {
      ...(isTrash && { question: t('Move “{title}” to the trash', { title }) }),
      done: isTrash ? t('Moved to the trash.') : sayWhatWasSaved(event.form.status, form),
      onChanged,
    },
  )
  if (failure) throw new Error(failure.text)
}
