import type { SiteDocument } from '../../core/site-document.ts'
import { forgottenDocument } from './forgotten.ts'
import { linkDocuments } from './links.ts'
import { publicSiteDocument } from './site.ts'
import { welcomeDocument } from './welcome.ts'

/** The documents below `kalends/v1` (contract C6). */
export const ownDocuments: readonly SiteDocument[] = [
  publicSiteDocument,
  ...linkDocuments,
  welcomeDocument,
  forgottenDocument,
]
