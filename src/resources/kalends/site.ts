import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'

const showSite = ({ context: { config, zone } }: SiteRequest): SiteResponse => ({
  body: {
    name: config.siteName,
    description: config.siteDescription,
    language: config.locale,
    languages: [...config.languages],
    time_zone: zone.name,
    tile_server: config.tiles?.url ?? '',
  },
})

/** What every page needs to know of the site, also before anybody has logged in (contract C6). */
export const publicSiteDocument: SiteDocument = {
  path: '/site',
  endpoints: [endpoint({ methods: ['GET'], params: {}, answer: showSite })],
}
