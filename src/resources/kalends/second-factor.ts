import { isOwnPassword } from '../../accounts/passwords.ts'
import {
  confirmApp,
  listSecondFactors,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startApp,
  useCode,
} from '../../accounts/second-factor.ts'
import { endSessions, noteSecondFactor } from '../../accounts/sessions.ts'
import { addressOfTotp } from '../../accounts/totp.ts'
import { ApiError } from '../../core/errors.ts'
import type { ParamType, Values } from '../../core/params.ts'
import { forbidden } from '../../core/policy.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { text } from '../../core/types.ts'
import { makeQrCode } from '../../lib/qr-code.ts'
import { changeAccounts, requireRow } from '../wordpress/user-access.ts'
import { siteTime } from '../wordpress/user-record.ts'

/** A code of an authenticator app or a recovery code, as it is sent. */
export const sentCode: ParamType<string> = text(100, (sent) => sent.trim())

const passwordParams = { current_password: { type: text(1000), isRequired: true } }
const codeParams = { code: { type: sentCode, isRequired: true } }
const bothParams = { ...passwordParams, ...codeParams }

const currentSession = ({ caller: { logIn } }: SiteRequest['context']): string | undefined =>
  logIn && 'session' in logIn ? logIn.session : undefined

/** Somebody with a stolen session must not be able to change how the owner logs in. */
const requirePassword = async (question: SiteRequest, sent: Values<typeof passwordParams>): Promise<void> => {
  const { database, context } = question
  const { current_password: password = '' } = sent
  const isRight = await isOwnPassword(database, { userId: context.caller.id, password, now: context.now() })
  if (!isRight) throw new ApiError('rest_user_invalid_password')
}

const requireBoth = async (question: SiteRequest<typeof bothParams>): Promise<void> => {
  const { database, context, values } = question
  await requirePassword(question, values)
  await useCode(database, { userId: context.caller.id, code: values.code ?? '', now: context.now() })
}

const readOwn = async ({ database, context }: SiteRequest): Promise<SiteResponse> => {
  const { caller, config } = context
  const { since, recoveryCodes } = await readSecondFactor(database, caller.id)
  const user = database.kysely.selectFrom('user').select('password_hash').where('id', '=', caller.id)
  return {
    body: {
      since: since === undefined ? null : siteTime(since),
      recovery_codes: recoveryCodes,
      has_password: typeof (await user.executeTakeFirst())?.password_hash === 'string',
      is_required: config.twoFactors.some((role) => role === caller.role),
    },
  }
}

/** Characters of the site's name that an app shows: a QR code has room for few. */
const maxIssuer = 40

const start = async (question: SiteRequest<typeof passwordParams>): Promise<SiteResponse> => {
  const { context } = question
  await requirePassword(question, question.values)
  const { secret, name } = await changeAccounts(question, async (db) => {
    const row = await requireRow(db, context.caller.id)
    return { secret: await startApp(db, row.id, context.now()), name: row.name }
  })
  const issuer = [...context.config.siteName].slice(0, maxIssuer).join('')
  const url = addressOfTotp(secret, issuer, name)
  return { body: { secret, url, qr: drawQrCode(url) }, status: 201 }
}

/** The QR code as a picture of its own, black on white in every colour scheme. */
const drawQrCode = (url: string): string => {
  const { side, path } = makeQrCode(url)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
}

/** Other sessions end: whoever has them has shown no second factor. */
const confirm = async (question: SiteRequest<typeof codeParams>): Promise<SiteResponse> => {
  const { database, context, values } = question
  const userId = context.caller.id
  const codes = await confirmApp(database, { userId, code: values.code ?? '', now: context.now() })
  const own = currentSession(context)
  await changeAccounts(question, async (db) => {
    if (own !== undefined) await noteSecondFactor(db, own)
    await endSessions(db, userId, { except: own })
  })
  return { body: { recovery_codes: codes } }
}

const turnOff = async (question: SiteRequest<typeof bothParams>): Promise<SiteResponse> => {
  const { context } = question
  await requireBoth(question)
  return changeAccounts(question, async (db) => {
    await removeSecondFactor(db, context.caller.id)
    await endSessions(db, context.caller.id, { except: currentSession(context) })
    return { body: { deleted: true } }
  })
}

const renewCodes = async (question: SiteRequest<typeof bothParams>): Promise<SiteResponse> => {
  const { context } = question
  await requireBoth(question)
  return changeAccounts(question, async (db) => ({
    body: { recovery_codes: await renewRecoveryCodes(db, context.caller.id) },
    status: 201,
  }))
}

const listAll = async ({ database }: SiteRequest): Promise<SiteResponse> => {
  const all = await listSecondFactors(database)
  return { body: all.map(({ userId, since }) => ({ user: userId, since: siteTime(since) })) }
}

/** Takes the second factor of somebody who has lost it away; the own one is turned off with password and code. */
const reset = (question: SiteRequest): Promise<SiteResponse> => {
  const { context, name } = question
  const id = Number(name)
  if (id === context.caller.id) throw forbidden(context.caller, 'Turn your own second factor off in your account.')
  return changeAccounts(question, async (db) => {
    const row = await requireRow(db, Number.isSafeInteger(id) ? id : 0)
    await resetSecondFactor(db, row, context.caller.id, context.now())
    return { body: { deleted: true, user: row.id } }
  })
}

const right = 'own-account'
const isForEnrolment = true

/** The second factor of users (contract C5.8). */
export const secondFactorDocuments: readonly SiteDocument[] = [
  {
    path: '/second-factor',
    endpoints: [
      endpoint({ methods: ['GET'], params: {}, right, isForEnrolment, answer: readOwn }),
      endpoint({ methods: ['POST'], params: passwordParams, right, isForEnrolment, answer: start }),
      endpoint({ methods: ['PUT'], params: codeParams, right, isForEnrolment, answer: confirm }),
      endpoint({ methods: ['DELETE'], params: bothParams, right, answer: turnOff }),
    ],
  },
  {
    path: '/second-factor/recovery-codes',
    endpoints: [endpoint({ methods: ['POST'], params: bothParams, right, answer: renewCodes })],
  },
  {
    path: '/second-factors',
    endpoints: [endpoint({ methods: ['GET'], params: {}, right: 'administer', answer: listAll })],
  },
  {
    path: '/second-factors/{id}',
    pathParam: 'id',
    endpoints: [endpoint({ methods: ['DELETE'], params: {}, right: 'administer', answer: reset })],
  },
]
