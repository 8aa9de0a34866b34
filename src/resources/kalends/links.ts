import {
  addressOfLink,
  createLink,
  listLinks,
  type MadeLink,
  type NewLink,
  type OpenLink,
  removeLink,
  renewInvitation,
} from '../../accounts/links.ts'
import { requireFreeEmail } from '../../accounts/users.ts'
import { ApiError, missingParams } from '../../core/errors.ts'
import { mailOfLink } from '../../core/mails.ts'
import type { ParamType, Values } from '../../core/params.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { positiveInteger, text, wordOf } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import { roles } from '../../db/schema.ts'
import type { JsonObject } from '../../lib/json.ts'
import { ownNamespace } from '../../lib/links.ts'
import { changeAccounts, invalidParam, requireRow } from '../wordpress/user-access.ts'
import { lowerEmail } from '../wordpress/user-fields.ts'
import { siteTime } from '../wordpress/user-record.ts'

const newLinkParams = {
  kind: { type: wordOf('invitation', 'reset'), isRequired: true },
  role: { type: wordOf(...roles) },
  email: { type: lowerEmail, empty: '' },
  user: { type: positiveInteger() },
}

const show = ({ context: { links } }: SiteRequest, link: OpenLink): JsonObject => ({
  id: link.id,
  kind: link.kind,
  role: link.role,
  email: link.email,
  user: link.userId ?? 0,
  by: { id: link.byId ?? 0, name: link.byName ?? '' },
  created: siteTime(link.created),
  expires: link.expires === null ? null : siteTime(link.expires),
  _links: { self: [{ href: links.api(`links/${link.id}`, ownNamespace) }] },
})

const createRecord = async (question: SiteRequest<typeof newLinkParams>): Promise<SiteResponse> => {
  const { context } = question
  const made = await changeAccounts(question, async (db) =>
    createLink(db, { ...(await readNewLink(db, question.values)), by: context.caller.id }, context.now()),
  )
  return showMade(question, made)
}

/** The one answer that has the address of the link. */
const showMade = async (question: SiteRequest, { token, link }: MadeLink): Promise<SiteResponse> => {
  const { links } = question.context
  const url = addressOfLink(links.site, token)
  const mailed = await mailInvitation(question, link, url)
  const headers = { location: links.api(`links/${link.id}`, ownNamespace) }
  return { body: { ...show(question, link), url, mailed }, status: 201, headers }
}

/** Sends an invitation again: the earlier link may be in a mailbox that nobody reads, and so it ends. */
const renewOne = async (question: SiteRequest): Promise<SiteResponse> => {
  const made = await changeAccounts(question, async (db) => {
    const id = Number(question.name)
    const renewed = Number.isSafeInteger(id) ? await renewInvitation(db, id, question.context.now()) : undefined
    if (renewed) return renewed
    throw new ApiError('kalends_link_not_found', { message: `There is no open invitation ${question.name}.` })
  })
  return showMade(question, made)
}

/** Sends an invitation to the address that it names; whether the mail server has taken it. */
const mailInvitation = async ({ mailer, context }: SiteRequest, { email }: OpenLink, url: string): Promise<boolean> =>
  mailer !== undefined && email !== '' && mailer.send(mailOfLink(context, 'invitation', { to: email, url }))

const readNewLink = async (db: Db, sent: Values<typeof newLinkParams>): Promise<NewLink> => {
  if (sent.kind === 'reset') {
    if (sent.user === undefined) throw missingParams(['user'], 'A link for a new password names the user by id.')
    const { id } = await requireRow(db, sent.user)
    return { kind: 'reset', userId: id }
  }
  const { role } = sent
  if (role === undefined) throw missingParams(['role'], 'An invitation names the role of the new user.')
  if (sent.user !== undefined) throw invalidParam('user', 'An invitation creates a user; leave this out.')
  await requireFreeEmail(db, sent.email ?? '')
  return { kind: 'invitation', role, email: sent.email }
}

const listAll = async (question: SiteRequest): Promise<SiteResponse> => {
  const all = await listLinks(question.database, question.context.now())
  return { body: all.map((link) => show(question, link)) }
}

const removeOne = (question: SiteRequest): Promise<SiteResponse> =>
  changeAccounts(question, async (db) => {
    const id = Number(question.name)
    const previous = Number.isSafeInteger(id) ? await removeLink(db, id, question.context.now()) : undefined
    if (!previous) throw new ApiError('kalends_link_not_found', { message: `There is no open link ${question.name}.` })
    return { body: { deleted: true, previous: show(question, previous) } }
  })

const right = 'administer'

/** The links by which people come in, for administrators (contract C5.5). */
export const linkDocuments: readonly SiteDocument[] = [
  {
    path: '/links',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, answer: listAll }),
      endpoint({ methods: ['POST'], params: newLinkParams, right, answer: createRecord }),
    ],
  },
  {
    path: '/links/{id}',
    pathParam: 'id',
    endpoints: [
      endpoint({ methods: ['POST'], params: {}, right, answer: renewOne }),
      endpoint({ methods: ['DELETE'], params: {}, right, answer: removeOne }),
    ],
  },
]

/** The token of a link, as it is sent. */
export const token: ParamType<string> = text(100)
