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
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  if (error instanceof Error && codeOf(error) === 'ENOTFOUND' && 'hostname' in error)
    return `The name ${error.hostname} has no address.`
  // OpenSSL names files of its own, and not what is wrong: a server that answers without TLS.
  return noTls.test(`${codeOf(error)} ${message}`)
    ? 'it does not answer with https; try http:// instead of https://.'
    : message
}

const noTls = /wrong.version.number|packet length too long|http.request|record layer failure/i

/** The code of a system error, such as `EACCES`; otherwise the error itself. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error)
