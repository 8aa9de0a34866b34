import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { asServer, newCalendar, newDirectory, startProcess } from '../cli/program.ts'
import { readRecipe } from './recipe.ts'
import { parseUnit, readUnit, wordsOf } from './unit.ts'

const root = join(import.meta.dirname, '../..')
const recipe = readRecipe(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** What the image would hold below its working directory, without the sources that `isLeftOut` names. */
const makeImage = (isLeftOut = (_: string) => false): string => {
  const image = newDirectory()
  for (const { sources, target } of recipe.copies) {
    mkdirSync(join(image, target), { recursive: true })
    for (const source of sources.filter((it) => !isLeftOut(it))) {
      const isFile = source.endsWith('.json')
      cpSync(join(root, source), isFile ? join(image, target, source.split('/').at(-1) ?? '') : join(image, target), {
        recursive: true,
      })
    }
  }
  // In the place of what `npm ci` installs.
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
  return image
}

const startImage = (image: string, data: string) => {
  const [node, option = '', program = '', ...args] = [...recipe.entry, ...recipe.command]
  assert.equal(node, 'node')
  const environment = { ...recipe.environment, KALENDS_DATA: data, KALENDS_PORT: '0' }
  return startProcess(process.execPath, [option, join(image, program), ...args], environment)
}

/** The exit code of the image's own check of a server's health. */
const checkHealth = async (port: number): Promise<number | null> => {
  const [node, ...args] = recipe.health
  assert.equal(node, 'node')
  return (await startProcess(process.execPath, args, { KALENDS_PORT: String(port) }).ended).code
}

describe('the image', () => {
  it('holds all that the server needs, tells its health, and ends at SIGTERM', async () => {
    const server = await asServer(startImage(makeImage(), newDirectory()))
    assert.match(server.stdout(), /application password/)
    assert.equal(await checkHealth(server.port), 0)
    assert.equal((await server.stop('SIGTERM')).code, 0)
    assert.equal(await checkHealth(server.port), 1)
  })

  it('would be seen not to start (negative control)', async () => {
    const image = makeImage((source) => source === 'scripts')
    await assert.rejects(asServer(startImage(image, newDirectory())), /it does not listen/)
  })
})

describe('the units of systemd', () => {
  for (const name of ['kalends.service', 'kalends@.service']) {
    it(`start a server and wait for it (${name})`, async (test) => {
      const port = String(await freePort())
      const { values, environment } = parseUnit(readUnit(name), port)
      const [start = ''] = values('ExecStart')
      const [program, ...args] = wordsOf(start)
      // The template says its port; the other has the default, which may be taken here.
      const settings = { KALENDS_PORT: port, ...environment, KALENDS_DATA: newDirectory() }
      const server = await asServer(startProcess(program, args, settings))
      assert.equal(server.port, Number(port))
      for (const line of values('ExecStartPost')) {
        const [file, ...rest] = wordsOf(line)
        if (!has('/usr/bin/curl')) test.diagnostic('curl is not installed')
        else assert.equal((await startProcess(file, rest, {}).ended).code, 0)
      }
      assert.equal((await server.stop('SIGTERM')).code, 0)
      // A server that ends before it has ever answered is not waited for.
      for (const line of values('ExecStartPost')) {
        const [file, ...rest] = wordsOf(line)
        assert.equal((await startProcess(file, rest, { MAINPID: String(server.child.pid) }).ended).code, 1)
      }
    })
  }

  it('make a backup, and remove the old ones and nothing else', async () => {
    const [{ directory }, backups] = [await newCalendar(), newDirectory()]
    const old = Date.now() / 1000 - 31 * 86_400
    for (const name of ['kalends-1.sqlite', 'kalends-2.sqlite', 'other.sqlite']) writeFileSync(join(backups, name), '')
    mkdirSync(join(backups, 'kalends-1.sqlite.media'))
    for (const name of readdirSync(backups)) if (!name.includes('2')) utimesSync(join(backups, name), old, old)
    const { values, environment } = parseUnit(readUnit('kalends-backup.service'))
    for (const line of values('ExecStart')) {
      const [file, ...args] = wordsOf(line)
      const settings = { ...environment, KALENDS_DATA: directory, STATE_DIRECTORY: backups }
      const { code, stderr } = await startProcess(file, args, settings).ended
      assert.equal(code, 0, stderr)
    }
    const names = readdirSync(backups).sort()
    assert.equal(names.length, 3)
    assert.match(names[1] ?? '', /^kalends-\d{4}-\d\d-\d\dT\d{6}\.sqlite$/)
    assert.deepEqual([names[0], names[2]], ['kalends-2.sqlite', 'other.sqlite'])
  })

  const units = readdirSync(join(root, 'deploy/systemd'))
  const skip = has('systemd-analyze') ? false : 'systemd-analyze is not installed'

  /** What systemd says of the units, each with the drop-in for PostgreSQL; nothing when all is well. */
  const verify = (change = (text: string) => text): string => {
    const directory = newDirectory()
    for (const name of units) {
      if (name.endsWith('.conf')) continue
      writeFileSync(join(directory, name), change(readUnit(name)))
      if (!name.endsWith('.service')) continue
      mkdirSync(join(directory, `${name}.d`))
      writeFileSync(join(directory, `${name}.d`, 'postgresql.conf'), readUnit('postgresql.conf'))
    }
    const files = units.filter((name) => !name.endsWith('.conf')).map((name) => name.replace('@.', '@8081.'))
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      cwd: directory,
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${directory}:` },
      encoding: 'utf8',
    })
    return stdout + stderr
  }

  it('are what systemd reads', { skip }, () => {
    assert.equal(verify(), '')
    for (const [from, to] of [
      ['StateDirectory=', 'StateDir='],
      ['SystemCallFilter=@system-service', 'SystemCallFilter=@system-servant'],
      [process.execPath, '/nowhere/node'],
    ] as const) {
      assert.notEqual(
        verify((text) => text.replace(from, to)),
        '',
        `${to} would be seen (negative control)`,
      )
    }
  })
})
