import {
  addPasskey,
  hasPasskeys,
  isPasskeyResponse,
  listPasskeys,
  type NewPasskeyResponse,
  offerPasskey,
  type Passkey,
  removePasskey,
} from '../../accounts/passkeys.ts'
import { isOwnPassword } from '../../accounts/passwords.ts'
import {
  confirmApp,
  endUnlessLeft,
  listSecondFactors,
  readSecondFactor,
  removeApp,
  renewRecoveryCodes,
  resetSecondFactor,
  startApp,
  useCode,
} from '../../accounts/second-factor.ts'
import { endSessions, noteSecondFactor } from '../../accounts/sessions.ts'
import { addressOfTotp } from '../../accounts/totp.ts'
import { ApiError } from '../../core/errors.ts'
import { invalid, type ParamType, type Values } from '../../core/params.ts'
import { forbidden } from '../../core/policy.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { name, text } from '../../core/types.ts'
import type { JsonObject } from '../../lib/json.ts'
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
  const passkeys = await listPasskeys(database, caller.id)
  const user = database.kysely.selectFrom('user').select('password_hash').where('id', '=', caller.id)
  return {
    body: {
      since: since === undefined ? null : siteTime(since),
      passkeys: passkeys.map(showPasskey),
      recovery_codes: recoveryCodes,
      has_password: typeof (await user.executeTakeFirst())?.password_hash === 'string',
      is_required: config.twoFactors.some((role) => role === caller.role),
    },
  }
}

const showPasskey = ({ uuid, name, created, used }: Passkey): JsonObject => ({
  uuid,
  name,
  created: siteTime(created),
  last_used: used === null ? null : siteTime(used),
})

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

const confirm = async (question: SiteRequest<typeof codeParams>): Promise<SiteResponse> => {
  const { database, context, values } = question
  const userId = context.caller.id
  const codes = await confirmApp(database, { userId, code: values.code ?? '', now: context.now() })
  await endOthers(question)
  return { body: { recovery_codes: codes } }
}

/** The session has shown a second factor by setting one up. Others end: whoever has them has not. */
const endOthers = (question: SiteRequest): Promise<void> =>
  changeAccounts(question, async (db) => {
    const own = currentSession(question.context)
    if (own !== undefined) await noteSecondFactor(db, own)
    await endSessions(db, question.context.caller.id, { except: own })
  })

const turnOff = async (question: SiteRequest<typeof bothParams>): Promise<SiteResponse> => {
  const { context } = question
  await requireBoth(question)
  return changeAccounts(question, async (db) => {
    await removeApp(db, context.caller.id)
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

const credential: ParamType<NewPasskeyResponse> = {
  schema: { type: 'object' },
  index: { type: 'object' },
  read: (raw) =>
    isPasskeyResponse(raw) ? raw : invalid('It must be what navigator.credentials.create() returns, as JSON.'),
}

const newPasskeyParams = {
  name: { type: name(100), isRequired: true },
  response: { type: credential, isRequired: true },
}

const offer = async (question: SiteRequest<typeof passwordParams>): Promise<SiteResponse> => {
  const { database, context, values } = question
  if (!hasPasskeys(context.config)) throw new ApiError('kalends_no_passkeys')
  await requirePassword(question, values)
  const row = await requireRow(database, context.caller.id)
  return {
    body: (await offerPasskey(database, context.config, row, context.now())) as unknown as JsonObject,
    status: 201,
  }
}

const add = async (question: SiteRequest<typeof newPasskeyParams>): Promise<SiteResponse> => {
  const { database, context, values } = question
  const { name: label = '', response } = values
  if (!response) throw new ApiError('kalends_passkey_wrong')
  const made = { userId: context.caller.id, name: label, response }
  const { passkey, recoveryCodes } = await addPasskey(database, context.config, made, context.now())
  if (recoveryCodes.length > 0) await endOthers(question)
  return { body: { ...showPasskey(passkey), recovery_codes: recoveryCodes }, status: 201 }
}

const remove = async (question: SiteRequest<typeof passwordParams>): Promise<SiteResponse> => {
  const { context, name: uuid, values } = question
  await requirePassword(question, values)
  return changeAccounts(question, async (db) => {
    if (!(await removePasskey(db, context.caller.id, uuid.toLowerCase())))
      throw new ApiError('kalends_passkey_not_found')
    await endUnlessLeft(db, context.caller.id)
    return { body: { deleted: true } }
  })
}

const listAll = async ({ database }: SiteRequest): Promise<SiteResponse> => {
  const all = await listSecondFactors(database)
  const body = all.map(({ userId, since, isConfirmed, passkeys }) => ({
    user: userId,
    since: isConfirmed === 1 ? siteTime(since) : null,
    passkeys: Number(passkeys),
  }))
  // Who has begun to set an app up, and no more, has no second factor.
  return { body: body.filter((one) => one.since !== null || one.passkeys > 0) }
}

/** Takes the second factor of somebody who has lost it away; the own one is turned off with password and code. */
const reset = (question: SiteRequest): Promise<SiteResponse> => {
  const { context } = question
  const id = Number(question.name)
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
    path: '/passkeys',
    endpoints: [
      endpoint({ methods: ['POST'], params: newPasskeyParams, right, isForEnrolment, isJsonOnly: true, answer: add }),
    ],
  },
  {
    path: '/passkeys/options',
    endpoints: [endpoint({ methods: ['POST'], params: passwordParams, right, isForEnrolment, answer: offer })],
  },
  {
    path: '/passkeys/{uuid}',
    pathParam: 'uuid',
    endpoints: [endpoint({ methods: ['DELETE'], params: passwordParams, right, answer: remove })],
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
