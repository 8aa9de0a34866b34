import { endSessions, listSessions, maxSessions, type Session } from '../../accounts/sessions.ts'
import { ApiError } from '../../core/errors.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { bool } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json.ts'
import { siteNamespace } from '../../lib/links.ts'
import { changeAccounts, requireManaged, requireRow } from './user-access.ts'
import { siteTime } from './user-record.ts'

/** A session, for which WordPress has no record: the same names as those of application passwords. */
const show = ({ context }: SiteRequest, userId: number, session: Session): JsonObject => {
  const { uuid, client, created, expires, used } = session
  return {
    uuid,
    client,
    created: siteTime(created),
    last_used: used === null ? null : siteTime(used),
    expires: siteTime(expires),
    is_current: uuid === currentOf(context),
    _links: { self: [{ href: context.links.api(`users/${userId}/sessions/${uuid}`, siteNamespace) }] },
  }
}

const currentOf = ({ caller: { logIn } }: SiteRequest['context']): string | undefined =>
  logIn && 'session' in logIn ? logIn.session : undefined

const listAll = async (question: SiteRequest): Promise<SiteResponse> => {
  const { context, database } = question
  const { id } = await requireRow(database, requireManaged(question))
  const all = await listSessions(database, id, context.now())
  const page = { total: all.length, page: 1, perPage: maxSessions, offset: 0 }
  return { body: all.map((session) => show(question, id, session)), page }
}

const find = async (db: Db, { context, name }: SiteRequest, userId: number): Promise<Session> => {
  const all = await listSessions(db, userId, context.now())
  const found = all.find(({ uuid }) => uuid === name.toLowerCase())
  if (found) return found
  throw new ApiError('rest_session_not_found')
}

const readOne = async (question: SiteRequest): Promise<SiteResponse> => {
  const { database } = question
  const { id } = await requireRow(database, requireManaged(question))
  return { body: show(question, id, await find(database, question, id)) }
}

const endOne = (question: SiteRequest): Promise<SiteResponse> => {
  const userId = requireManaged(question)
  return changeAccounts(question, async (db) => {
    const { id } = await requireRow(db, userId)
    const previous = await find(db, question, id)
    await endSessions(db, id, { uuid: previous.uuid })
    return { body: { deleted: true, previous: show(question, id, previous) } }
  })
}

const endParams = { keep_current: { type: bool, default: false } }

/** Ends all sessions, also the one that asks, unless it is to be kept. */
const endAll = (question: SiteRequest<typeof endParams>): Promise<SiteResponse> => {
  const { context, values } = question
  const userId = requireManaged(question)
  return changeAccounts(question, async (db) => {
    const { id } = await requireRow(db, userId)
    const except = values.keep_current === true ? currentOf(context) : undefined
    return { body: { deleted: true, count: await endSessions(db, id, { except }) } }
  })
}

const base = '/users/{user_id}/sessions'
const right = 'own-account'

/** The sessions of a user (contract C5), an addition to what WordPress has. */
export const sessionDocuments: readonly SiteDocument[] = [
  {
    path: base,
    pathParam: 'user_id',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: listAll }),
      endpoint({ methods: ['DELETE'], params: endParams, right, answer: endAll }),
    ],
  },
  {
    path: `${base}/{uuid}`,
    pathParam: 'uuid',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: readOne }),
      endpoint({ methods: ['DELETE'], params: {}, right, answer: endOne }),
    ],
  },
]
