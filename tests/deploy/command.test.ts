import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newDirectory } from '../cli/program.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8')

/** What the script hands to `systemd-run`, which needs a host that systemd manages. */
const wordsFor = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): string[] => {
  const directory = newDirectory()
  writeFileSync(join(directory, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const env = { PATH: `${directory}:${process.env['PATH']}`, ...environment }
  const { status, stdout, stderr } = spawnSync(join(root, 'deploy/kalends'), args, { cwd: root, env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout.trimEnd().split('\n')
}

/** The values of a key of a unit. */
const valuesOf = (unit: string, key: string): string[] =>
  [...read(`systemd/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

describe('the command for systemd', () => {
  it('runs as the server does', () => {
    const words = wordsFor(['import', 'my events.ics', '--dry-run'])
    const [start = ''] = valuesOf('kalends.service', 'ExecStart')
    const [node = '', , program = ''] = start.split(' ')
    assert.deepEqual(words.slice(-5), [node, program, 'import', 'my events.ics', '--dry-run'])
    const own = ['User', 'UMask', 'EnvironmentFile'].flatMap((key) =>
      valuesOf('kalends.service', key).map((value) => `${key}=${value}`),
    )
    const pairs = [...own, ...valuesOf('kalends.service', 'Environment')]
    assert.ok(pairs.length >= 5)
    for (const pair of [...pairs, `WorkingDirectory=-${root}`]) assert.ok(words.includes(pair), pair)
  })

  it('has no address with a password in the description that the journal keeps', () => {
    const words = wordsFor(['copy', 'kalends.sqlite', 'postgres://user:secret@host/calendar'])
    assert.ok(words.indexOf('--description=A command of Kalends') < words.indexOf('/usr/bin/node'))
  })

  it('leaves the calendar of the server alone where KALENDS_DATA names another directory', () => {
    const words = wordsFor(['restore', 'backup.sqlite'], { KALENDS_DATA: '/srv/aside' })
    assert.ok(words.includes('KALENDS_DATA=/srv/aside'))
    const server = valuesOf('kalends.service', 'EnvironmentFile').map((value) => `EnvironmentFile=${value}`)
    for (const own of ['KALENDS_DATA=/var/lib/kalends', ...server]) assert.ok(!words.includes(own), own)
  })

  it('reads the address of PostgreSQL from the same file', () => {
    const [credential = ''] = valuesOf('postgresql.conf', 'LoadCredential')
    assert.ok(read('kalends').includes(`-p LoadCredential=${credential} `))
  })
})
