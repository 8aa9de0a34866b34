import { findTranslator, isLanguage, type Translator } from '../i18n/catalogue.ts'
import { type RequestContext, withLinks } from './context.ts'
import type { Mail } from './mailer.ts'

type Named = Pick<RequestContext, 'config'>

/** Whom a message is for, and its language; '' or an unknown one is that of the site. */
export type Recipient = { readonly email: string; readonly language: string }

/** The texts of a language; where it is that of the site, with its region. */
const textsIn = ({ config }: Named, language: string): Translator =>
  isLanguage(language) && language !== config.language
    ? findTranslator(language, language)
    : findTranslator(config.language, config.locale)

/** The texts of the messages that have a subject and a text with the same inserts. */
type Kind = 'invitation' | 'reset' | SubmitterKind | Exclude<Notice['kind'], 'waiting' | 'backup'>

type Inserts = Readonly<Record<string, string>>

const writeKind = (translator: Translator, kind: Kind, inserts: Inserts): readonly [subject: string, text: string] => [
  translator.text(`mail.${kind}`, inserts),
  translator.text(`mail.${kind}Text`, inserts),
]

/** A link that is sent to an address; `name` is that of the user whom it names. */
type SentLink = { readonly to: string; readonly url: string; readonly name?: string }

/** The message that brings a link, in the language of the site. */
export const mailOfLink = (site: Named, kind: 'invitation' | 'reset', { to, url, name = '' }: SentLink): Mail => {
  const [subject, text] = writeKind(textsIn(site, ''), kind, { site: site.config.siteName, url, name })
  return { to, subject, text: `${text}\n` }
}

type SubmitterKind = 'submission' | 'returned' | 'published'

/**
 * A message to a person who has submitted an event, in the language of the form. That with the link to confirm an address (`submission`) has nothing
 * of what was sent: it may go to somebody who has sent nothing.
 */
export const mailToSubmitter = (
  site: Named,
  kind: SubmitterKind,
  { email, language }: Recipient,
  inserts: { readonly url?: string; readonly title?: string; readonly note?: string },
): Mail => {
  const [subject, text] = writeKind(textsIn(site, language), kind, { site: site.config.siteName, ...inserts })
  return { to: email, subject, text: `${text}\n` }
}

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

/** A message to somebody with an account, which ends with where they choose what they are told. */
export const mailToUser = ({ config }: Named, { email, language }: Recipient, notice: Notice): Mail => {
  const translator = textsIn({ config }, language)
  const site = config.siteName
  const [subject, text] = writeNotice(translator, site, notice)
  const choices = translator.text('mail.choices', { site, url: withLinks(config).links.page('/admin/account') })
  return { to: email, subject, text: `${text}\n\n-- \n${choices}\n` }
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
      const [subject, text] = writeKind(translator, kind, { site, ...inserts })
      // A decision may have no note.
      return [subject, text.replace(/\n{3,}/g, '\n\n')]
    }
  }
}
