import { translatorOf } from '../i18n/translator.ts'
import type { RequestContext } from './context.ts'
import type { Mail } from './mailer.ts'

/** A link that is sent to an address; `name` is that of the user whom it names. */
type SentLink = { readonly to: string; readonly url: string; readonly name?: string }

/** The message that brings a link, in the language of the site. */
export const mailOfLink = (
  { config }: Pick<RequestContext, 'config'>,
  kind: 'invitation' | 'reset',
  { to, url, name = '' }: SentLink,
): Mail => {
  const translator = translatorOf(config.language, config.locale)
  const inserts = { site: config.siteName, url, name }
  return {
    to,
    subject: translator.text(`mail.${kind}`, inserts),
    text: `${translator.text(`mail.${kind}Text`, inserts)}\n`,
  }
}
