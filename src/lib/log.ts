import { type Logger, pino } from 'pino'

/** The levels of the log, the most serious first. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
/** A level of the log. */
export type LogLevel = (typeof logLevels)[number]

/** Writes one JSON line per entry: `log.error({ error }, 'a request failed')`. Nothing secret may be passed to it. */
export type Log = Pick<Logger, Exclude<LogLevel, 'silent'>>

/** Details that never appear in the log, should one be passed to it. */
const secrets = ['password', 'authorization', 'cookie', 'body', 'query', 'headers']

/**
 * Writes to standard error, and waits for it: what `process.stderr` has not yet passed on to a slow reader is lost when the process ends.
 */
export const writeToStandardError = (): ((line: string) => void) => {
  const destination = pino.destination({ dest: process.stderr.fd, sync: true })
  return (line) => void destination.write(line)
}

/**
 * A log that writes entries of `level` and above; errors in the details become their stack. `write` gets each line before the call that
 * logs it returns.
 */
export const createLog = (level: LogLevel, write: (line: string) => void): Log =>
  pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: (error: unknown) => (error instanceof Error ? error.stack : error) },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), remove: true },
    },
    { write },
  )
