import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A unit of systemd: what its lines say, by their keys, and how a test runs it. */
export type Unit = { readonly values: (key: string) => string[]; readonly environment: Record<string, string> }

/** The text of a unit with the Node and the checkout that are here in the places of those it names. */
export const readUnit = (name: string): string =>
  readFileSync(join(root, 'deploy/systemd', name), 'utf8')
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('/opt/kalends', root)

/** Reads a unit; `instance` is what stands behind the @ of its name. */
export const parseUnit = (text: string, instance = ''): Unit => {
  const lines = text.replaceAll('%i', instance).replaceAll('%%', '%').split('\n')
  const values = (key: string): string[] =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
  return { values, environment: Object.fromEntries(values('Environment').map((pair) => pair.split('='))) }
}

/** The words of a command line; quotes keep words together. */
export const wordsOf = (line: string): [string, ...string[]] => {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)
  return words as [string, ...string[]]
}
