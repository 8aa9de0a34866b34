/** The command line was wrong; the message says how it should be. Exit code 64. */
export class UsageError extends Error {}

/** Something that the settings name cannot be used: a directory, the database, an address. Exit code 78. */
export class StartError extends Error {}

/** The file that the settings name as the database belongs to another program, or is not a database. */
export class OtherFileError extends StartError {}

/** What the operator reads of anything that was thrown: the first line of its message. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

/** The code of a fault of the system, such as `EACCES`; else the fault itself. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error)
