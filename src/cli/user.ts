import { hashPassword } from '../accounts/passwords.ts'
import {
  addUser,
  listUsers,
  removeUser,
  renewSecret,
  requireUser,
  setPasswordHash,
  showSecret,
} from '../accounts/users.ts'
import type { Config } from '../config.ts'
import { roles } from '../core/policy.ts'
import type { Db } from '../db/database.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './faults.ts'
import { openDatabase } from './open-database.ts'

/** `kalends user …`; secrets are printed once, as the last line of standard output. */
export const runUserCommand = async (config: Config, args: readonly string[]): Promise<number> => {
  const [action = '', ...rest] = args
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act)
    throw new UsageError(`Usage: kalends user add|list|password|login|remove${action && `; there is no "${action}"`}`)
  const names = action === 'list' ? [] : ['NAME']
  const { values, positionals } = readArguments(`user ${action}`, rest, names, action === 'add' ? addOptions : {})
  // The first user may come before the first start of the server.
  const database = await openDatabase(config, { mustExist: action !== 'add' })
  try {
    if (action === 'login') await requireUser(database, positionals[0] ?? '')
    const login = action === 'login' ? await hashPassword(await readStandardInput()) : ''
    const lines = await database.transact((db) => act(db, positionals[0] ?? '', { ...values, login }))
    for (const line of lines) process.stdout.write(`${line}\n`)
    return 0
  } finally {
    await database.close()
  }
}

const addOptions = { role: { type: 'string' }, email: { type: 'string' } } as const

type Options = { readonly role?: string | undefined; readonly email?: string | undefined; readonly login: string }

const actions: Readonly<Record<string, (db: Db, name: string, options: Options) => Promise<readonly string[]>>> = {
  add: async (db, name, { role, email }) => {
    const known = roles.find((it) => it === role)
    if (!known) throw new UsageError(`--role must be one of ${roles.join(', ')}.`)
    const user = { name, role: known, ...(email === undefined ? {} : { email }) }
    const { id, secret } = await addUser(db, user, Date.now())
    return [
      `Created ${known} ${name} with the id ${id}. The application password is shown only now:`,
      showSecret(secret),
    ]
  },
  list: async (db) => {
    const users = await listUsers(db)
    return users.map(({ id, name, email, role }) => [id, name, role, email].join('\t'))
  },
  password: async (db, name) => [showSecret(await renewSecret(db, name, Date.now()))],
  login: async (db, name, { login }) => {
    await setPasswordHash(db, name, login)
    return [`Set the log-in password of ${name}.`]
  },
  remove: async (db, name) => {
    await removeUser(db, name)
    return [`Removed ${name}. Records keep the author's id.`]
  },
}

const readStandardInput = async (): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
