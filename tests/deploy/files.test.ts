import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { commands } from '../../src/cli/run.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { type Environment, unknownSettings } from '../../src/settings.ts'
import { environmentsOf, findComposeFaults } from './compose.ts'
import { findKubernetesFaults, settingsOf } from './kubernetes.ts'
import { findRecipeFaults, readRecipe } from './recipe.ts'

const root = join(import.meta.dirname, '../..')

/** The texts of the files below `deploy`, by their path there. */
type Files = Readonly<Record<string, string>>

const readFiles = (): Files => {
  const directory = join(root, 'deploy')
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(paths.map((path) => [path.slice(directory.length + 1), readFileSync(path, 'utf8')]))
}

const findFaults = (files: Files): string[] => {
  const yaml = Object.entries(files).filter(([path]) => path.endsWith('.yaml'))
  const broken = yaml.filter(([, text]) => parseAllDocuments(text).some(({ errors }) => errors.length > 0))
  if (broken.length > 0) return broken.map(([path]) => `${path} is no YAML`)
  const read = (path: string): string => files[path] ?? ''
  const [compose, kubernetes] = [read('compose/compose.yaml'), read('kubernetes/kalends.yaml')]
  const recipe = readRecipe(read('Dockerfile'))
  return [
    ...Object.values(files).flatMap(findNameFaults),
    ...findRecipeFaults(root, recipe, read('Dockerfile.dockerignore')),
    ...findComposeFaults(compose, read('compose/nginx.conf'), recipe.environment),
    ...findKubernetesFaults(kubernetes, recipe.environment),
    ...[...environmentsOf(compose), settingsOf(kubernetes)].flatMap((own) =>
      findSettingFaults({ ...recipe.environment, ...own }),
    ),
  ]
}

/** Settings and commands that do not exist, and images that say from where they come. */
const findNameFaults = (text: string): string[] => {
  const settings = Object.fromEntries([...text.matchAll(/\bKALENDS_\w+/g)].map(([name]) => [name, '']))
  const called = [...text.matchAll(/kalends\.mjs ([a-z]+)/g)].map(([, command = '']) => command)
  const images = [...text.matchAll(/(?:\bimage: |^FROM )(\S+)/gm)].map(([, image = '']) => image)
  return [
    ...unknownSettings(settings).map((name) => `there is no setting ${name}`),
    ...called.filter((name) => name !== 'help' && !(name in commands)).map((name) => `there is no command ${name}`),
    ...images.filter((image) => /^[^/]*[.:][^/]*\//.test(image)).map((image) => `${image} names a registry`),
  ]
}

const findSettingFaults = ({ KALENDS_DATABASE_FILE: _, ...environment }: Environment): string[] => {
  // As the compose file is read where nobody sets a variable.
  const filled = Object.entries(environment).map(([name, value]) => [name, value?.replace(/^\$\{\w+:-(.*)\}$/, '$1')])
  try {
    readConfig(Object.fromEntries(filled))
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return [...error.faults]
  }
}

/** Faults that somebody might make: each has to be noticed (negative controls). */
const mistakes: readonly (readonly [path: string, from: string | RegExp, to: string, noticed: RegExp])[] = [
  ['compose/compose.yaml', 'KALENDS_MEDIA_STORE', 'KALENDS_MEDIASTORE', /no setting KALENDS_MEDIASTORE/],
  [
    'compose/compose.yaml',
    'KALENDS_MEDIA_STORE: database',
    'KALENDS_MEDIA_STORE: shared',
    /^KALENDS_MEDIA_STORE: it must/,
  ],
  ['compose/compose.yaml', 'secrets: [database]', 'secrets: [databse]', /no secret databse/],
  ['compose/compose.yaml', './nginx.conf:', './proxy.conf:', /no \.\/proxy\.conf/],
  ['compose/compose.yaml', 'deploy/Dockerfile', 'Dockerfile', /no Dockerfile/],
  ['compose/compose.yaml', 'PROXIES: 172.30.80.10', 'PROXIES: 172.30.80.9', /trusts another/],
  ['compose/compose.yaml', '/data:uid', '/var/data:uid', /compose: kalends-1: KALENDS_DATA cannot be written/],
  ['compose/compose.yaml', 'image: postgres', 'image: registry.example.org/postgres', /names a registry/],
  ['compose/compose.yaml', 'services:', 'services: [', /is no YAML/],
  ['compose/nginx.conf', 'kalends-2:8080', 'kalends-2:8081', /the proxy asks others/],
  ['compose/nginx.conf', 'listen 8080', 'listen 80', /the proxy listens/],
  ['compose/nginx.conf', 'from 172.30.80.1;', 'from 172.16.0.0/12;', /the proxy believes others/],
  ['compose/compose.yaml', '127.0.0.1:8080:8080', '0.0.0.0:8080:8080', /offered to everybody/],
  ['kubernetes/kalends.yaml', 'mountPath: /run/secrets', 'mountPath: /run/secret', /the secret lies elsewhere/],
  ['kubernetes/kalends.yaml', 'secretName: kalends,', 'secretName: kalender,', /no Secret kalender/],
  ['kubernetes/kalends.yaml', 'claimName: kalends-backup', 'claimName: backup', /no PersistentVolumeClaim backup/],
  ['kubernetes/kalends.yaml', 'containerPort: 8080', 'containerPort: 80', /the container listens/],
  ['kubernetes/kalends.yaml', 'component: server }\n  ports', 'component: backup }\n  ports', /a selector/],
  ['kubernetes/kalends.yaml', 'PROXIES: 10.0.0.0/8', 'PROXIES: 10.0.0.0/80', /^KALENDS_TRUSTED_PROXIES/],
  ['kubernetes/kalends.yaml', 'kalends.mjs backup', 'kalends.mjs save', /no command save/],
  ['systemd/kalends.service', 'KALENDS_DATA', 'KALENDS_DATE', /no setting KALENDS_DATE/],
  ['systemd/postgresql.conf', 'KALENDS_DATABASE_FILE', 'KALENDS_PORT_FILE', /no setting KALENDS_PORT_FILE/],
  ['Dockerfile', 'COPY scripts scripts\n', '', /does not copy scripts/],
  ['Dockerfile', 'COPY bin bin', 'COPY cgi bin', /no cgi/],
  ['Dockerfile', 'EXPOSE 8080', 'EXPOSE 80', /exposes another/],
  ['Dockerfile.dockerignore', '!src', '', /keeps src out/],
  ['README.md', 'kalends.mjs user', 'kalends.mjs person', /no command person/],
]

describe('the files for deployment', () => {
  const files = readFiles()

  it('name what exists, and fit together', () => {
    assert.deepEqual(findFaults(files), [])
  })

  for (const [path, from, to, noticed] of mistakes) {
    it(`would be seen to be wrong with ${JSON.stringify(to)} in ${path} (negative control)`, () => {
      const text = files[path] ?? assert.fail(path)
      const changed = text.replace(from, to)
      assert.notEqual(changed, text)
      assert.match(findFaults({ ...files, [path]: changed })[0] ?? 'nothing', noticed)
    })
  }
})
