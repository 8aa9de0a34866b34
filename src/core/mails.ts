import { findTranslator, isLanguage, type Translator } from '../i18n/catalogue.ts'
import type { RequestContext } from './context.ts'
import type { Mail } from './mailer.ts'

type Named = Pick<RequestContext, 'config'>

/** The texts of a language, of which the region is that of the site where it is the same; '' or an unknown language is that of the site. */
const textsIn = ({ config }: Named, language: string): Translator =>
  isLanguage(language) && language !== config.language
    ? findTranslator(language, language)
    : findTranslator(config.language, config.locale)

/** A link that is sent to an address; `name` is that of the user whom it names. */
type SentLink = { readonly to: string; readonly url: string; readonly name?: string }

/** The message that brings a link, in the language of the site. */
export const mailOfLink = ({ config }: Named, kind: 'invitation' | 'reset', { to, url, name = '' }: SentLink): Mail => {
  const translator = textsIn({ config }, '')
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
  { config }: Named,
  kind: 'submission' | 'returned' | 'published',
  { email, language }: Submitter,
  inserts: { readonly url?: string; readonly title?: string; readonly note?: string },
): Mail => {
  const translator = textsIn({ config }, language)
  const all = { site: config.siteName, ...inserts }
  return {
    to: email,
    subject: translator.text(`mail.${kind}`, all),
    text: `${translator.text(`mail.${kind}Text`, all)}\n`,
  }
}

/** Somebody with an account, and the language of the messages; '' is that of the site. */
export type Reader = { readonly email: string; readonly language: string }

/** An event in a message: `date` is its first day. */
export type ToldEvent = { readonly title: string; readonly date: string; readonly url: string }

/** What somebody with an account is told. `url` is where it can be answered, in the admin or on the page of the event. */
export type Notice =
  | { readonly kind: 'waiting'; readonly count: number; readonly events: readonly ToldEvent[]; readonly url: string }
  | { readonly kind: 'published' | 'rework'; readonly title: string; readonly note: string; readonly url: string }
  | { readonly kind: 'rejected'; readonly title: string; readonly note: string }
  | {
      readonly kind: 'comment'
      readonly name: string
      readonly title: string
      readonly note: string
      readonly url: string
    }
  | { readonly kind: 'source'; readonly name: string; readonly note: string; readonly url: string }
  | { readonly kind: 'backup'; readonly count: number; readonly url: string }

/** A message to somebody with an account; `choices` is the address where they choose what they are told. */
export const mailToUser = ({ config }: Named, { email, language }: Reader, notice: Notice, choices: string): Mail => {
  const translator = textsIn({ config }, language)
  const site = config.siteName
  const [subject, text] = writeNotice(translator, site, notice)
  return { to: email, subject, text: `${text}\n\n-- \n${translator.text('mail.choices', { site, url: choices })}\n` }
}

const writeNotice = (
  translator: Translator,
  site: string,
  notice: Notice,
): readonly [subject: string, text: string] => {
  switch (notice.kind) {
    case 'waiting': {
      const { count, events, url } = notice
      const subject = translator.count('mail.waiting', count, { site })
      const dates = new Intl.DateTimeFormat(translator.locale, { dateStyle: 'long', timeZone: 'UTC' })
      const lines = events.map(
        ({ title, date, url: at }) => `${title} (${dates.format(new Date(`${date}T00:00:00Z`))})\n${at}`,
      )
      const left = count > events.length ? ['…'] : []
      return [subject, [translator.text('mail.waitingText', { site, url }), ...lines, ...left].join('\n\n')]
    }
    case 'backup':
      return [
        translator.count('mail.backup', notice.count, { site }),
        translator.text('mail.backupText', { site, url: notice.url }),
      ]
    default: {
      const { kind, ...inserts } = notice
      const all = { site, ...inserts }
      return [translator.text(`mail.${kind}`, all), translator.text(`mail.${kind}Text`, all).replace(/\n{3,}/g, '\n\n')]
    }
  }
}
