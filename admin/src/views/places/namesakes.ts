import { listPlaces } from './list-places.ts'

/** The records that have a name already, in any case. */
export const namesakesOf = async (kind: 'venues' | 'organizers', name: string): Promise<ReadonlySet<number>> => {
  const { records } = await listPlaces(kind, ['id'], { status: '', search: name, page: '', sort: '' })
  return new Set(records.map(({ id }) => id))
}
