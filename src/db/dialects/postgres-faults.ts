import pg from 'pg'

/** The code of an error of the server, of the system or of the driver; empty for one without. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** What helps against a fault, by its code or its words. */
const remedies: readonly (readonly [when: RegExp, remedy: string])[] = [
  [
    /unsupported startup parameter:? (?:in options|options)/,
    'A pooler without prepared statements needs KALENDS_PREPARED_STATEMENTS=off.',
  ],
  [
    /unsupported startup parameter/,
    'PgBouncer needs ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout.',
  ],
  [
    /prepared statement/,
    'A pooler in transaction mode without prepared statements needs KALENDS_PREPARED_STATEMENTS=off.',
  ],
  [/^53300 /, 'Each process needs nine connections: raise max_connections or the limit of the role, or start fewer.'],
  [/no encryption/, 'The server takes connections with TLS only: sslmode=require in KALENDS_DATABASE.'],
  [/^25006 /, 'It is a standby or is set to be read only: KALENDS_DATABASE has to name the primary.'],
  [
    /does not support SSL/,
    'sslmode in KALENDS_DATABASE (or PGSSLMODE) requires TLS: turn ssl on in the server, or use sslmode=prefer.',
  ],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+) /,
    'The certificate of the server is not trusted: name the file of its authority with sslrootcert=FILE in KALENDS_DATABASE.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID /,
    'The certificate of the server is for another name than the host of KALENDS_DATABASE.',
  ],
  [/^ENOENT|^EACCES/, 'A file that KALENDS_DATABASE names (sslrootcert, sslcert, sslkey) or a socket cannot be read.'],
]

/**
 * Explains in one line why a database of PostgreSQL cannot be used, in the words of the server, with what helps. It has no password, and no address but
 * what the server itself says of it.
 */
export const explainPostgres = (error: unknown, { isUnavailable, hasPassword }: ExplainOptions): string => {
  const code = errorCode(error)
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  if (!hasPassword && /password must be|^SASL|"data" argument/.test(message))
    return 'PostgreSQL asks for a password, and KALENDS_DATABASE has none: postgres://USER:PASSWORD@HOST:PORT/DATABASE.'
  const [, remedy] = remedies.find(([when]) => when.test(`${code} ${message}`)) ?? []
  const isServers = error instanceof pg.DatabaseError
  const words = isServers ? ` It says: ${message}.` : ''
  return `${summaryOf(code, message, isUnavailable)}${words}${remedy === undefined ? '' : ` ${remedy}`}`
}

type ExplainOptions = {
  /** Whether another attempt may succeed. */
  readonly isUnavailable: boolean
  readonly hasPassword: boolean
}

const summaryOf = (code: string, message: string, isUnavailable: boolean): string => {
  if (/^28/.test(code)) return 'PostgreSQL refuses the user name or the password.'
  if (code === '3D000') return 'PostgreSQL has no such database.'
  if (isUnavailable) return `PostgreSQL cannot be reached (${code || 'timeout'}).`
  return code === '' ? message : `PostgreSQL fails (${code}).`
}
