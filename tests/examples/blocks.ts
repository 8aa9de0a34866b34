import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of the project. */
export const root = join(import.meta.dirname, '../..')

/** The fenced blocks of a page in one language, in their order. */
export const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => String(block))

/** Reads a page of the project. */
export const readPage = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The examples of a page, with the address and the password of a server in the place of those that readers replace. */
export const fillIn = (block: string, server: { readonly address: string; readonly secret: string }): string =>
  block.replaceAll('http://127.0.0.1:8080', server.address).replaceAll('PASSWORD', server.secret)

/**
 * A shell that runs the commands of readers in an empty directory: `npm run` and `kalends` are the programs of this tree, and a request
 * that is answered with an error ends the script. Each answer ends its line.
 */
export const shellScript = (commands: string): string => `set -eu
npm() {
  case "$1" in start | test) return ;; esac
  script=$3
  shift 4
  if [ "$script" = kalends ]; then kalends "$@"; else "$NODE" "$ROOT/scripts/$script.mjs" "$@"; fi
}
kalends() { "$NODE" "$ROOT/src/main.ts" "$@"; }
curl() { command curl --silent --show-error --fail-with-body "$@" && echo; }
${commands}`

/** Why a program cannot be used on this machine, or false. */
export const lacks = (program: string, ...args: readonly string[]): string | false => {
  const { status, error } = spawnSync(program, args, { stdio: 'ignore' })
  return !error && status === 0 ? false : `this machine has no ${program} that takes ${args.join(' ')}`
}

/** The names and types in a value, without its values: what a sample answer promises. */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)])
}
