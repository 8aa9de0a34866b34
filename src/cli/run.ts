import { readFileSync } from 'node:fs'
import { UserError } from '../accounts/users.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { sqliteDialect } from '../db/dialects/sqlite.ts'
import { errorCode, errorText } from '../lib/error-text.ts'
import type { Environment } from '../settings.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import { copy } from './copy.ts'
import { exportCalendar } from './export.ts'
import { StartError, UsageError } from './faults.ts'
import { importEvents } from './import.ts'
import { restore } from './restore.ts'
import { serve } from './serve.ts'
import { runSourceCommand } from './source.ts'
import { reportTranslations } from './translations.ts'
import { runUserCommand } from './user.ts'

/** Exit codes as sysexits.h names them: 64 wrong usage, 78 a fault in the configuration. */
const exitCodes = { usage: 64, config: 78 } as const

/** A command: its arguments as the help prints them, and what it does. */
type Command = {
  readonly usage: string
  readonly description: string
  readonly run: (config: Config, args: readonly string[]) => Promise<number>
}

/** Every command; `docs/commands.md` must name each. */
export const commands: Readonly<Record<string, Command>> = {
  serve: { usage: 'serve', description: 'Run the server until it gets a signal to stop.', run: serve },
  user: {
    usage:
      'user add NAME --role ROLE [--email ADDRESS] | list | role NAME --role ROLE | password NAME | login NAME | reset NAME | remove-factor NAME | remove NAME [--reassign NAME]',
    description:
      'Manage users. `role` changes the role; `password` replaces all application passwords with a new one; `login` sets the password for browser log-ins from standard input; `reset` prints a link with which the user chooses it; `remove --reassign` gives the records to another user.',
    run: runUserCommand,
  },
  import: {
    usage:
      'import FILE|URL [--dry-run] [--update] [--format FORMAT] [--source NAME] [--status STATUS] [--category NAME] [--author NAME] [--since DATE] [--images copy|no] [--timezone ZONE] [--map FIELD=COLUMN,…] [--credentials-file FILE] [--keep-ids] [--verify] [--report FILE]',
    description:
      'Bring the events of a file or an address into the calendar: iCalendar, CSV, a WordPress export, NDJSON, or a live site of The Events Calendar or Kalends. What was imported before is found again. `--keep-ids` takes an export of Kalends or WordPress, or a live site, over into an empty calendar, with all ids.',
    run: importEvents,
  },
  export: {
    usage: 'export FILE [--status STATUS,…] [--since DATE] [--force]',
    description:
      'Write the whole calendar to a file, as NDJSON (.ndjson), or its events as iCalendar (.ics) or CSV (.csv); the server may run. `--force` overwrites a file.',
    run: exportCalendar,
  },
  source: {
    usage:
      'source add URL [--every 1h] [--name NAME] [--category NAME] [--status STATUS] [--timezone ZONE] [--images copy|no] [--map FIELD=COLUMN,…] [--vanished keep|cancel|cancel_then_trash|trash] | list | run ID | confirm ID | log ID | remove ID',
    description:
      'Calendars that the server reads again at an interval. `run` reads one at once; `confirm` does although most of its events are gone.',
    run: runSourceCommand,
  },
  backup: {
    usage: 'backup FILE [--keep DAYS]',
    description:
      'Write a consistent copy of the database and the images; the server may run. --keep removes old backups first.',
    run: backup,
  },
  restore: {
    usage: 'restore FILE',
    description: 'Restore a backup into the configured database, which must be empty.',
    run: restore,
  },
  copy: {
    usage: 'copy FROM TO',
    description: 'Copy a calendar into another, empty database: sqlite:PATH or postgres://…; stop the server first.',
    run: copy,
  },
  check: {
    usage: 'check [--repair] [--move-images]',
    description:
      'Check the database and the image files; print one line for each problem. --repair removes files without an image and rebuilds derived tables; --move-images moves all images to the configured store.',
    run: check,
  },
  translations: {
    usage: 'translations [--check]',
    description: 'List missing and unused texts of each language; with --check, exit with 1 if there are any.',
    run: reportTranslations,
  },
}

/** Runs a command line; returns the exit code. Each error is one line on standard error. */
export const runCommand = async (args: readonly string[], environment: Environment): Promise<number> => {
  const [name = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(name)) return printHelp()
  if (['version', '--version', '-v'].includes(name)) return printVersion()
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (!command) throw new UsageError(`There is no command ${name}. Run "kalends help" for the list.`)
    return await command.run(readConfig(environment), rest)
  } catch (error) {
    return explain(error)
  }
}

const printHelp = (): number => {
  const lines = Object.values(commands).map(({ usage, description }) => `  kalends ${usage}\n      ${description}`)
  process.stdout.write(
    `Kalends, an event calendar server.\n\n${lines.join('\n')}\n\nSettings are read from the environment: see docs/settings.md.\n`,
  )
  return 0
}

/** The version of the program, as `package.json` names it: beside `src` in a clone, and beside `dist` in a package. */
const printVersion = (): number => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`kalends ${version}, Node ${process.versions.node}\n`)
  return 0
}

/** What helps where the database has no space left: a command that is repeated goes on where it was. */
const remedyOf = (error: unknown): string =>
  sqliteDialect.isFull(error) || ['ENOSPC', '53100'].includes(String(errorCode(error)))
    ? '. The disk of the database (KALENDS_DATA, or that of PostgreSQL) has no space left. What was written before is kept: make room, and repeat the command.'
    : ''

const explain = (error: unknown): number => {
  const print = (line: string): void => void process.stderr.write(`kalends: ${line.replaceAll(/\s+/g, ' ')}\n`)
  if (error instanceof ConfigError) {
    for (const fault of error.faults) print(fault)
    return exitCodes.config
  }
  if (error instanceof UsageError || error instanceof StartError) {
    print(error.message)
    return error instanceof UsageError ? exitCodes.usage : exitCodes.config
  }
  print(error instanceof UserError ? error.message : `the command failed: ${errorText(error)}${remedyOf(error)}`)
  return 1
}
