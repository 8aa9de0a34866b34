import type { SiteDocument } from '../../core/site-document.ts'
import { activityDocument } from './activity.ts'
import { calendarDocument } from './calendar.ts'
import { changeDocuments } from './changes.ts'
import { countsDocument } from './counts.ts'
import { directoryDocument } from './directory.ts'
import { duplicatesDocument } from './duplicates.ts'
import { fontDocuments } from './fonts.ts'
import { forgottenDocument } from './forgotten-password.ts'
import { imageUsesDocument } from './image-uses.ts'
import { linkDocuments } from './links.ts'
import { mergesDocument } from './merges.ts'
import { pagePreviewDocument } from './page-preview.ts'
import { previewDocument } from './previews.ts'
import { recurrencePreviewDocument } from './recurrence-preview.ts'
import { reviewPictureDocument } from './review-picture.ts'
import { reviewDocuments } from './reviews.ts'
import { secondFactorDocuments } from './second-factor.ts'
import { publicSiteDocument } from './site.ts'
import { stateDocument } from './state.ts'
import { submissionDocuments } from './submissions.ts'
import { welcomeDocument } from './welcome.ts'

/** The documents below `kalends/v1` (contract C6, C7). */
export const ownDocuments: readonly SiteDocument[] = [
  publicSiteDocument,
  ...linkDocuments,
  welcomeDocument,
  ...secondFactorDocuments,
  activityDocument,
  ...changeDocuments,
  countsDocument,
  directoryDocument,
  calendarDocument,
  recurrencePreviewDocument,
  ...reviewDocuments,
  reviewPictureDocument,
  ...submissionDocuments,
  duplicatesDocument,
  mergesDocument,
  imageUsesDocument,
  ...fontDocuments,
  stateDocument,
  previewDocument,
  pagePreviewDocument,
  forgottenDocument,
]
