import type { FontFace, FontFile } from '../../config.ts'
import { ApiError } from '../../core/errors.ts'
import { findFontFault, fontName, fontPath, fontTooLarge, isFontFace, mostFontBytes } from '../../core/font-files.ts'
import {
  type BodyStream,
  endpoint,
  type SiteDocument,
  type SiteRequest,
  type SiteResponse,
} from '../../core/site-document.ts'
import { readStoredSettings, removeFont, storeSettings } from '../../core/stored-settings.ts'
import type { Db } from '../../db/database.ts'
import { changeAccounts } from '../wordpress/user-access.ts'

const show = ({ context: { links } }: SiteRequest, files: readonly FontFile[]): SiteResponse => ({
  body: files.map((file) => ({ face: file.face, bytes: file.bytes.length, url: links.page(fontPath(file)) })),
})

const showStored = async (question: SiteRequest, db: Db): Promise<SiteResponse> =>
  show(question, (await readStoredSettings(db)).fonts)

const faceOf = ({ name }: SiteRequest): FontFace => {
  if (isFontFace(name)) return name
  throw new ApiError('rest_no_route', {
    message: `There is no face "${name}": send regular, bold, italic or bold-italic.`,
  })
}

const tooLarge = (): ApiError => new ApiError('rest_body_too_large', { message: fontTooLarge })

/** Reads a body of bounded length. */
const readBytes = async (stream: BodyStream | undefined): Promise<Buffer> => {
  if (!stream)
    throw new ApiError('rest_upload_no_data', { message: 'No font was sent: send the WOFF2 file as the body.' })
  if (stream.length > mostFontBytes) throw tooLarge()
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of stream.body) {
    length += piece.length
    if (length > mostFontBytes) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const put = async (question: SiteRequest): Promise<SiteResponse> => {
  const name = fontName(faceOf(question))
  const bytes = await readBytes(question.stream)
  const fault = findFontFault(bytes)
  if (fault !== undefined) throw new ApiError('rest_unsupported_media_type', { message: fault })
  return changeAccounts(question, async (db) => {
    await storeSettings(db, new Map([[name, bytes.toString('base64')]]))
    return showStored(question, db)
  })
}

const remove = (question: SiteRequest): Promise<SiteResponse> => {
  const name = fontName(faceOf(question))
  return changeAccounts(question, async (db) => {
    await removeFont(db, name)
    return showStored(question, db)
  })
}

const right = 'administer'

/** The files of the site's own font, for administrators (contract C7). */
export const fontDocuments: readonly SiteDocument[] = [
  {
    path: '/fonts',
    endpoints: [
      endpoint({
        methods: ['GET'],
        params: {},
        right,
        answer: (question) => show(question, question.context.config.fontFiles),
      }),
    ],
  },
  {
    path: '/fonts/{type}',
    pathParam: 'type',
    endpoints: [
      endpoint({ methods: ['PUT'], params: {}, right, takesStream: true, answer: put }),
      endpoint({ methods: ['DELETE'], params: {}, right, answer: remove }),
    ],
  },
]
