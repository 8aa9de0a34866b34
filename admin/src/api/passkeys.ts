import { t } from '../texts.ts'
import { hasWay } from './root.ts'
import { sendPublic, takeSession } from './session.ts'
import { write } from './site.ts'

/** Whether the calendar and this browser have passkeys. */
export const canUsePasskeys = (): boolean =>
  hasWay('passkey') &&
  'PublicKeyCredential' in window &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'toJSON' in PublicKeyCredential.prototype

/** Browsers do not say why: somebody has closed their question, or has no passkey here. */
const explain = (): never => {
  throw new Error(t('The passkey was not used. Try again, or choose another way.'))
}

const toJson = (credential: Credential | null): unknown =>
  credential instanceof PublicKeyCredential ? credential.toJSON() : explain()

/** Logs the owner of a passkey in. @throws Error with the reason. */
export const logInByPasskey = async (remember: boolean): Promise<void> => {
  const options = await sendPublic('POST', 'session/passkey/options', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const response = toJson(await navigator.credentials.get({ publicKey }).catch(explain))
  takeSession(await sendPublic('POST', 'session/passkey', { response, remember }))
}

/** Makes a passkey, and returns the recovery codes if it is the first second factor. @throws Error with the reason. */
export const makePasskey = async (name: string, password: string): Promise<readonly string[]> => {
  const options = await write<PublicKeyCredentialCreationOptionsJSON>('POST', 'kalends/v1', 'passkeys/options', {
    body: { current_password: password },
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const response = toJson(await navigator.credentials.create({ publicKey }).catch(explain))
  const made = await write<{ readonly recovery_codes: readonly string[] }>('POST', 'kalends/v1', 'passkeys', {
    body: { name, response },
  })
  return made.recovery_codes
}
