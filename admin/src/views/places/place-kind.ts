import type { Status } from '../../api/calendar.ts'
import { mayPublish } from '../../api/session.ts'
import { write } from '../../api/site.ts'
import type { RecordKind, RecordRequests } from '../record/record-kind.ts'
import type { PlaceForm } from './place-fields.tsx'

/** The status of a new venue or organizer: contributors submit it for review. */
export const newStatus = (): Status => (mayPublish() ? 'publish' : 'pending')

/** The requests for venues or for organizers. */
export type PlaceRequests<F, B> = RecordRequests<F, B> & {
  /** Answers the ETag of the record in the trash. */
  readonly trash: (id: number, etag?: string) => Promise<string>
  readonly remove: (id: number) => Promise<unknown>
}

/** Texts of the views of a kind. */
type PlaceTexts = {
  readonly all: string
  readonly one: string
  readonly add: string
  readonly count: (count: number) => string
  readonly none: string
  readonly noneFits: string
  readonly selectAll: string
  readonly bulkLabel: string
  readonly selected: (count: number) => string
  readonly done: (count: number, text: string) => string
  readonly progress: string
  readonly mergeTitle: string
}

/** The differences between venues and organizers: everything else is the same. */
export type PlaceKind<F extends PlaceForm, B extends object> = RecordKind<F, B> & {
  readonly plural: 'venues' | 'organizers'
  readonly singular: 'venue' | 'organizer'
  readonly newForm: () => F
  readonly requests: PlaceRequests<F, B>
  readonly texts: () => PlaceTexts
}

/** Writes the slug of a venue or an organizer, which only `wp/v2` accepts; returns whether there was one to write. */
export const writeSlug = async (
  kind: 'venue' | 'organizer',
  id: number,
  slug: string | undefined,
): Promise<boolean> => {
  if (slug) await write('POST', 'wp/v2', `tribe_${kind}/${id}`, { body: { slug } })
  return Boolean(slug)
}
