import type { Updateable } from 'kysely'
import { endLinks } from '../../accounts/links.ts'
import { hashPassword, isOwnPassword, limitHashing } from '../../accounts/passwords.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { createUser, keyOfName, removeUser, requireFreeEmail, setRole } from '../../accounts/users.ts'
import type { RequestContext } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { requireMatch } from '../../core/etag.ts'
import type { Values } from '../../core/params.ts'
import { forbidden, hasRight, mayAssignRole } from '../../core/policy.ts'
import { isNotRemoved } from '../../core/removed-user.ts'
import {
  endpoint,
  type SiteDocument,
  type SiteEndpoint,
  type SiteRequest,
  type SiteResponse,
} from '../../core/site-document.ts'
import { bool } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { siteNamespace } from '../../lib/links.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'
import { contextParam, wantsRaw } from './context.ts'
import { changeAccounts, invalidParam, requireManaged, requireRow } from './user-access.ts'
import { heir, newUserFields, userFields } from './user-fields.ts'
import { listUserRecords, userFilters } from './user-list.ts'
import { etagOfUser, showUser, type UserRow } from './user-record.ts'

type Fields = Values<typeof userFields>

const answer = (context: RequestContext, row: UserRow, isForEdit = true): SiteResponse & { readonly etag: string } => ({
  body: showUser(context, row, isForEdit),
  etag: etagOfUser(row),
})

const readUser = async (question: SiteRequest<typeof contextParam>): Promise<SiteResponse> => {
  const { database, context, values } = question
  return answer(context, await requireRow(database, requireManaged(question)), wantsRaw(values))
}

const createRecord = async (question: SiteRequest<typeof newUserFields>): Promise<SiteResponse> => {
  const { context, values } = question
  const { username = '', email, roles: [role] = ['subscriber'], password } = values
  const passwordHash = password === undefined ? undefined : await hash(context, password)
  const row = await changeAccounts(question, async (db) => {
    const user = { name: username, role: role ?? 'subscriber', email, passwordHash }
    const id = await createUser(db, user, context.now())
    await store(db, id, columnsOf(context, values))
    return requireRow(db, id)
  })
  const headers = { location: context.links.api(`users/${row.id}`, siteNamespace) }
  return { ...answer(context, row), status: 201, headers }
}

const updateRecord = async (question: SiteRequest<typeof userFields>): Promise<SiteResponse> => {
  const { context, ifMatch, values } = question
  const id = requireManaged(question)
  const passwordHash = values.password === undefined ? undefined : await newHash(question, id, values.password)
  const row = await changeAccounts(question, async (db) => {
    const current = await requireRow(db, id)
    requireMatch(ifMatch, etagOfUser(current))
    await changeAdministered(db, context, current, values)
    await store(db, id, {
      ...columnsOf(context, values, current.language),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    })
    if (passwordHash !== undefined) {
      await endSessions(db, id, { except: ownSession(context) })
      await endLinks(db, id)
    }
    return requireRow(db, id)
  })
  return answer(context, row)
}

/** The session of the caller, which outlasts a change of the own password. */
const ownSession = ({ caller: { logIn } }: RequestContext): string | undefined =>
  logIn && 'session' in logIn ? logIn.session : undefined

/** Argon2 takes a thread for tens of milliseconds: it runs before the transaction, and few at a time. */
const hash = ({ caller }: RequestContext, password: string): Promise<string> =>
  limitHashing(`user:${caller.id}`, () => hashPassword(password))

/** Hashes a new password. One's own is changed only by who knows the present one; an administrator sets those of others (contract C5). */
const newHash = async (question: SiteRequest<typeof userFields>, id: number, password: string): Promise<string> => {
  const { context, database, values } = question
  if (id === context.caller.id) {
    const { current_password: present } = values
    if (present === undefined) {
      const reason = 'Send your present password with the new one. Without one, ask an administrator to set it.'
      throw invalidParam('current_password', reason)
    }
    const isRight = await isOwnPassword(database, { userId: id, password: present, now: context.now() })
    if (!isRight) throw new ApiError('rest_user_invalid_password')
  }
  return hash(context, password)
}

/** Changes what only administrators may change. Values that are sent back unchanged are no changes. */
const changeAdministered = async (db: Db, context: RequestContext, row: UserRow, values: Fields): Promise<void> => {
  const { caller } = context
  const { username, email, roles: [role] = [] } = values
  if (username !== undefined && keyOfName(username) !== keyOfName(row.name)) {
    throw invalidParam('username', 'The name by which a user logs in cannot be changed.')
  }
  if (email !== undefined && email !== row.email) {
    // Who may try addresses would learn which of them have accounts.
    if (!hasRight(caller, 'administer')) throw forbidden(caller, 'An administrator changes e-mail addresses.')
    await requireFreeEmail(db, email)
    await db.kysely.updateTable('user').set({ email }).where('id', '=', row.id).execute()
  }
  if (role !== undefined && role !== row.role) {
    if (!mayAssignRole(caller, row.id)) throw forbidden(caller, 'Another administrator changes your role.')
    await setRole(db, row, role)
  }
}

type Columns = Partial<Updateable<Schema['user']>>

const columnsOf = (context: RequestContext, values: Values<typeof newUserFields>, stored = ''): Columns => {
  const { name, first_name, last_name, url, description, review_mail } = values
  // What was read can be sent back, also where the site has given up that language.
  const language = values.locale !== '' && values.locale === stored ? stored : languageOf(context, values.locale)
  const [own_mail, trouble_mail] = [values.own_mail, values.trouble_mail].map((is) =>
    is === undefined ? undefined : Number(is),
  )
  const shown = name === undefined ? {} : { display_name: name, display_key: keyOfName(name) }
  const plain = { first_name, last_name, url, description, language, review_mail, own_mail, trouble_mail }
  const sent = Object.entries(plain).filter(([, value]) => value !== undefined)
  return { ...shown, ...Object.fromEntries(sent) }
}

/** The language of a locale such as `de_DE`; that of the site, which records show of who has chosen none, is no choice. */
const languageOf = ({ config }: RequestContext, locale: string | undefined): string | undefined => {
  if (locale === undefined || locale === '') return locale
  if (locale === config.locale) return ''
  const language = config.languages.find((code) => code === /^[a-z]+/.exec(locale.toLowerCase())?.[0])
  if (language === undefined) throw invalidParam('locale', `It must be empty or one of ${config.languages.join(', ')}.`)
  return language
}

const store = async ({ kysely }: Db, id: number, columns: Columns): Promise<void> => {
  if (Object.keys(columns).length > 0) await kysely.updateTable('user').set(columns).where('id', '=', id).execute()
}

const removeParams = { force: { type: bool, default: false }, reassign: { type: heir, isRequired: true } }

const removeRecord = (question: SiteRequest<typeof removeParams>): Promise<SiteResponse> => {
  const { context, ifMatch, values } = question
  const id = requireManaged(question)
  return changeAccounts(question, async (db) => {
    const row = await requireRow(db, id)
    requireMatch(ifMatch, etagOfUser(row))
    if (values.force !== true) {
      throw new ApiError('rest_trash_not_supported', { message: 'Users have no trash: send force=true to remove one.' })
    }
    const { reassign = 0 } = values
    await requireHeir(db, id, reassign)
    await removeUser(db, row, reassign)
    const { body, etag } = answer(context, row)
    return { body: { deleted: true, previous: body }, etag }
  })
}

const requireHeir = async ({ kysely }: Db, id: number, reassign: number): Promise<void> => {
  const refuse = (message: string): ApiError => new ApiError('rest_user_invalid_reassign', { message })
  if (reassign === 0)
    throw refuse('Records are not deleted with a user: send reassign, the id of the user who gets them.')
  if (reassign === id) throw refuse('reassign must not be the user to be removed.')
  const found = kysely.selectFrom('user').select('id').where('id', '=', reassign).where(isNotRemoved)
  if (!(await found.executeTakeFirst())) throw refuse(`reassign: there is no user with the id ${reassign}.`)
}

const item: readonly SiteEndpoint[] = [
  endpoint({ methods: ['GET'], params: contextParam, right: 'own-account', answer: readUser }),
  endpoint({ methods: ['POST', 'PUT', 'PATCH'], params: userFields, right: 'own-account', answer: updateRecord }),
  endpoint({ methods: ['DELETE'], params: removeParams, right: 'administer', answer: removeRecord }),
]

/** The users of the site (contract C5). */
export const userDocuments: readonly SiteDocument[] = [
  {
    path: '/users',
    endpoints: [
      endpoint({
        methods: ['GET'],
        params: userFilters,
        right: 'administer',
        refuseUnknown: refuseUnknownBy(userFilters),
        answer: listUserRecords,
      }),
      endpoint({ methods: ['POST'], params: newUserFields, right: 'administer', answer: createRecord }),
    ],
  },
  { path: '/users/me', endpoints: item },
  { path: '/users/{id}', pathParam: 'id', endpoints: item },
]
