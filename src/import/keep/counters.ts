import { UserError } from '../../accounts/users.ts'
import type { Db } from '../../db/database.ts'

/** Which sources can be taken over with their ids. */
export const withIds =
  '--keep-ids takes a file that "kalends export" has written, the export of WordPress (WXR), or a live site: others have no ids.'

/** Whether a record can keep an id: many more can follow. */
export const isKeptId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 1 && Number(id) <= 1e15

/** The calendar has records already, or other users than the export. */
export class NotEmpty extends UserError {}

/** Makes new records get ids after the largest ones that are kept, by table. */
export const raiseCounters = async (
  { dialect, kysely }: Db,
  largest: { readonly [table in 'record' | 'term' | 'user']?: number },
): Promise<void> => {
  const known = await dialect.readCounters(kysely)
  const counters = Object.entries(largest).map(([name, id]) => [name, Math.max(id, known.get(name) ?? 0)] as const)
  await dialect.writeCounters(kysely, new Map(counters.filter(([, id]) => id > 0)))
}
