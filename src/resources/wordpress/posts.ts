import type { RequestContext } from '../../core/context.ts'
import type { ParamTable, ParamType, Values } from '../../core/params.ts'
import { requireRight } from '../../core/policy.ts'
import {
  deletedRecord,
  type Operations,
  type RecordJson,
  type Resource,
  showAs,
  type Tagged,
} from '../../core/resource.ts'
import { idList, readInteger, statusList } from '../../core/types.ts'
import { type PostTableName, type Status, statuses } from '../../db/schema.ts'
import { condition, filter } from '../../query/condition.ts'
import { eventFields } from '../events/fields.ts'
import { eventFilters } from '../events/filters.ts'
import { inCategories, withTags } from '../events/find/link-rules.ts'
import { isListed } from '../events/find/window.ts'
import { events } from '../events/resource.ts'
import { organizerFields } from '../organizers/fields.ts'
import { organizerFilters } from '../organizers/filters.ts'
import { organizers } from '../organizers/resource.ts'
import { imageInput } from '../shared/image-input.ts'
import type { postFields } from '../shared/post-fields.ts'
import { planSitePosts, sitePostOrder } from '../shared/post-list.ts'
import { rendered } from '../shared/rendered.ts'
import {
  refuseUnknownBy,
  siteAuthorFilter,
  siteDateFilters,
  siteIdFilters,
  siteOrderParams,
  sitePageParams,
  siteSlugFilter,
} from '../shared/site-lists.ts'
import { venueFields } from '../venues/fields.ts'
import { venueFilters } from '../venues/filters.ts'
import { venues } from '../venues/resource.ts'
import { contextParam, refuseRaw, wantsRaw } from './context.ts'
import { mayEditRecord, type PostType, showPost } from './post-record.ts'

/** Describes how a resource is shown as posts of WordPress. */
type PostAdapter = PostType & {
  readonly base: Resource
  readonly filters: ParamTable
  readonly fields: ParamTable
  readonly plan: Operations['list']
}

/** Names of fields in the interface by their names in `wp/v2`, where the two differ. */
const fieldNames: Readonly<Record<string, string>> = {
  content: 'description',
  date_gmt: 'date_utc',
  featured_media: 'image',
  tribe_events_cat: 'categories',
}

const adaptPost = ({ base, filters, fields, plan, ...type }: PostAdapter): Resource => {
  const { operations } = base
  const rename = (values: Values<ParamTable>): Values<ParamTable> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name === 'title' ? type.titleField : (fieldNames[name] ?? name),
        value,
      ]),
    )
  const show = (context: RequestContext, record: RecordJson, hasRaw: boolean): RecordJson =>
    showPost(context, type, record, hasRaw && mayEditRecord(context, record))
  const written = <W extends Tagged>(context: RequestContext, answer: W): W =>
    showAs(answer, (record) => show(context, record, true))
  return {
    ...base,
    plural: type.type,
    isAdapter: true,
    fields,
    filters,
    readParams: contextParam,
    checks: base.checks?.fields ? { fields: base.checks.fields } : {},
    refuseUnknown: refuseUnknownBy(filters),
    pastEnd: 'rest_post_invalid_page_number',
    operations: {
      list: (database, context, values) => {
        if (wantsRaw(values)) requireRight(context.caller, base.writeRight)
        return {
          ...plan(database, context, values),
          present: (record) => show(context, record, wantsRaw(values)),
        }
      },
      read: async (source, context, key, values = {}) =>
        showAs(await operations.read(source, context, key), (record) => {
          if (wantsRaw(values) && !mayEditRecord(context, record)) refuseRaw(context)
          return show(context, record, wantsRaw(values))
        }),
      // A post without a status becomes a draft, as with WordPress, so that nothing is published by mistake.
      create: async (db, context, values) =>
        written(context, await operations.create(db, context, { status: 'draft', ...rename(values) })),
      update: async (db, context, key, values, options) =>
        written(context, await operations.update(db, context, key, rename(values), options)),
      remove: async (db, context, key, options) => {
        const removed = written(context, await operations.remove(db, context, key, options))
        return options.isForced ? deletedRecord(removed) : removed
      },
    },
  }
}

/** Statuses to list; `any` stands for all except `trash`. */
const siteStatuses: ParamType<readonly Status[]> = {
  ...statusList,
  read: (raw, context) =>
    statusList.read(raw === 'any' ? statuses.filter((status) => status !== 'trash').join() : raw, context),
}

const siteFilters = <T extends PostTableName>(table: T) => ({
  ...sitePageParams,
  ...contextParam,
  ...siteIdFilters(table),
  author: siteAuthorFilter(table, false),
  slug: siteSlugFilter(table),
  status: filter<T, readonly Status[]>({ type: siteStatuses, default: 'publish' }),
  ...siteDateFilters(table, 'date'),
  ...siteOrderParams(Object.keys(sitePostOrder.columns)),
})

const eventListFilters = {
  ...siteFilters('event'),
  search: eventFilters.search,
  tags: filter<'event', readonly number[]>({ type: idList, ...withTags }),
  tribe_events_cat: filter<'event', readonly number[]>({ type: idList, ...inCategories }),
}

const venueListFilters = { ...siteFilters('venue'), search: venueFilters.search }

const organizerListFilters = { ...siteFilters('organizer'), search: organizerFilters.search }

/** The id of the featured image; 0 means none, and URLs are not accepted, as with WordPress. */
const featuredImage: typeof imageInput = {
  ...imageInput,
  schema: { type: 'integer', minimum: 0 },
  index: { type: 'integer' },
  read: (raw, context) => {
    const id = readInteger(raw)
    return id === 0 ? null : imageInput.read(id, context)
  },
}

const siteFields = (fields: typeof postFields) => ({
  author: fields.author,
  date: fields.date,
  date_gmt: fields.date_utc,
  status: fields.status,
  slug: eventFields.slug,
  content: { ...fields.description, type: rendered(fields.description.type) },
  excerpt: { ...fields.excerpt, type: rendered(fields.excerpt.type) },
  featured_media: { ...fields.image, type: featuredImage },
})

const { all_day, categories, end_date, start_date, tags, timezone, title } = eventFields

/** Events as posts. `wp/v2` has no fields for their dates, so that these have the names of the interface; a new event needs them. */
const eventPosts = adaptPost({
  base: events,
  type: 'tribe_events',
  titleField: 'title',
  filters: eventListFilters,
  fields: {
    title: { ...title, type: rendered(title.type) },
    ...siteFields(eventFields),
    tags,
    tribe_events_cat: categories,
    start_date,
    end_date,
    timezone,
    all_day,
  },
  plan: planSitePosts('event', eventListFilters, [condition(isListed, undefined)]),
})

const venuePosts = adaptPost({
  base: venues,
  type: 'tribe_venue',
  titleField: 'venue',
  filters: venueListFilters,
  fields: { title: { ...venueFields.venue, type: rendered(venueFields.venue.type) }, ...siteFields(venueFields) },
  plan: planSitePosts('venue', venueListFilters),
})

const organizerPosts = adaptPost({
  base: organizers,
  type: 'tribe_organizer',
  titleField: 'organizer',
  filters: organizerListFilters,
  fields: {
    title: { ...organizerFields.organizer, type: rendered(organizerFields.organizer.type) },
    ...siteFields(organizerFields),
  },
  plan: planSitePosts('organizer', organizerListFilters),
})

/** The resources that show events, venues and organizers as posts of WordPress (D4). */
export const postAdapters: readonly Resource[] = [eventPosts, venuePosts, organizerPosts]
