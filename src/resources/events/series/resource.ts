import { ApiError } from '../../../core/errors.ts'
import { readable } from '../../../core/policy.ts'
import type { ReadResource } from '../../../core/resource.ts'
import { pageParams, readPaging } from '../../shared/page-params.ts'
import { seriesKinds } from './documents.ts'
import { seriesRecord } from './record.ts'

/** The resource of series, which are written by their occurrences (contract C3.3). */
export const series: ReadResource = {
  name: 'series',
  plural: 'series',
  objectType: 'post',
  texts: {
    title: 'Recurring series',
    list: 'List series',
    create: '',
    read: 'Read a series',
    update: '',
    remove: '',
    id: 'Id of the series, as its occurrences have it in `series`.',
    about: {
      list: 'Returns the series of recurring events, newest first. Their occurrences are events: `events?series=ID` lists them.',
    },
  },
  fields: {},
  filters: pageParams,
  schemas: seriesRecord.schemas,
  writeRight: 'edit',
  dependsOn: seriesKinds,
  operations: {
    list: ({ kysely }, context, values) => {
      const { page, perPage } = readPaging(context, values)
      const shown = kysely
        .selectFrom('series')
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('event')
              .select('event.id')
              .whereRef('event.series_id', '=', 'series.id')
              .where('event.status', '<>', 'trash')
              .where(readable(context.caller, 'event')),
          ),
        )
      const ids = shown.select('series.id').orderBy('series.id', 'desc')
      const find = async () => {
        const [rows, count] = await Promise.all([
          ids
            .limit(perPage)
            .offset((page - 1) * perPage)
            .execute(),
          shown.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
        ])
        return { ids: rows.map(({ id }) => id), total: Number(count.n) }
      }
      return { find, page, perPage, echo: {}, dropped: [] }
    },
    read: async ({ documents }, context, { value }) => {
      const [document] = await documents.series(context.caller, [Number(value)], true)
      if (document) return document
      throw new ApiError('rest-series-not-found')
    },
  },
}
