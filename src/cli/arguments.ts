import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { codeOf, reasonOf, UsageError } from './faults.ts'

/**
 * Reads the arguments of a command: exactly those listed in `names`, and the options.
 * @throws UsageError for a missing or unexpected argument or option: it is usually a typing error, and must not be ignored.
 */
export const readArguments = <T extends ParseArgsOptionsConfig>(
  command: string,
  args: readonly string[],
  names: readonly string[],
  options: T,
) => {
  const { values, positionals } = parse(command, args, options)
  // An empty argument is usually a shell variable that was never set.
  if (positionals.length === names.length && !positionals.includes('')) return { values, positionals }
  const usage = [`kalends ${command}`, ...names, ...Object.entries(options).map(showOption)].join(' ')
  const extra = positionals.slice(names.length)
  throw new UsageError(extra.length > 0 ? `Unexpected argument "${extra[0]}". Usage: ${usage}` : `Usage: ${usage}`)
}

const showOption = ([name, { type }]: [string, ParseArgsOptionsConfig[string]]): string =>
  type === 'string' ? `[--${name} ${name.toUpperCase()}]` : `[--${name}]`

const parse = <T extends ParseArgsOptionsConfig>(command: string, args: readonly string[], options: T) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (codeOf(error) !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(reasonOf(error))
    const known = Object.keys(options).map((name) => `--${name}`)
    const unknown = /'(-[^']*)'/.exec(reasonOf(error))?.[1]
    const has = known.length === 0 ? 'no options' : `the options ${known.join(', ')}`
    throw new UsageError(`Unknown option ${unknown}: "${command}" has ${has}. Settings are read from the environment.`)
  }
}
