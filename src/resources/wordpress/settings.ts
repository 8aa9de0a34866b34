import type { Config } from '../../config.ts'
import { invalidParams } from '../../core/errors.ts'
import type { ParamTable } from '../../core/params.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import {
  fixedBy,
  type SettingName,
  settingNames,
  showFixed,
  showSiteSettings,
  siteSettings,
} from '../../core/site-settings.ts'
import { readStoredSettings, storeSettings, withStored } from '../../core/stored-settings.ts'
import { text } from '../../core/types.ts'
import type { Db } from '../../db/database.ts'
import type { Json } from '../../lib/json.ts'
import { changeAccounts } from './user-access.ts'

const show = ({ context: { links } }: SiteRequest, config: Config): SiteResponse => {
  const { title = '', description = '', ...others } = showSiteSettings(config)
  const body: Record<string, Json> = { title, description, url: links.site, ...others }
  return { body: { ...body, _fixed: { url: 'KALENDS_PUBLIC_URL', ...showFixed(config, settingNames) } } }
}

const faultOf = (source: string): string =>
  `It is set by ${source} in the server's environment: change it there, and restart the server.`

/** The values that differ from those of now, which what the environment sets must not. */
const readChanges = (question: SiteRequest, { url, ...sent }: Readonly<Record<string, Json | undefined>>) => {
  const { config, links } = question.context
  const faults = new Map<string, string>()
  const changes = new Map<SettingName, Json>()
  if (url !== undefined && url !== links.site) faults.set('url', faultOf('KALENDS_PUBLIC_URL'))
  for (const name of settingNames) {
    const value = sent[name]
    if (value === undefined || isSame(value, siteSettings[name].show(config))) continue
    const source = fixedBy(config, name)
    if (source === undefined) changes.set(name, value)
    else faults.set(name, faultOf(source))
  }
  return { faults, changes }
}

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

type Sent = Readonly<Record<string, Json | undefined>>

/** The values to be stored. @throws ApiError 400 for what the environment sets, and for a logo or a picture that is no image. */
const requireChanges = async (db: Db, question: SiteRequest, sent: Sent): Promise<ReadonlyMap<SettingName, Json>> => {
  const { faults, changes } = readChanges(question, sent)
  for (const name of ['site_logo', 'header_image'] as const) {
    const id = Number(changes.get(name) ?? 0)
    const images = db.kysely.selectFrom('image').select('id').where('id', '=', id)
    if (id > 0 && !(await images.executeTakeFirst())) faults.set(name, `There is no image with the id ${id}.`)
  }
  if (faults.size > 0) throw invalidParams(faults)
  return changes
}

/**
 * Stores settings of the site inside a transaction; returns all settings as they are then.
 * @throws ApiError 400 for what the environment sets, and for a logo or a picture that is no image.
 */
export const changeSettings = async (db: Db, question: SiteRequest, sent: Sent): Promise<Config> => {
  await storeSettings(db, await requireChanges(db, question, sent))
  return withStored(question.context.config, await readStoredSettings(db))
}

/** Returns all settings as they would be with some values, which are not stored. @throws ApiError 400 as {@link changeSettings} does. */
export const trySettings = async (db: Db, question: SiteRequest, sent: Sent): Promise<Config> => {
  const changes = await requireChanges(db, question, sent)
  return withStored(question.context.config, await readStoredSettings(db, changes))
}

const update = (question: SiteRequest): Promise<SiteResponse> =>
  changeAccounts(question, async (db) => show(question, await changeSettings(db, question, question.values)))

/** A parameter for each setting that is changed over HTTP. */
export const settingParams: ParamTable = Object.fromEntries(
  settingNames.map((name) => [name, { type: siteSettings[name].type }]),
)

const params = { url: { type: text(1000) }, ...settingParams }

/** The settings of the site, for administrators (D4). */
export const settingsDocument: SiteDocument = {
  path: '/settings',
  endpoints: [
    endpoint({
      methods: ['GET'],
      params: {},
      right: 'administer',
      answer: (question) => show(question, question.context.config),
    }),
    endpoint({ methods: ['POST', 'PUT', 'PATCH'], params, right: 'administer', answer: update }),
  ],
}
