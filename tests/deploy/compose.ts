import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Environment } from '../../src/settings.ts'

type Service = {
  readonly environment: Environment
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs: readonly string[]
  readonly ports?: readonly string[]
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly networks: { readonly inside: { readonly ipv4_address: string } }
}

type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: object
  readonly networks: {
    readonly inside: { readonly ipam: { readonly config: readonly { readonly gateway: string }[] } }
  }
}

/** The environments of those services that are Kalends. */
export const environmentsOf = (text: string): Environment[] =>
  Object.values(read(text).services).flatMap(({ build, environment }) => (build ? [environment] : []))

const read = (text: string): Compose => parse(text, { merge: true })

/** What in the compose file and the configuration of its proxy does not fit together, or fits not the image. */
export const findComposeFaults = (text: string, nginx: string, image: Environment): string[] => {
  const { services, secrets, volumes, networks } = read(text)
  const directory = join(import.meta.dirname, '../../deploy/compose')
  const faults: string[] = []
  const expect = (isRight: boolean, fault: string): void => void (isRight || faults.push(`compose: ${fault}`))
  const proxy = services['proxy']
  for (const [name, { build, environment, secrets: own = [], volumes: mounts = [], tmpfs }] of Object.entries(
    services,
  )) {
    for (const secret of own) expect(secret in secrets, `${name}: there is no secret ${secret}`)
    for (const [source = ''] of mounts.map((mount) => mount.split(':'))) {
      // What the operator has to make is told in the README.
      const isThere = source.startsWith('./') ? existsSync(join(directory, source)) : source in volumes
      expect(isThere || source === './backups', `${name}: there is no ${source}`)
    }
    if (!build) continue
    expect(existsSync(join(directory, build.context, build.dockerfile)), `${name}: there is no ${build.dockerfile}`)
    expect(
      tmpfs.some((it) => it.startsWith(`${image['KALENDS_DATA']}:`)),
      `${name}: KALENDS_DATA cannot be written`,
    )
    expect(environment['KALENDS_TRUSTED_PROXIES'] === proxy?.networks.inside.ipv4_address, `${name}: it trusts another`)
    expect(
      own.some((it) => environment['KALENDS_DATABASE_FILE'] === `/run/secrets/${it}`),
      `${name}: no such secret`,
    )
  }
  const port = /listen (\d+);/.exec(nginx)?.[1]
  const [host, , inner] = proxy?.ports?.[0]?.split(':') ?? []
  expect(inner === port, 'the proxy listens on another port')
  // What comes from there is believed, so that others must not come from there.
  expect(host === '127.0.0.1', 'the proxy is offered to everybody')
  const believed = [...nginx.matchAll(/set_real_ip_from (\S+);/g)].map(([, address]) => address)
  expect(believed.join() === networks.inside.ipam.config[0]?.gateway, 'the proxy believes others')
  const asked = [...nginx.matchAll(/server ([\w-]+:\d+) /g)].map(([, address]) => address)
  const servers = Object.keys(services).filter((name) => /^kalends-\d$/.test(name))
  expect(asked.join() === servers.map((name) => `${name}:${image['KALENDS_PORT']}`).join(), 'the proxy asks others')
  return faults
}
