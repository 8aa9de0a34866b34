import { readFileSync } from 'node:fs'
import { UserError } from '../../accounts/users.ts'
import type { Config } from '../../config.ts'
import { errorText } from '../../lib/error-text.ts'
import { createGuardedRequest } from '../../lib/guarded-request.ts'
import { withoutWebcal } from '../../lib/url.ts'
import type { Source } from '../open-source.ts'
import type { ReadRecords } from '../record.ts'
import { nameSource } from '../source-name.ts'
import { createSiteClient, SiteError } from './client.ts'
import { discoverSite } from './discover.ts'
import { readSite } from './read-site.ts'

/** Whether an address has answered as a site does: with a page, with the index of its REST root, or for the interface itself. */
export const looksLikeSite = ({ type, url }: Pick<Source, 'type' | 'url'>): boolean =>
  url !== '' && (/^(?:text\/html|application\/json)\b/i.test(type) || /(?:tribe|calendar)\/events\/v1/.test(url))

/** A live site: the name of its source, and the reader of its records. */
type OpenSite = { readonly name: string; readonly read: ReadRecords }

/**
 * Opens a live site of the interface. The operator has named its address, which may be anywhere; what it redirects to may not.
 * @throws UserError when it is none, or when the credentials cannot be read.
 */
export const openSite = async (
  address: string,
  { fetchRules }: Pick<Config, 'fetchRules'>,
  credentialsFile: string | undefined,
): Promise<OpenSite> => {
  const url = withoutWebcal(address)
  const { origin } = new URL(url)
  const authorization = credentialsFile === undefined ? undefined : readCredentials(credentialsFile)
  const ask = createSiteClient(createGuardedRequest(fetchRules, { trustedOrigin: origin }), authorization)
  try {
    const addresses = await discoverSite(address, ask)
    const [name = ''] = nameSource(url).split('/wp-json')
    return { name, read: () => readSite(addresses, ask, authorization !== undefined) }
  } catch (error) {
    throw error instanceof SiteError ? new UserError(error.message) : error
  }
}

/** The header for the name and the application password in a file, `name:password`. */
const readCredentials = (file: string): string => {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (!text.includes(':')) throw new Error('it must have the form NAME:PASSWORD')
    return `Basic ${Buffer.from(text).toString('base64')}`
  } catch (error) {
    throw new UserError(`--credentials-file ${file}: ${errorText(error)}.`)
  }
}
