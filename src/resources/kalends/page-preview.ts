import {
  endpoint,
  previewedPages,
  type SiteDocument,
  type SiteRequest,
  type SiteResponse,
} from '../../core/site-document.ts'
import { wordOf } from '../../core/types.ts'
import { refuseUnknownBy } from '../shared/site-lists.ts'
import { settingParams, trySettings } from '../wordpress/settings.ts'

const params = {
  ...settingParams,
  page: { type: wordOf(...previewedPages), default: 'home' },
}

const showPage = async (question: SiteRequest): Promise<SiteResponse> => {
  const { page = 'home', ...sent } = question.values
  const config = await trySettings(question.database, question, sent)
  return { body: { html: await question.renderPage(config, page) }, headers: { 'cache-control': 'no-store' } }
}

/** A public page with settings that are not stored, for those who may store them. Nothing is changed or kept (contract C7). */
export const pagePreviewDocument: SiteDocument = {
  path: '/page-preview',
  endpoints: [
    endpoint({
      methods: ['POST'],
      params,
      right: 'administer',
      refuseUnknown: refuseUnknownBy(params),
      isJsonOnly: true,
      answer: showPage,
    }),
  ],
}
