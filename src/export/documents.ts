import { Readable } from 'node:stream'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../core/site-document.ts'
import { statusList } from '../core/types.ts'
import { dayText } from '../import/run/options.ts'
import { memberNames } from '../lib/json.ts'
import { type ExportFormat, exportFormats, writeExport } from './formats.ts'

const exportParams = {
  status: { type: statusList },
  since: { type: dayText },
}

const exportBy =
  (format: ExportFormat) =>
  ({ database, context, values }: SiteRequest<typeof exportParams>): SiteResponse => {
    const { type } = exportFormats[format]
    const { status: statuses, since } = values
    const body = Readable.from(writeExport(format, database, context.config, { ...(statuses && { statuses }), since }))
    return { body: null, file: { type, name: `calendar.${format}`, body } }
  }

/** The whole calendar as a file, for administrators (contract C4.3). */
export const exportDocuments: readonly SiteDocument[] = memberNames(exportFormats).map((format) => ({
  path: `/export.${format}`,
  endpoints: [endpoint({ methods: ['GET'], params: exportParams, right: 'administer', answer: exportBy(format) })],
}))
