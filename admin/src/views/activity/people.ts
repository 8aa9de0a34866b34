import { session } from '../../api/session.ts'
import { readList } from '../../api/site.ts'
import { t } from '../../texts.ts'

/** Somebody whose work can be chosen. */
export type Person = { readonly id: number; readonly name: string }

/** The people to choose from: administrators see all users, others only themselves. */
export const findPeople = async (): Promise<readonly Person[]> => {
  const { user = 0, role } = session() ?? {}
  const own = { id: user, name: t('Me') }
  if (role !== 'administrator') return [own]
  const { records } = await readList<Person>('wp/v2', 'users', { per_page: 100, orderby: 'name', _fields: 'id,name' })
  return [own, ...records.filter(({ id }) => id !== user)]
}
