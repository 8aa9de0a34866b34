import { nameClient } from '../../accounts/client-name.ts'
import { answerSession, passCode } from '../../accounts/sessions.ts'
import { type Arrival, findWelcome, hashOfArrival, useLink, type Welcome } from '../../accounts/welcome.ts'
import type { Config } from '../../config.ts'
import { ApiError, missingParams } from '../../core/errors.ts'
import { invalid, isInvalid, type ParamType } from '../../core/params.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { showFixed, siteSettings } from '../../core/site-settings.ts'
import { name } from '../../core/types.ts'
import { isJsonObject, type Json, type JsonObject } from '../../lib/json.ts'
import { changeSettings } from '../wordpress/settings.ts'
import { transactAccounts } from '../wordpress/user-access.ts'
import { loginName, lowerEmail, maxName, newPassword } from '../wordpress/user-fields.ts'
import { siteTime } from '../wordpress/user-record.ts'
import { token } from './links.ts'
import { sentCode } from './second-factor.ts'

const tokenParams = { token: { type: token, isRequired: true } }

/** The settings that the first administrator chooses. */
const chosenAtSetup = ['title', 'timezone', 'language'] as const

const siteObject: ParamType<JsonObject> = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(chosenAtSetup.map((name) => [name, siteSettings[name].type.schema])),
  },
  index: { type: 'object' },
  read: (raw, context) => {
    if (!isJsonObject(raw)) return invalid(`It must be an object with some of ${chosenAtSetup.join(', ')}.`)
    const values: Record<string, Json> = {}
    for (const name of chosenAtSetup) {
      if (raw[name] === undefined) continue
      const value = siteSettings[name].type.read(raw[name], context)
      if (isInvalid(value)) return invalid(`${name}: ${value.invalid}`)
      if (value !== undefined) values[name] = value
    }
    return values
  },
}

const welcomeParams = {
  ...tokenParams,
  username: { type: loginName },
  name: { type: name(maxName) },
  email: { type: lowerEmail, empty: '' },
  password: { type: newPassword, isRequired: true },
  code: { type: sentCode },
  site: { type: siteObject },
}

const arrivalOf = (question: SiteRequest, sent: string): Arrival => {
  const { client, context } = question
  return { token: sent, address: client.address, now: context.now(), client: nameClient(client.userAgent) }
}

/** The settings that the page of the set-up offers, and those of them that it must not send. */
const showChosen = (config: Config): JsonObject => ({
  ...Object.fromEntries(chosenAtSetup.map((name) => [name, siteSettings[name].show(config)])),
  _fixed: showFixed(config, chosenAtSetup),
})

const show = ({ link, user }: Welcome, config: Config): SiteResponse => {
  const { kind, expires } = link
  const email = user?.email ?? link.email
  return {
    body: {
      kind,
      role: user?.role ?? link.role,
      ...(user ? { username: user.name } : {}),
      ...(email === '' ? {} : { email }),
      expires: expires === null ? null : siteTime(expires),
      ...(kind === 'setup' ? { site: showChosen(config) } : {}),
    },
    isPublic: false,
  }
}

const readLink = async (question: SiteRequest<typeof tokenParams>): Promise<SiteResponse> =>
  show(await findWelcome(question.database, arrivalOf(question, question.values.token ?? '')), question.context.config)

/** Uses a link: the answer is that of a log-in. */
const comeIn = async (question: SiteRequest<typeof welcomeParams>): Promise<SiteResponse> => {
  const { database, context, values } = question
  const { password = '', username, name: shown, email, site } = values
  const arrival = arrivalOf(question, values.token ?? '')
  const { link, user } = await findWelcome(database, arrival)
  if (link.kind === 'invitation' && username === undefined) {
    throw missingParams(['username'], 'Choose the name by which you will log in.')
  }
  const passwordHash = await hashOfArrival(arrival, password)
  // A link for a new password replaces the password alone.
  const hasSecondFactor = user !== undefined && (await passCode(database, user.id, { ...arrival, code: values.code }))
  const session = await transactAccounts(database, async (db) => {
    if (link.kind === 'setup' && site !== undefined) await changeSettings(db, question, site)
    const opened = await useLink(db, arrival, { username, name: shown, email, passwordHash, hasSecondFactor })
    return answerSession(db, opened, arrival.now, context.config)
  })
  if (!session) throw new ApiError('kalends_link_not_found')
  return { status: 201, body: session.body, headers: { 'set-cookie': session.cookie }, isPublic: false }
}

/** Where people come in who have a link; nobody else learns anything (contract C5.5). */
export const welcomeDocument: SiteDocument = {
  path: '/welcome',
  endpoints: [
    endpoint({ methods: ['POST'], params: tokenParams, isJsonOnly: true, answer: readLink }),
    endpoint({ methods: ['PUT'], params: welcomeParams, isJsonOnly: true, answer: comeIn }),
  ],
}
