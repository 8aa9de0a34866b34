import { ApiError } from '../../core/errors.ts'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../../core/site-document.ts'
import { keepPicture, readPictureFiles, readWaitingPicture, removePicture } from '../submissions/waiting-picture.ts'
import { dataUrl } from './submissions.ts'

const show = (preview: Uint8Array | null): SiteResponse => ({ body: { picture: preview && dataUrl(preview) } })

const eventOf = ({ names, ifMatch }: SiteRequest) => ({ id: Number(names['id']), ifMatch })

const read = async (question: SiteRequest): Promise<SiteResponse> =>
  show(await readWaitingPicture(question.database, question.context, eventOf(question).id))

const put = async (question: SiteRequest): Promise<SiteResponse> => {
  const { database, context, uploaded } = question
  if (!uploaded) throw new ApiError('rest_upload_no_data')
  const files = await readPictureFiles(uploaded)
  await database.transact((db) => keepPicture(db, context, eventOf(question), files))
  return show(files.preview)
}

const remove = async (question: SiteRequest): Promise<SiteResponse> => {
  await question.database.transact((db) => removePicture(db, question.context, eventOf(question)))
  return show(null)
}

/**
 * The picture that somebody who may not upload images sends with an event of their own: it waits for the review as the picture of a visitor does
 * (contract C7).
 */
export const reviewPictureDocument: SiteDocument = {
  path: '/reviews/{id}/picture',
  pathParam: 'id',
  endpoints: [
    endpoint({ methods: ['GET'], params: {}, right: 'edit', answer: read }),
    endpoint({ methods: ['PUT'], params: {}, right: 'edit', takesFile: true, answer: put }),
    endpoint({ methods: ['DELETE'], params: {}, right: 'edit', answer: remove }),
  ],
}
