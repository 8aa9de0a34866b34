import { UserError } from '../../accounts/users.ts'

/** Something of a line that no export has written. */
export class KeptFault extends Error {}

/** What is wrong with a line of an export, and which line that is. */
export class LineFault extends UserError {
  readonly line: number
  readonly reason: string

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason} Nothing was imported.`)
    this.line = line
    this.reason = reason
  }
}

/**
 * Does something with a line.
 * @throws LineFault for a KeptFault.
 */
export const atLine = <T>(line: number, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof KeptFault ? new LineFault(line, error.message) : error
  }
}

/** A value of a file as a message shows it. */
export const quote = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
