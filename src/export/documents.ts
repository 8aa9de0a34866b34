import { Readable } from 'node:stream'
import { endpoint, type SiteDocument, type SiteRequest, type SiteResponse } from '../core/site-document.ts'
import { statusList } from '../core/types/lists.ts'
import { dayText } from '../import/option-types.ts'
import { type ExportFormat, exportFormats } from './formats.ts'
import { exportRecords } from './records.ts'

const exportParams = {
  status: { type: statusList },
  since: { type: dayText },
}

const exportBy =
  (format: ExportFormat) =>
  ({ database, context, values }: SiteRequest<typeof exportParams>): SiteResponse => {
    const { type, write, ...own } = exportFormats[format]
    const { status: statuses = own.statuses, since } = values
    const body = Readable.from(write(exportRecords(database, context, { statuses, since })))
    return { body: null, file: { type, name: `calendar.${format}`, body } }
  }

/** The whole calendar as a file, for administrators (contract C4.3). */
export const exportDocuments: readonly SiteDocument[] = (['ndjson', 'csv'] as const).map((format) => ({
  path: `/export.${format}`,
  endpoints: [endpoint({ methods: ['GET'], params: exportParams, right: 'administer', answer: exportBy(format) })],
}))
