import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../src/config.ts'

/** What a Dockerfile says. */
export type Recipe = {
  readonly environment: Environment
  readonly exposed: string
  /** Sources and the place below the working directory; without what comes from another stage. */
  readonly copies: readonly { readonly sources: readonly string[]; readonly target: string }[]
  readonly entry: readonly string[]
  readonly command: readonly string[]
  readonly health: readonly string[]
}

/** Reads the last stage of a Dockerfile, in the forms that ours uses. */
export const readRecipe = (text: string): Recipe => {
  const lines = text.replaceAll(/^#.*\n/gm, '').replaceAll('\\\n', ' ').split('\n')
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const allOf = (name: string) => stage.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  const wordsOf = (name: string): string[] => {
    const [, list = '[]'] = /(\[.*\])$/.exec(allOf(name)[0] ?? '') ?? []
    return JSON.parse(list)
  }
  const own = allOf('COPY').filter((line) => !line.startsWith('--from='))
  return {
    environment: Object.fromEntries(allOf('ENV').flatMap((line) => line.split(' ').map((it) => it.split('=') as [string, string]))),
    exposed: allOf('EXPOSE')[0] ?? '',
    copies: own.map((line) => ({ sources: line.split(' ').slice(0, -1), target: line.split(' ').at(-1) ?? '' })),
    entry: wordsOf('ENTRYPOINT'),
    command: wordsOf('CMD'),
    health: wordsOf('HEALTHCHECK'),
  }
}

/** What is copied has to exist and to be let through; the port is said twice. */
export const findRecipeFaults = (root: string, { copies, environment, exposed }: Recipe, ignored: string): string[] => {
  const let_ = ignored.split('\n').filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const sources = copies.flatMap((copy) => copy.sources)
  return [
    ...sources.filter((it) => !existsSync(join(root, it))).map((it) => `Dockerfile: there is no ${it}`),
    ...sources.filter((it) => !let_.includes(it)).map((it) => `Dockerfile.dockerignore: it keeps ${it} out`),
    ...let_.filter((it) => !sources.includes(it)).map((it) => `Dockerfile.dockerignore: nobody copies ${it}`),
    ...(exposed === environment['KALENDS_PORT'] ? [] : ['Dockerfile: it exposes another port']),
    ...(statSync(root).isDirectory() ? [] : []),
  ]
}
