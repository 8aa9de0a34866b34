import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../src/settings.ts'
import { administer } from '../durability/on-postgres.ts'
import { asServer, newDirectory, type Result, type Server, startProcess } from './program.ts'

/** A database, as blocks of commands name those that are for one of them. */
export type Kind = 'sqlite' | 'postgres'

/** Follows `docs/upgrade.md` on a calendar. */
export type Drill = {
  /** The servers that run. */
  readonly servers: Server[]
  /** Runs a line of a shell, which must succeed. */
  readonly execute: (line: string) => Promise<void>
  /** Runs all commands of a section. */
  readonly follow: (section: string) => Promise<void>
  /** Runs the program of a release, whichever is the one that serves. */
  readonly runRelease: (release: 'OLD' | 'NEW', args: readonly string[]) => Promise<Result>
  /** The file that the page calls `$BACKUP`. */
  readonly backup: string
}

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/upgrade.md'), 'utf8')

/** The commands of each section, for one of the databases. */
export const readPage = (kind: Kind): ReadonlyMap<string, readonly string[]> =>
  new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const blocks = [...section.matchAll(/^```sh ?(\w*)\n([\s\S]*?)^```$/gm)]
        const lines = blocks.flatMap(([, label, text = '']) => (label && label !== kind ? [] : text.trim().split('\n')))
        return [section.split('\n')[0] ?? '', lines]
      }),
  )

/** A directory that is installed like a release. */
const makeRelease = (...options: readonly string[]): string => {
  const release = newDirectory()
  mkdirSync(join(release, 'bin'))
  const words = [process.execPath, ...options, join(root, 'src/main.ts')].map((word) => `'${word}'`)
  writeFileSync(join(release, 'bin/kalends'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
  return release
}

const releases = { OLD: makeRelease(), NEW: makeRelease('--import', join(import.meta.dirname, 'next-release.ts')) }

/** The program starts faster from what it has compiled before, as an installed one does. */
const cache = newDirectory()

/** Stands before a calendar with so many servers, of which none runs; the address of PostgreSQL is that of its owner. */
export const prepareDrill = (kind: Kind, count: number, settings: Environment, postgres: string): Drill => {
  const [link, backups] = [join(newDirectory(), 'kalends'), newDirectory()]
  const backup = join(backups, 'calendar.sqlite')
  symlinkSync(releases.OLD, link)
  const environment = {
    ...settings,
    ...releases,
    NODE_COMPILE_CACHE: cache,
    PATH: `${link}/bin:${process.env['PATH']}`,
    KALENDS: link,
    BACKUP: backup,
    BEFORE: join(backups, 'before-upgrade.sqlite'),
    KALENDS_PUBLIC_URL: 'http://calendar.test',
    KALENDS_PORT: '0',
  }
  const servers: Server[] = []
  const start = async (): Promise<void> => {
    const started = Array.from({ length: count }, () => startProcess(join(link, 'bin/kalends'), ['serve'], environment))
    servers.push(...(await Promise.all(started.map(asServer))))
  }
  const stop = async (): Promise<void> => {
    for (const server of servers.splice(0)) await server.stop()
  }
  const execute = async (line: string, aside = ''): Promise<void> => {
    // What is not of Kalends is not on every machine.
    const statement = /^psql "\$POSTGRES" --command "(.*)"$/.exec(line)?.[1]
    if (line === 'systemctl start kalends') await start()
    else if (line === 'systemctl stop kalends') await stop()
    else if (statement !== undefined) await administer(postgres, statement)
    else {
      const { code, stdout, stderr } = await startProcess('sh', ['-c', line], { ...environment, ASIDE: aside }).ended
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`)
    }
  }
  const commands = readPage(kind)
  return {
    servers,
    execute,
    follow: async (section) => {
      const aside = newDirectory()
      for (const line of commands.get(section) ?? assert.fail(section)) await execute(line, aside)
    },
    runRelease: (release, args) => startProcess(join(releases[release], 'bin/kalends'), args, environment).ended,
    backup,
  }
}
