import { findTranslator, isLanguage } from '../i18n/catalogue.ts'
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
  const translator = findTranslator(config.language, config.locale)
  const inserts = { site: config.siteName, url, name }
  return {
    to,
    subject: translator.text(`mail.${kind}`, inserts),
    text: `${translator.text(`mail.${kind}Text`, inserts)}\n`,
  }
}

/** A person who has submitted an event, with the language of the form. */
export type Submitter = { readonly email: string; readonly language: string }

/**
 * A message to a person who has submitted an event. That with the link to confirm an address (`submission`) has nothing of what was sent: it
 * may go to somebody who has sent nothing.
 */
export const mailToSubmitter = (
  { config }: Pick<RequestContext, 'config'>,
  kind: 'submission' | 'returned' | 'published',
  { email, language }: Submitter,
  inserts: { readonly url?: string; readonly title?: string; readonly note?: string },
): Mail => {
  const isOther = isLanguage(language) && language !== config.language
  const translator = isOther ? findTranslator(language, language) : findTranslator(config.language, config.locale)
  const all = { site: config.siteName, ...inserts }
  return {
    to: email,
    subject: translator.text(`mail.${kind}`, all),
    text: `${translator.text(`mail.${kind}Text`, all)}\n`,
  }
}
