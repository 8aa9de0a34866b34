/** The first line of the message of anything that was thrown, for the operator. */
export const errorText = (error: unknown): string => {
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  if (error instanceof Error && errorCode(error) === 'ENOTFOUND' && 'hostname' in error)
    return `The name ${error.hostname} has no address.`
  // OpenSSL names files of its own, and not what is wrong: a server that answers without TLS.
  return noTls.test(`${errorCode(error)} ${message}`)
    ? 'it does not answer with https; try http:// instead of https://.'
    : message
}

const noTls = /wrong.version.number|packet length too long|http.request|record layer failure/i

/** The code of a system error, such as `EACCES`; otherwise the error itself. */
export const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error)
