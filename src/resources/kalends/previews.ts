import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { requireReadable } from '../shared/editable.ts'
import { previewTime, signPreview } from './preview-token.ts'

const createPreview = async ({ database, context, names }: SiteRequest): Promise<SiteResponse> => {
  const { id } = await requireReadable(database, context, 'event', Number(names['id']))
  const until = context.now() + previewTime
  const token = await signPreview(database, { eventId: id, issuerId: context.caller.id }, until)
  return {
    body: { url: context.links.page(`/preview/${token}/`), expires: new Date(until).toISOString() },
    headers: { 'cache-control': 'no-store' },
  }
}

/** Addresses of the pages of events that are not published yet, for those who may edit and may read the event (contract C7). */
export const previewDocument: SiteDocument = {
  path: '/previews/{id}',
  pathParam: 'id',
  endpoints: [endpoint({ methods: ['POST'], params: {}, right: 'edit', answer: createPreview })],
}
