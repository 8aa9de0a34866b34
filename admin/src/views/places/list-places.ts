import type { Status } from '../../api/calendar.ts'
import { readList, type SiteList } from '../../api/site.ts'

/** The state of the list in its address. */
export type PlaceQuery = Readonly<Record<'status' | 'search' | 'page' | 'sort', string>>

/** A row of the list. */
export type PlaceRow = {
  readonly id: number
  readonly name: string
  /** Of venues. */
  readonly address?: string
  /** Of organizers. */
  readonly email?: string
  readonly status: Status
  readonly modified: string
  readonly url: string
  readonly events: number
  readonly may_edit: boolean
}

/** Reads a page of venues or organizers. */
export const listPlaces = (kind: 'venues' | 'organizers', query: PlaceQuery): Promise<SiteList<PlaceRow>> => {
  const { status, search, page, sort } = query
  return readList<PlaceRow>('kalends/v1', 'directory', {
    kind,
    status: status || undefined,
    search: search || undefined,
    page: Math.max(1, Number(page) || 1),
    per_page: 30,
    orderby: sort.replace('-', '') || undefined,
    order: sort.startsWith('-') ? 'desc' : 'asc',
  })
}

/** A group of records that may be the same. */
export type Duplicates = {
  readonly records: readonly Pick<PlaceRow, 'id' | 'name' | 'address' | 'events'>[]
  readonly reason: 'name' | 'place'
}
