import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { commands } from '../../src/cli/run.ts'
import { ConfigError, type Environment, readConfig, unknownSettings } from '../../src/config.ts'
import { findRecipeFaults, readRecipe } from './recipe.ts'

/** The root of the project. */
export const root = join(import.meta.dirname, '../..')

/** The texts of the files below `deploy`, by their path there. */
export type Files = Readonly<Record<string, string>>

/** Reads them. */
export const readFiles = (): Files => {
  const deploy = join(root, 'deploy')
  const entries = readdirSync(deploy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(deploy.length + 1))
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(deploy, path), 'utf8')]))
}

/** What is wrong with the files, as far as it can be told without the programs that read them. */
export const findFaults = (files: Files): string[] => {
  const broken = Object.entries(files).filter(([path, text]) => path.endsWith('.yaml') && !isYaml(text))
  if (broken.length > 0) return broken.map(([path]) => `${path}: it is no YAML`)
  const faults = Object.entries(files).flatMap(([path, text]) => findNameFaults(text).map((it) => `${path}: ${it}`))
  const recipe = readRecipe(files['Dockerfile'] ?? '')
  return [
    ...faults,
    ...findRecipeFaults(root, recipe, files['Dockerfile.dockerignore'] ?? ''),
    ...findComposeFaults(files, recipe.environment),
    ...findKubernetesFaults(files, recipe.environment),
  ]
}

const isYaml = (text: string): boolean => parseAllDocuments(text).every(({ errors }) => errors.length === 0)

/** Settings, commands and images by names that do not exist, or that say from where an image is taken. */
const findNameFaults = (text: string): string[] => {
  const names = Object.fromEntries([...text.matchAll(/\bKALENDS_\w+/g)].map(([name]) => [name, '']))
  const called = [...text.matchAll(/kalends\.mjs ([a-z]+)/g)].map(([, command = '']) => command)
  const images = [...text.matchAll(/(?:\bimage: |^FROM )(\S+)/gm)].map(([, image = '']) => image)
  return [
    ...unknownSettings(names).map((name) => `there is no setting ${name}`),
    ...called.filter((name) => name !== 'help' && !(name in commands)).map((name) => `there is no command ${name}`),
    ...images.filter((image) => /^[^/]*[.:][^/]*\//.test(image)).map((image) => `${image} names a registry`),
  ]
}

/** The settings of a file beside those of the image: faults, and the address of the database from a file of another host. */
const findSettingFaults = (path: string, own: Environment, image: Environment): string[] => {
  const { KALENDS_DATABASE_FILE: _, ...environment } = { ...image, ...own }
  const filled = Object.entries(environment).map(([name, value]) => [name, value?.replace(/^\$\{\w+:-(.*)\}$/, '$1')])
  try {
    readConfig(Object.fromEntries(filled))
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.faults.map((fault) => `${path}: ${fault}`) : [String(error)]
  }
}

type Service = {
  readonly environment?: Environment
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly ports?: readonly string[]
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly networks?: { readonly inside?: { readonly ipv4_address: string } }
}

const findComposeFaults = (files: Files, image: Environment): string[] => {
  const path = 'compose/compose.yaml'
  const { services, secrets, volumes } = parse(files[path] ?? '', { merge: true }) as {
    services: Record<string, Service>
    secrets: object
    volumes: object
  }
  const nginx = files['compose/nginx.conf'] ?? ''
  const listens = /listen (\d+);/.exec(nginx)?.[1]
  const asked = [...nginx.matchAll(/server ([\w-]+):(\d+) /g)]
  const fault = (isRight: unknown, text: string): string[] => (isRight ? [] : [`${path}: ${text}`])
  const ofService = ([name, it]: [string, Service]): string[] => [
    ...(it.secrets ?? []).flatMap((secret) => fault(secret in secrets, `${name}: there is no secret ${secret}`)),
    ...(it.volumes ?? []).flatMap((volume) => {
      const source = volume.split(':')[0] ?? ''
      const isThere = source.startsWith('./') ? source === './backups' || join('compose', source) in files : source in volumes
      return fault(isThere, `${name}: there is no ${source}`)
    }),
    ...(it.build === undefined
      ? []
      : [
          ...findSettingFaults(`${path}: ${name}`, it.environment ?? {}, image),
          ...fault(normalize(join('deploy/compose', it.build.context)) === './', `${name}: the context is not the project`),
          ...fault(existsSync(join(root, it.build.dockerfile)), `${name}: there is no ${it.build.dockerfile}`),
          ...fault(it.tmpfs?.[0]?.startsWith(`${image['KALENDS_DATA']}:`), `${name}: KALENDS_DATA cannot be written`),
          ...fault(
            it.environment?.['KALENDS_TRUSTED_PROXIES'] === services['proxy']?.networks?.inside?.ipv4_address,
            `${name}: it does not trust the proxy`,
          ),
          ...fault(
            it.environment?.['KALENDS_DATABASE_FILE'] === `/run/secrets/${it.secrets?.[0]}`,
            `${name}: the secret lies elsewhere`,
          ),
        ]),
  ]
  return [
    ...Object.entries(services).flatMap(ofService),
    ...fault(services['proxy']?.ports?.[0]?.endsWith(`:${listens}`), 'the proxy listens elsewhere'),
    ...fault(asked.length === 2, 'the proxy asks not two servers'),
    ...asked.flatMap(([, name = '', port]) => fault(name in services, `the proxy asks ${name}`).concat(
      fault(port === image['KALENDS_PORT'], `the proxy asks the port ${port}`),
    )),
  ]
}

type Labels = Readonly<Record<string, string>>

type Pod = {
  readonly metadata: { readonly labels: Labels }
  readonly spec: {
    readonly containers: readonly {
      readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
      readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[]
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
    }[]
    readonly volumes: readonly {
      readonly name: string
      readonly secret?: { readonly secretName: string }
      readonly persistentVolumeClaim?: { readonly claimName: string }
    }[]
  }
}

const findKubernetesFaults = (files: Files, image: Environment): string[] => {
  const path = 'kubernetes/kalends.yaml'
  // biome-ignore lint/suspicious/noExplicitAny: manifests of every kind.
  const all: any[] = parseAllDocuments(files[path] ?? '').map((document) => document.toJS())
  const named = new Set(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`))
  const one = (kind: string) => all.find((it) => it.kind === kind)
  const settings: Environment = one('ConfigMap').data
  const server: Pod = one('Deployment').spec.template
  const backup: Pod = one('CronJob').spec.jobTemplate.spec.template
  const fault = (isRight: unknown, text: string): string[] => (isRight ? [] : [`${path}: ${text}`])
  const ofPod = ({ spec: { containers, volumes } }: Pod): string[] => {
    const mounts = containers.flatMap(({ volumeMounts }) => volumeMounts)
    const references = [
      ...containers.flatMap(({ envFrom }) => envFrom.map(({ configMapRef }) => `ConfigMap ${configMapRef.name}`)),
      ...volumes.flatMap(({ secret }) => (secret ? `Secret ${secret.secretName}` : [])),
      ...volumes.flatMap(({ persistentVolumeClaim: claim }) => (claim ? `PersistentVolumeClaim ${claim.claimName}` : [])),
    ]
    const secretMount = mounts.find(({ name }) => volumes.some((it) => it.name === name && it.secret))?.mountPath
    return [
      ...references.flatMap((reference) => fault(named.has(reference), `there is no ${reference}`)),
      ...mounts.flatMap(({ name }) => fault(volumes.some((it) => it.name === name), `there is no volume ${name}`)),
      ...fault(mounts.some(({ mountPath }) => mountPath === image['KALENDS_DATA']), 'KALENDS_DATA cannot be written'),
      ...fault(dirname(settings['KALENDS_DATABASE_FILE'] ?? '') === secretMount, 'the secret is mounted elsewhere'),
    ]
  }
  const selectors = [one('Deployment').spec.selector.matchLabels, one('Service').spec.selector, one('PodDisruptionBudget').spec.selector.matchLabels]
  const selects = (selector: Labels, { metadata: { labels } }: Pod): boolean =>
    Object.entries(selector).every(([name, value]) => labels[name] === value)
  const [port] = server.spec.containers.flatMap(({ ports }) => ports ?? [])
  return [
    ...findSettingFaults(path, settings, image),
    ...ofPod(server),
    ...ofPod(backup),
    ...selectors.flatMap((it) => fault(selects(it, server) && !selects(it, backup), 'a selector finds other pods')),
    ...fault(String(port?.containerPort) === image['KALENDS_PORT'], 'the container listens elsewhere'),
    ...fault(one('Service').spec.ports[0].targetPort === port?.name, 'the service asks another port'),
    ...fault('database' in one('Secret').stringData, 'the secret has no address'),
  ]
}
