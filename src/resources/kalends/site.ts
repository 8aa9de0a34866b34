import { findUnfinishedSetup } from '../../accounts/links.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { showSiteSettings } from '../../core/site-settings.ts'

const showSite = async ({ database, mailer, context: { config } }: SiteRequest): Promise<SiteResponse> => {
  const { title, description, language, languages, timezone, start_of_week, clock, tile_server } =
    showSiteSettings(config)
  return {
    body: {
      name: title ?? '',
      description: description ?? '',
      language: language ?? '',
      languages: languages ?? [],
      time_zone: timezone ?? '',
      start_of_week: start_of_week ?? 0,
      clock: clock ?? '',
      tile_server: tile_server ?? '',
      tile_zoom: config.tiles?.maxZoom ?? 0,
      tile_attribution: config.tiles?.attribution ?? '',
      has_mail: mailer !== undefined,
      has_oidc: config.oidc !== undefined,
      needs_setup: (await findUnfinishedSetup(database)) !== undefined,
    },
  }
}

/** What every page needs to know of the site, also before anybody has logged in (contract C6). */
export const publicSiteDocument: SiteDocument = {
  path: '/site',
  endpoints: [endpoint({ methods: ['GET'], params: {}, answer: showSite })],
}
