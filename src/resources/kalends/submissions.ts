import { sql } from 'kysely'
import { ApiError } from '../../core/errors.ts'
import { imageFormats } from '../../core/image-file.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import type { Db } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json.ts'
import { toIso } from '../../lib/time-zone.ts'
import { sniffFormat } from '../../media/sniff.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'
import { maxPreviewBytes } from '../submissions/stored.ts'
import { boundedIds } from './bounded-ids.ts'

/** Most events of an answer. */
const maxEvents = 50

const params = { include: { type: boundedIds(maxEvents, 'events'), isRequired: true } }

const select = ({ kysely, dialect }: Db, ids: readonly number[]) =>
  kysely
    .selectFrom('submission')
    .innerJoin('event', 'event.submission_id', 'submission.id')
    .select(['submission.id', 'event.id as event', 'submission.created_utc', 'submission.name', 'submission.email'])
    .select('submission.is_confirmed')
    // Earlier versions kept some that are large.
    .select(
      sql<Uint8Array | null>`case when length(submission.preview) <= ${maxPreviewBytes} then submission.preview end`.as(
        'preview',
      ),
    )
    .where((eb) => dialect.isIn(eb.ref('event.id'), ids))
    .orderBy('submission.id')
    .execute()

const listSubmissions = async ({ database, values }: SiteRequest<typeof params>): Promise<SiteResponse> => {
  const rows = await select(database, values.include ?? [])
  const body = rows.map(
    ({ id, event, created_utc, name, email, is_confirmed, preview }): JsonObject => ({
      id,
      event,
      date: toIso(created_utc),
      name,
      email,
      confirmed: is_confirmed === 1,
      picture: preview && dataUrl(preview),
    }),
  )
  return { body, headers: { 'cache-control': 'no-store' } }
}

/** A small picture as a text: it has no address of its own before it is public. */
export const dataUrl = (bytes: Uint8Array): string =>
  `data:${imageFormats[sniffFormat(Buffer.from(bytes)) ?? 'jpeg'].type};base64,${Buffer.from(bytes).toString('base64')}`

/** Removes who submitted an event; the event stays. */
const forgetSubmission = async ({ database, names }: SiteRequest): Promise<SiteResponse> => {
  const id = Number(names['id'])
  const removed = await database.transact(({ kysely }) =>
    kysely.deleteFrom('submission').where('id', '=', id).returning('id').executeTakeFirst(),
  )
  if (!removed) throw new ApiError('kalends_submission_not_found')
  return { body: { deleted: true } }
}

/** Who submitted events without an account, for those who review them (contract C7). */
export const submissionDocuments: readonly SiteDocument[] = [
  {
    path: '/submissions',
    endpoints: [
      endpoint({
        methods: ['GET'],
        params,
        right: 'edit-others',
        refuseUnknown: refuseUnknownBy(params),
        answer: listSubmissions,
      }),
    ],
  },
  {
    path: '/submissions/{id}',
    pathParam: 'id',
    endpoints: [endpoint({ methods: ['DELETE'], params: {}, right: 'edit-others', answer: forgetSubmission })],
  },
]
