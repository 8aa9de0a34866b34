import { listUsers, UserError } from '../accounts/users.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../core/errors.ts'
import type { Database } from '../db/database.ts'
import { vanishedWays } from '../db/schema.ts'
import { nameSource } from '../import/read/open-source.ts'
import { readMap } from '../import/run/options.ts'
import {
  addSource,
  changeSource,
  dueAtOnce,
  intervals,
  readInterval,
  removeSource,
  requireSource,
} from '../import/run/sources/stored.ts'
import { shownUrl, withoutWebcal } from '../lib/url.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './faults.ts'
import { checkCommonOptions, checkWord } from './import-options.ts'
import { openDatabase } from './open-database.ts'

const text = { type: 'string' } as const

const addOptions = {
  every: text,
  name: text,
  category: text,
  status: text,
  timezone: text,
  images: text,
  map: text,
  vanished: text,
} as const

type Action = (database: Database, args: readonly string[]) => Promise<void>

/** `kalends source …`: calendars that the server reads again at an interval. */
export const runSourceCommand = async (config: Config, args: readonly string[]): Promise<number> => {
  const [name = '', ...rest] = args
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action)
    throw new UsageError(`Usage: kalends source ${Object.keys(actions).join('|')}${name && `; there is no "${name}"`}`)
  const database = await openDatabase(config, { mustExist: true })
  try {
    await action(database, rest)
    return 0
  } catch (error) {
    throw error instanceof ApiError ? new UserError(error.message) : error
  } finally {
    await database.close()
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const add: Action = async (database, args) => {
  const { values, positionals } = readArguments('source add', args, ['URL'], addOptions)
  const url = withoutWebcal((positionals[0] ?? '').trim())
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError(`${url} is no address of http, https or webcal.`)
  const { status, category, timezone, images, name = nameSource(url), vanished = 'cancel_then_trash' } = values
  const every = readInterval(values.every ?? '1h')
  if (every === undefined || every < intervals.shortest || every > intervals.longest)
    throw new UsageError(`--every ${values.every}: it must be a time from 60s to 30d, such as 30m, 1h or 1d.`)
  checkWord('vanished', vanished, vanishedWays)
  checkCommonOptions(values)
  const map = values.map === undefined ? undefined : readMap(values.map)
  const admin = (await listUsers(database)).find(({ role }) => role === 'administrator')
  if (!admin) throw new UserError('There is no administrator yet, as whom it would be read.')
  const options = JSON.stringify({ status, category, timezone, images, map })
  const way = vanishedWays.find((one) => one === vanished) ?? 'cancel_then_trash'
  const row = { user_id: admin.id, url, name, every, options, vanished: way }
  const added = await database.transact((db) => addSource(db, row, Date.now()))
  print(`Source ${added.id} is read by the server at once, and then every ${every} seconds.`)
}

const list: Action = async (database, args) => {
  readArguments('source list', args, [], {})
  for (const source of await database.kysely.selectFrom('source').selectAll().orderBy('id').execute())
    print(
      [
        source.id,
        source.state,
        `every ${source.every} s`,
        `next ${source.next_utc} UTC`,
        shownUrl(source.url),
        source.message,
      ].join('\t'),
    )
}

/** Makes an action on one source. */
const actOn =
  (command: string, act: (database: Database, id: number) => Promise<void>): Action =>
  async (database, args) => {
    const { positionals } = readArguments(`source ${command}`, args, ['ID'], {})
    const sent = positionals[0] ?? ''
    if (!/^\d+$/.test(sent)) throw new UsageError(`${sent} is no id of a source; kalends source list prints them.`)
    const { id } = await requireSource(database, Number(sent))
    await act(database, id)
  }

const reading = (command: string, isConfirmed: boolean, done: string): Action =>
  actOn(command, async (database, id) => {
    await database.transact(async (db) =>
      changeSource(db, id, dueAtOnce(await requireSource(db, id), Date.now(), isConfirmed)),
    )
    print(`Source ${id} ${done}.`)
  })

const log = actOn('log', async (database, id) => {
  const runs = database.kysely.selectFrom('import').selectAll().where('source_id', '=', id).orderBy('id', 'desc')
  for (const run of await runs.limit(20).execute()) print([run.started_utc ?? '', run.state, run.message].join('\t'))
})

const remove = actOn('remove', async (database, id) => {
  await database.transact((db) => removeSource(db, id))
  print(`Source ${id} was removed; its events stay.`)
})

const actions: Readonly<Record<string, Action>> = {
  add,
  list,
  run: reading('run', false, 'is read by the server at once'),
  confirm: reading('confirm', true, 'is read at once, although most of its events are gone'),
  log,
  remove,
}
