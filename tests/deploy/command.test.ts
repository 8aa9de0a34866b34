import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newDirectory } from '../cli/program.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8')

/** What the script hands to `systemd-run`, which needs a host that systemd manages. */
const wordsFor = (...args: readonly string[]): string[] => {
  const directory = newDirectory()
  writeFileSync(join(directory, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const env = { PATH: `${directory}:${process.env['PATH']}` }
  const { status, stdout, stderr } = spawnSync(join(root, 'deploy/kalends'), args, { cwd: root, env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout.trimEnd().split('\n')
}

/** The values of a key of a unit. */
const valuesOf = (unit: string, key: string): string[] =>
  [...read(`systemd/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

describe('the command for systemd', () => {
  it('runs as the server does', () => {
    const words = wordsFor('import', 'my events.ics', '--dry-run')
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

  it('reads the address of PostgreSQL from the same file', () => {
    const [credential = ''] = valuesOf('postgresql.conf', 'LoadCredential')
    assert.ok(read('kalends').includes(`-p LoadCredential=${credential} `))
  })
})
