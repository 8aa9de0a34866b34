import type { Page, Status } from '../../api/calendar.ts'
import { listReader } from '../../api/site.ts'

/** The state of the list in its address. */
export type PlaceQuery = Readonly<Record<'status' | 'search' | 'page' | 'sort', string>>

/** A venue or an organizer of `kalends/v1/directory`. */
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

const readDirectory = listReader<PlaceRow>()

/** Reads a page of venues or organizers with some of their members. */
export const listPlaces = <M extends keyof PlaceRow>(
  kind: 'venues' | 'organizers',
  members: readonly M[],
  { status, search, page, sort }: PlaceQuery,
): Promise<Page<Pick<PlaceRow, M>>> =>
  readDirectory('kalends/v1', 'directory', members, {
    kind,
    status: status || undefined,
    search: search || undefined,
    page: Math.max(1, Number(page) || 1),
    per_page: 30,
    orderby: sort.replace('-', '') || undefined,
    order: sort.startsWith('-') ? 'desc' : 'asc',
  })

/** A group of records that may be the same. */
export type Duplicates = {
  readonly records: readonly Pick<PlaceRow, 'id' | 'name' | 'address' | 'events'>[]
  readonly reason: 'name' | 'place'
}
