import { addressOfLink, createLink, hasRecentLink } from '../../accounts/links.ts'
import { noteFailure, tooManyAttempts, waitOfAddress } from '../../accounts/throttle.ts'
import { findUser } from '../../accounts/users.ts'
import { ApiError } from '../../core/errors.ts'
import type { Mailer } from '../../core/mailer.ts'
import { mailOfLink } from '../../core/mails.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { text } from '../../core/types.ts'

const params = { name: { type: text(320), isRequired: true } }

/** The same for every name: nobody learns whether there is such a user (contract C5.4). */
const message = 'If there is a user with that name or address, and an e-mail address is known, a link is on its way.'

const answer = async (question: SiteRequest<typeof params>): Promise<SiteResponse> => {
  const { database, context, client, mailer, values } = question
  if (!mailer) throw new ApiError('kalends_no_mail')
  const attempt = { address: client.address, purpose: 'forgotten' } as const
  const now = context.now()
  const wait = await waitOfAddress(database, attempt.address, now, attempt.purpose)
  if (wait > 0) throw tooManyAttempts(wait)
  await noteFailure(database, attempt, now)
  // The answer does not wait for what takes longer for users than for others.
  const isBegun = mailer.inBackground(() => sendLink(question, mailer, values.name ?? ''))
  if (!isBegun) throw new ApiError('rest_service_unavailable', { headers: { 'retry-after': '10' } })
  return { status: 202, body: { message }, isPublic: false }
}

/** Sends a link to the user of a name, unless there was one a moment ago: nobody can fill the mailbox of somebody else. */
const sendLink = async ({ database, context }: SiteRequest, mailer: Mailer, name: string): Promise<void> => {
  const now = context.now()
  const user = await findUser(database, name.trim())
  if (!user || user.email === '') return
  const token = await database.transact(async (db) => {
    if (await hasRecentLink(db, user.id, now)) return undefined
    return (await createLink(db, { kind: 'reset', userId: user.id }, now)).token
  })
  if (token === undefined) return
  const url = addressOfLink(context.links.site, token)
  await mailer.send(mailOfLink(context, 'reset', { to: user.email, url, name: user.name }))
}

/** Where people ask for a new password by mail (contract C5.5). */
export const forgottenDocument: SiteDocument = {
  path: '/forgotten',
  endpoints: [endpoint({ methods: ['POST'], params, isJsonOnly: true, answer })],
}
