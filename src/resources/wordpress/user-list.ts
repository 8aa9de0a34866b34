import { sql } from 'kysely'
import { keyOfName } from '../../accounts/users.ts'
import type { Values } from '../../core/params.ts'
import { isNotRemoved } from '../../core/removed-user.ts'
import type { SiteRequest, SiteResponse } from '../../core/site-document.ts'
import { idList, searchText } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import { readSitePage, siteOrderParams, sitePageParams, slugList } from '../shared/site-lists.ts'
import { contextParam, wantsRaw } from './context.ts'
import { roleList } from './user-fields.ts'
import { showUser, type UserRow, userColumns } from './user-record.ts'

/** The columns by which the list can be ordered; each has an index. */
const orders = {
  name: 'display_key',
  id: 'id',
  registered_date: 'created_utc',
  slug: 'slug',
  email: 'email',
} as const

/** The parameters of the list of users (contract C5). */
export const userFilters = {
  ...sitePageParams,
  ...contextParam,
  search: { type: searchText },
  include: { type: idList },
  exclude: { type: idList },
  slug: { type: slugList },
  roles: { type: roleList },
  ...siteOrderParams(Object.keys(orders), 'asc'),
}

type Filters = Values<typeof userFilters>

/** Answers the list of users, for administrators. */
export const listUserRecords = async ({
  database,
  context,
  values,
}: SiteRequest<typeof userFilters>): Promise<SiteResponse> => {
  const page = readSitePage(values)
  const total = Number(
    (
      await select(database, values)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
  const rows = total === 0 ? [] : await readPage(database, values)
  return { body: rows.map((row) => showUser(context, row, wantsRaw(values))), page: { ...page, total } }
}

/** The users whom the filters keep. A calendar has few enough users to look at each (`maxUsers`). */
const select = ({ kysely }: Db, { search = '', include, exclude, slug, roles }: Filters) => {
  let users = kysely.selectFrom('user').where(isNotRemoved)
  if (include) users = users.where('id', 'in', include)
  if (exclude) users = users.where('id', 'not in', exclude)
  if (slug) users = users.where('slug', 'in', slug)
  if (roles) users = users.where('role', 'in', roles)
  // WordPress has asterisks for what is not said; here each word may stand anywhere.
  for (const word of keyOfName(search).split(/[\s*]+/)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    const texts = sql`name_key || ' ' || email || ' ' || display_key`
    if (word !== '') users = users.where(sql<boolean>`(${texts}) like ${pattern} escape '\\'`)
  }
  return users
}

const readPage = async (db: Db, values: Filters): Promise<UserRow[]> => {
  const { include, order = 'asc', orderby = 'name' } = values
  const { page, perPage, offset = (page - 1) * perPage } = readSitePage(values)
  const users = select(db, values).select(userColumns)
  if (orderby === 'include' && include) {
    const places = new Map(include.map((id, at) => [id, at]))
    const rows = await users.execute()
    return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)).slice(offset, offset + perPage)
  }
  const column = Object.entries(orders).find(([name]) => name === orderby)?.[1] ?? 'display_key'
  return users.orderBy(column, order).orderBy('id', order).limit(perPage).offset(offset).execute()
}
