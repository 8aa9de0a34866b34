import type { SiteDocument } from '../../core/site-document.ts'
import { publicSiteDocument } from './site.ts'

/** The documents below `kalends/v1` (contract C6). */
export const ownDocuments: readonly SiteDocument[] = [publicSiteDocument]
