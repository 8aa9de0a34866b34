import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What a Dockerfile says. */
export type Recipe = {
  readonly environment: Readonly<Record<string, string>>
  readonly exposed: string
  /** Without what comes from another stage; targets are below the working directory. */
  readonly copies: readonly { readonly sources: readonly string[]; readonly target: string }[]
  readonly entry: readonly string[]
  readonly command: readonly string[]
  readonly health: readonly string[]
}

/** Reads the last stage of a Dockerfile, in the forms that ours uses. */
export const readRecipe = (text: string): Recipe => {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const allOf = (name: string): string[] =>
    stage.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  const listOf = (name: string): string[] => JSON.parse(/\[.*\]$/.exec(allOf(name)[0] ?? '')?.[0] ?? '[]')
  const copied = allOf('COPY').filter((line) => !line.startsWith('--from='))
  return {
    environment: Object.fromEntries(allOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')))),
    exposed: allOf('EXPOSE')[0] ?? '',
    copies: copied.map((line) => ({ sources: line.split(' ').slice(0, -1), target: line.split(' ').at(-1) ?? '' })),
    entry: listOf('ENTRYPOINT'),
    command: listOf('CMD'),
    health: listOf('HEALTHCHECK'),
  }
}

/** What is copied has to exist below `root`, and to be let through; the port is said twice. */
export const findRecipeFaults = (root: string, { copies, environment, exposed }: Recipe, ignored: string): string[] => {
  const admitted = ignored.split('\n').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  const sources = [...new Set(copies.flatMap((copy) => copy.sources))]
  return [
    ...sources.filter((path) => !existsSync(join(root, path))).map((path) => `Dockerfile: there is no ${path}`),
    ...sources
      .filter((path) => !admitted.includes(path))
      .map((path) => `Dockerfile.dockerignore: it keeps ${path} out`),
    ...admitted.filter((path) => !sources.includes(path)).map((path) => `Dockerfile: it does not copy ${path}`),
    ...(exposed === environment['KALENDS_PORT'] ? [] : ['Dockerfile: it exposes another port']),
  ]
}
