import type { RequestContext } from '../../core/context.ts'
import { invalidParams } from '../../core/errors.ts'
import type { SiteDocument, SiteRequest } from '../../core/site-document.ts'
import { text } from '../../core/types/values.ts'

/** The settings of WordPress: how each is read, and the environment variable that sets it. */
const settings: Readonly<Record<string, readonly [read: (context: RequestContext) => string, source: string]>> = {
  title: [({ config }) => config.siteName, 'KALENDS_SITE_NAME'],
  description: [({ config }) => config.siteDescription, 'KALENDS_SITE_DESCRIPTION'],
  url: [({ links }) => links.site, 'KALENDS_PUBLIC_URL'],
  timezone: [({ zone }) => zone.name, 'KALENDS_TIMEZONE'],
  language: [({ config }) => config.locale, 'KALENDS_LANGUAGE'],
}

const names = Object.keys(settings)

const showSettings = ({ context }: SiteRequest) => ({
  body: Object.fromEntries(Object.entries(settings).map(([name, [read]]) => [name, read(context)])),
})

/** Refuses values that differ, with an error that names the environment variable: settings cannot be changed over HTTP. */
const refuseChanges = (question: SiteRequest) => {
  const { context, values } = question
  const faults = Object.entries(settings).flatMap(([name, [read, source]]) => {
    const sent: unknown = values[name]
    if (sent === undefined || sent === read(context)) return []
    const fault = `It is set by ${source} in the environment of the server: change it there, and start the server again.`
    return [[name, fault] as const]
  })
  if (faults.length > 0) throw invalidParams(new Map(faults))
  return showSettings(question)
}

/** The settings of the site, for administrators (D4). */
export const settingsDocument: SiteDocument = {
  path: '/settings',
  endpoints: [
    { methods: ['GET'], params: {}, right: 'administer', answer: showSettings },
    {
      methods: ['POST', 'PUT', 'PATCH'],
      params: Object.fromEntries(names.map((name) => [name, { type: text(1000) }])),
      right: 'administer',
      answer: refuseChanges,
    },
  ],
}
