/** The command line is wrong; the message explains it. Exit code 64. */
export class UsageError extends Error {}

/** Something in the settings cannot be used: a directory, the database, an address. Exit code 78. */
export class StartError extends Error {}

/** The configured database file belongs to another program, or is not a database. */
export class OtherFileError extends StartError {}

/** The exit code of a command that has done its work, and reports image files on standard error. */
export const doneWithFindings = 2

/** The first line of the message of anything that was thrown, for the operator. */
export const reasonOf = (error: unknown): string => {
  // The message names a file of OpenSSL.
  if (codeOf(error) === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'it does not answer by TLS; try http:// instead of https://.'
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

/** The code of a system error, such as `EACCES`; otherwise the error itself. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error)
