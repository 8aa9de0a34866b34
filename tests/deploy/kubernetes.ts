import { dirname } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Environment } from '../../src/settings.ts'

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

// biome-ignore lint/suspicious/noExplicitAny: manifests of every kind.
const readAll = (text: string): any[] => parseAllDocuments(text).map((document) => document.toJS())

/** The settings of the pods. */
export const settingsOf = (text: string): Environment => readAll(text).find(({ kind }) => kind === 'ConfigMap')?.data

/** What in the manifests does not fit together, or fits not the image. */
export const findKubernetesFaults = (text: string, image: Environment): string[] => {
  const all = readAll(text)
  const one = (kind: string) => all.find((it) => it.kind === kind)
  const [deployment, service, budget] = ['Deployment', 'Service', 'PodDisruptionBudget'].map(one)
  const server: Pod = deployment.spec.template
  const backup: Pod = one('CronJob').spec.jobTemplate.spec.template
  const named = new Set(all.map(({ kind, metadata }) => `${kind} ${metadata.name}`))
  const faults: string[] = []
  const expect = (isRight: boolean, fault: string): void => void (isRight || faults.push(`kubernetes: ${fault}`))
  for (const pod of [server, backup]) {
    for (const reference of referencesOf(pod)) expect(named.has(reference), `there is no ${reference}`)
    const { containers, volumes } = pod.spec
    const mounts = containers.flatMap(({ volumeMounts }) => volumeMounts)
    for (const { name } of mounts)
      expect(
        volumes.some((it) => it.name === name),
        `there is no volume ${name}`,
      )
    expect(
      mounts.some((it) => it.mountPath === image['KALENDS_DATA']),
      'KALENDS_DATA cannot be written',
    )
    const secret = mounts.find(({ name }) => volumes.some((it) => it.name === name && it.secret))
    expect(dirname(settingsOf(text)['KALENDS_DATABASE_FILE'] ?? '') === secret?.mountPath, 'the secret lies elsewhere')
  }
  for (const labels of [
    deployment.spec.selector.matchLabels,
    service.spec.selector,
    budget.spec.selector.matchLabels,
  ]) {
    expect(selects(labels, server) && !selects(labels, backup), 'a selector finds other pods')
  }
  const [port] = server.spec.containers.flatMap(({ ports = [] }) => ports)
  expect(String(port?.containerPort) === image['KALENDS_PORT'], 'the container listens on another port')
  expect(service.spec.ports[0].targetPort === port?.name, 'the service asks another port')
  return faults
}

const referencesOf = ({ spec: { containers, volumes } }: Pod): string[] => [
  ...containers.flatMap(({ envFrom }) => envFrom.map(({ configMapRef }) => `ConfigMap ${configMapRef.name}`)),
  ...volumes.flatMap(({ secret }) => (secret ? [`Secret ${secret.secretName}`] : [])),
  ...volumes.flatMap(({ persistentVolumeClaim: it }) => (it ? [`PersistentVolumeClaim ${it.claimName}`] : [])),
]

const selects = (labels: Labels, { metadata }: Pod): boolean =>
  Object.entries(labels).every(([name, value]) => metadata.labels[name] === value)
