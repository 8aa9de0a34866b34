import {
  type ApplicationPassword,
  addApplicationPassword,
  findApplicationPassword,
  findUsedPassword,
  hasRoomForPassword,
  listApplicationPasswords,
  maxApplicationPasswords,
  renameApplicationPassword,
  revokeApplicationPasswords,
} from '../../accounts/application-passwords.ts'
import { showSecret } from '../../accounts/secrets.ts'
import { ApiError } from '../../core/errors.ts'
import { invalid, type Values } from '../../core/params.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { name, text } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json.ts'
import { siteNamespace } from '../../lib/links.ts'
import { changeAccounts, invalidParam, requireManaged, requireRow } from './user-access.ts'
import { siteTime } from './user-record.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const fields = {
  name: { type: name(250) },
  app_id: {
    type: text(36, (sent) => (uuid.test(sent) ? sent.toLowerCase() : invalid('It must be a UUID.'))),
    empty: '',
  },
}

const newFields = { ...fields, name: { ...fields.name, isRequired: true } }

const pathOf = (userId: number, { uuid }: Pick<ApplicationPassword, 'uuid'>): string =>
  `users/${userId}/application-passwords/${uuid}`

/** An application password as clients of WordPress know it. Addresses of clients are not stored, so that `last_ip` is always null. */
const show = ({ context }: SiteRequest, userId: number, found: ApplicationPassword): JsonObject => ({
  uuid: found.uuid,
  app_id: found.appId,
  name: found.name,
  created: siteTime(found.created),
  last_used: found.used === null ? null : siteTime(found.used),
  last_ip: null,
  _links: { self: [{ href: context.links.api(pathOf(userId, found), siteNamespace) }] },
})

const require404 = async (db: Db, userId: number, name: string): Promise<ApplicationPassword> => {
  const found = await findApplicationPassword(db, userId, name.toLowerCase())
  if (found) return found
  throw new ApiError('rest_application_password_not_found')
}

const listAll = async (question: SiteRequest): Promise<SiteResponse> => {
  const { database } = question
  const { id } = await requireRow(database, requireManaged(question))
  const all = await listApplicationPasswords(database, id)
  const page = { total: all.length, page: 1, perPage: maxApplicationPasswords, offset: 0 }
  return { body: all.map((one) => show(question, id, one)), page }
}

/** Answers the one response that contains the secret. */
const create = (question: SiteRequest<typeof newFields>): Promise<SiteResponse> => {
  const { context, values } = question
  const userId = requireManaged(question)
  const { name = '', app_id: appId = '' } = values
  return changeAccounts(question, async (db) => {
    const { id } = await requireRow(db, userId)
    if (!(await hasRoomForPassword(db, id))) {
      throw invalidParam('name', `The user has ${maxApplicationPasswords} application passwords; revoke one first.`)
    }
    const { uuid, secret } = await addApplicationPassword(db, id, context.now(), { name, appId })
    const { _links = {}, ...shown } = show(question, id, await require404(db, id, uuid))
    const headers = { location: context.links.api(pathOf(id, { uuid }), siteNamespace) }
    return { body: { ...shown, password: showSecret(secret), _links }, status: 201, headers } as const
  })
}

const readOne = async (question: SiteRequest): Promise<SiteResponse> => {
  const { database, name } = question
  const { id } = await requireRow(database, requireManaged(question))
  return { body: show(question, id, await require404(database, id, name)) }
}

const rename = (question: SiteRequest<typeof fields>): Promise<SiteResponse> => {
  const { name: named, values } = question
  const userId = requireManaged(question)
  return changeAccounts(question, async (db) => {
    const { id } = await requireRow(db, userId)
    const { uuid } = await require404(db, id, named)
    await renameApplicationPassword(db, uuid, renamed(values))
    return { body: show(question, id, await require404(db, id, uuid)) }
  })
}

const renamed = ({ name, app_id }: Values<typeof fields>) => ({
  ...(name === undefined ? {} : { name }),
  ...(app_id === undefined ? {} : { appId: app_id }),
})

const revokeOne = (question: SiteRequest): Promise<SiteResponse> => {
  const userId = requireManaged(question)
  return changeAccounts(question, async (db) => {
    const { id } = await requireRow(db, userId)
    const previous = await require404(db, id, question.name)
    await revokeApplicationPasswords(db, id, previous.uuid)
    return { body: { deleted: true, previous: show(question, id, previous) } }
  })
}

const revokeAll = (question: SiteRequest): Promise<SiteResponse> => {
  const userId = requireManaged(question)
  return changeAccounts(question, async (db) => {
    const { id } = await requireRow(db, userId)
    return { body: { deleted: true, count: await revokeApplicationPasswords(db, id) } }
  })
}

/** Answers the application password by which the request itself was authenticated. */
const introspect = async (question: SiteRequest): Promise<SiteResponse> => {
  const { database, context } = question
  const { id, logIn } = context.caller
  const isOwn = requireManaged(question) === id
  const found =
    isOwn && logIn && 'credential' in logIn ? await findUsedPassword(database, id, logIn.credential) : undefined
  if (!found) throw new ApiError('rest_no_authenticated_app_password')
  return { body: show(question, id, found) }
}

const base = '/users/{user_id}/application-passwords'
const right = 'own-account'

/** The application passwords of a user (contract C5). */
export const applicationPasswordDocuments: readonly SiteDocument[] = [
  {
    path: base,
    pathParam: 'user_id',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: listAll }),
      endpoint({ methods: ['POST'], params: newFields, right, answer: create }),
      endpoint({ methods: ['DELETE'], params: {}, right, answer: revokeAll }),
    ],
  },
  {
    path: `${base}/introspect`,
    pathParam: 'user_id',
    endpoints: [endpoint({ methods: ['GET'], params: {}, right, answer: introspect })],
  },
  {
    path: `${base}/{uuid}`,
    pathParam: 'uuid',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: readOne }),
      endpoint({ methods: ['POST', 'PUT', 'PATCH'], params: fields, right, answer: rename }),
      endpoint({ methods: ['DELETE'], params: {}, right, answer: revokeOne }),
    ],
  },
]
