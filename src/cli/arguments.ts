import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { errorCode, errorText } from '../lib/error-text.ts'
import { UsageError } from './faults.ts'

/** The options of a command; those that it does not work without are `isRequired`. */
type Options = Readonly<Record<string, ParseArgsOptionsConfig[string] & { readonly isRequired?: true }>>

/**
 * Reads the arguments of a command: exactly those listed in `names`, and the options.
 * @throws UsageError for a missing or unexpected argument or option: it is usually a typing error, and must not be ignored.
 */
export const readArguments = <T extends Options>(
  command: string,
  args: readonly string[],
  names: readonly string[],
  options: T,
) => {
  const { values, positionals } = parse(command, args, options)
  const [extra] = positionals.slice(names.length)
  // It is usually a shell variable that was never set.
  const empty = names[positionals.indexOf('')]
  if (positionals.length === names.length && empty === undefined) return { values, positionals }
  const reason =
    extra !== undefined ? `Unexpected argument "${extra}". ` : empty !== undefined ? `${empty} is empty. ` : ''
  const usage = [`kalends ${command}`, ...names, ...Object.entries(options).map(showOption)].join(' ')
  throw new UsageError(`${reason}Usage: ${usage}`)
}

const showOption = ([name, { type, isRequired }]: [string, Options[string]]): string => {
  const option = type === 'string' ? `--${name} ${name.toUpperCase()}` : `--${name}`
  return isRequired ? option : `[${option}]`
}

const parse = <T extends Options>(command: string, args: readonly string[], options: T) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (errorCode(error) !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(errorText(error))
    const known = Object.keys(options).map((name) => `--${name}`)
    const unknown = /'(-[^']*)'/.exec(errorText(error))?.[1]
    const has = known.length === 0 ? 'no options' : `the options ${known.join(', ')}`
    throw new UsageError(`Unknown option ${unknown}: "${command}" has ${has}. Settings are read from the environment.`)
  }
}
