import { read, readList } from '../../api/site.ts'
import { formatInstant, t } from '../../texts.ts'
import { type FormFields, fieldOfMember } from '../../ui/form.tsx'

/** The collections of `wp/v2` whose records have versions. */
export type Collection = 'tribe_events' | 'tribe_venue' | 'tribe_organizer'

/** A version of a record, as the list has it. */
export type Version = {
  readonly id: number
  readonly author_name: string
  readonly date_gmt: string
  readonly action: string
  readonly changed: readonly string[]
}

/** The value of every field of a version. */
export type Payload = Readonly<Record<string, unknown>>

/** Names of linked records, by member and id. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A version with its values. */
export type WholeVersion = Version & { readonly payload: Payload; readonly names: Names }

/** Lists the versions of a record, the latest first. */
export const listVersions = (collection: Collection, record: number) =>
  readList<Version>('wp/v2', `${collection}/${record}/revisions`, { per_page: 100 })

/** Reads a version with its values. */
export const readVersion = (collection: Collection, record: number, id: number): Promise<WholeVersion> =>
  read<WholeVersion>('wp/v2', `${collection}/${record}/revisions/${id}`)

/** What is done to records, in words. */
export const actionNames: Readonly<Record<string, () => string>> = {
  created: () => t('created'),
  updated: () => t('changed'),
  autosaved: () => t('saved by itself'),
  published: () => t('published'),
  trashed: () => t('moved to the trash'),
  restored: () => t('taken out of the trash'),
  factor_removed: () => t('second factor removed'),
  deleted: () => t('removed for good'),
}

/** The name of an action. */
export const actionName = (action: string): string => actionNames[action]?.() ?? action

/** When a version was saved, to the second: several may be of one minute. */
export const momentOf = ({ date_gmt }: Pick<Version, 'date_gmt'>): string => formatInstant(date_gmt, 'medium')

/** What was done to a record in a version: `changed: Title, Venue`. */
export const describeVersion = <F, B>(fields: FormFields<F, B>, { action, changed }: Version): string =>
  changed.length === 0 || action === 'created'
    ? actionName(action)
    : `${actionName(action)}: ${changed.map((member) => labelOf(fields, member)).join(', ')}`

/** Restoring an older version does not change the author, the status, the time of publication and the id in another system. */
const kept = new Set(['status', 'date', 'date_utc', 'author', 'source', 'external_id'])

/** The values of a version that are sent back to restore it. */
export const restorable = (payload: Payload): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !kept.has(name)))

/** The fields in which two versions differ. */
export const differing = (one: Payload, other: Payload): string[] =>
  Object.keys({ ...one, ...other }).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** What versions hold that no field of the form writes. */
const otherLabels: Readonly<Record<string, () => string>> = {
  date_utc: () => t('Publication date (UTC)'),
  author: () => t('Author'),
  show_map: () => t('Map'),
  show_map_link: () => t('Link to a map'),
  post_parent: () => t('Part of'),
  source: () => t('Other system'),
  external_id: () => t('Id in the other system'),
}

/** The name of a member of a version: that of the field of the form that writes it. */
export const labelOf = <F, B>(fields: FormFields<F, B>, member: string): string =>
  (fieldOfMember(fields, member)?.label ?? otherLabels[member])?.() ?? member.replaceAll('_', ' ')

/** The value of a member of a version as somebody reads it. */
export const textOfValue = <F, B>(fields: FormFields<F, B>, member: string, value: unknown, names: Names): string => {
  const textOfId = (id: unknown): string => names[member]?.[String(id)] ?? `#${id}`
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return value.map(textOfId).join(', ')
  if (member in names) return textOfId(value)
  const { inWords = String } = fieldOfMember(fields, member) ?? {}
  return inWords(String(value))
}
