import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { UsageError } from './faults.ts'

/**
 * Reads the words after a command: exactly those that `names` names, and the options.
 * @throws UsageError for a word or an option too many or too few: what is ignored is mostly mistyped.
 */
export const readArguments = <T extends ParseArgsOptionsConfig>(
  command: string,
  args: readonly string[],
  names: readonly string[],
  options: T,
) => {
  const { values, positionals } = parse(args, options)
  if (positionals.length === names.length) return { values, positionals }
  const takes = names.length === 0 ? 'no argument' : names.join(' ')
  throw new UsageError(
    `"${command}" takes ${takes}, not ${positionals.length === 0 ? 'nothing' : positionals.join(' ')}.`,
  )
}

const parse = <T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
