import { addressOfLink, createResetLink } from '../accounts/links.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { hasSecondFactor, resetSecondFactor } from '../accounts/second-factor.ts'
import { showSecret } from '../accounts/secrets.ts'
import {
  addUser,
  listUsers,
  removeUser,
  renewSecret,
  requireUser,
  setPasswordHash,
  setRole,
  UserError,
} from '../accounts/users.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type Role, roles } from '../db/schema.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './faults.ts'
import { openDatabase } from './open-database.ts'

/** `kalends user …`; secrets are printed once, as the last line of standard output. */
export const runUserCommand = async (config: Config, args: readonly string[]): Promise<number> => {
  const [action = '', ...rest] = args
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act)
    throw new UsageError(
      `Usage: kalends user add|list|role|password|login|reset|remove-factor|remove${action && `; there is no "${action}"`}`,
    )
  const names = action === 'list' ? [] : ['NAME']
  const { values, positionals } = readArguments(`user ${action}`, rest, names, options[action] ?? {})
  // The first user may come before the first start of the server.
  const database = await openDatabase(config, { mustExist: action !== 'add' })
  try {
    if (action === 'login') await requireUser(database, positionals[0] ?? '')
    const login = action === 'login' ? await hashPassword(await readStandardInput()) : ''
    const lines = await database.transact((db) =>
      act(db, positionals[0] ?? '', { ...values, login, publicUrl: config.publicUrl }),
    )
    for (const line of lines) process.stdout.write(`${line}\n`)
    return 0
  } finally {
    await database.close()
  }
}

type StringOptions = Readonly<Record<string, { readonly type: 'string'; readonly isRequired?: true }>>

/** The options of the commands that have some. */
const options: Readonly<Record<string, StringOptions>> = {
  add: { role: { type: 'string', isRequired: true }, email: { type: 'string' } },
  role: { role: { type: 'string', isRequired: true } },
  remove: { reassign: { type: 'string' } },
}

type Options = { readonly [name in 'role' | 'email' | 'reassign']?: string | undefined } & {
  readonly login: string
  readonly publicUrl: string
}

/** @throws UsageError for an unknown role. */
const requireRole = (name: string | undefined): Role => {
  const known = roles.find((role) => role === name)
  if (known) return known
  const given = name === undefined ? '--role is missing' : `--role ${name}`
  throw new UsageError(`${given}: it must be one of ${roles.join(', ')}.`)
}

const actions: Readonly<Record<string, (db: Db, name: string, options: Options) => Promise<readonly string[]>>> = {
  add: async (db, name, { role, email }) => {
    const known = requireRole(role)
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
  role: async (db, name, { role }) => {
    const known = requireRole(role)
    await setRole(db, await requireUser(db, name), known)
    return [`${name} is ${known} now.`]
  },
  password: async (db, name) => [showSecret(await renewSecret(db, name, Date.now()))],
  login: async (db, name, { login }) => {
    await setPasswordHash(db, name, login)
    return [`Set the log-in password of ${name}.`]
  },
  reset: async (db, name, { publicUrl }) => {
    const { id } = await requireUser(db, name)
    const token = await createResetLink(db, id, Date.now())
    return [`With this link ${name} can choose a password, once:`, addressOfLink(publicUrl, token)]
  },
  'remove-factor': async (db, name) => {
    const user = await requireUser(db, name)
    if (!(await hasSecondFactor(db, user.id))) throw new UserError(`${name} has no second factor.`)
    await resetSecondFactor(db, user, 0, Date.now())
    return [`Removed the second factor of ${name}, and ended the sessions.`]
  },
  remove: async (db, name, { reassign }) => {
    const user = await requireUser(db, name)
    const heir = reassign === undefined ? undefined : await requireUser(db, reassign)
    if (heir?.id === user.id) throw new UsageError('--reassign must name another user.')
    await removeUser(db, user, heir?.id)
    return [heir ? `Removed ${name}. Records went to ${heir.name}.` : `Removed ${name}. Records keep the author's id.`]
  },
}

const readStandardInput = async (): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
