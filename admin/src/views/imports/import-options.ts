/** What is asked of the records of a file or a source; '' leaves it to them, or to the site. */
export type RecordOptions = {
  /** The status of all events. */
  readonly status: string
  /** The name of a category that all events get. */
  readonly category: string
  readonly images: string
  /** The time zone of times that name none. */
  readonly timezone: string
}

/** What is asked of an import. */
export type ImportOptions = RecordOptions & {
  /** Whether records that were imported before take over what has changed. */
  readonly update: boolean
  /** Of CSV: the column of the file for a field. */
  readonly map: Readonly<Record<string, string>>
}

export const usualOptions: RecordOptions = { status: '', category: '', images: '', timezone: '' }
