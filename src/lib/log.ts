/** The levels of the log, the most serious first. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
/** A level of the log. */
export type LogLevel = (typeof logLevels)[number]

/** Writes one JSON line per entry. Nothing secret may be passed to it. */
export type Log = Readonly<
  Record<Exclude<LogLevel, 'silent'>, (message: string, details?: Readonly<Record<string, unknown>>) => void>
>

/** A log that writes entries of `level` and above; errors in the details become their stack. */
export const createLog = (level: LogLevel, write: (line: string) => void): Log => {
  const limit = logLevels.indexOf(level)
  const entry =
    (own: LogLevel) =>
    (message: string, details: Readonly<Record<string, unknown>> = {}): void => {
      if (logLevels.indexOf(own) > limit) return
      const shown = Object.entries(details).map(([name, value]) => [name, value instanceof Error ? value.stack : value])
      write(
        `${JSON.stringify({ time: new Date().toISOString(), level: own, message, ...Object.fromEntries(shown) })}\n`,
      )
    }
  return { error: entry('error'), warn: entry('warn'), info: entry('info'), debug: entry('debug') }
}
