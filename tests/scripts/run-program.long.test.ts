import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { scriptUrl } from './load-script.ts'

const directory = mkdtempSync(join(tmpdir(), 'kalends-run-'))
after(() => rmSync(directory, { recursive: true }))

// Under another name the same Node counts as another one, which makes the program a child.
const otherNode = join(directory, 'other-node')
symlinkSync(process.execPath, otherNode)

const program = join(directory, 'program.ts')
writeFileSync(
  program,
  `const [command, ...words]: string[] = process.argv.slice(2)
if (command === 'echo') console.log(words.join(' '))
if (command === 'exit') process.exitCode = Number(words[0])
if (command === 'die') process.kill(process.pid, 'SIGKILL')
if (command === 'hang') {
  process.on('SIGTERM', () => {})
  console.log('ready')
  for (;;) { /* A start that hangs takes no signal. */ }
}
if (command === 'serve') {
  const open = setInterval(() => {}, 1000)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.log('got ' + signal)
      process.exitCode = 5
      clearInterval(open)
    })
  }
  console.log('ready')
}
`,
)

type End = { code: number | null; signal: NodeJS.Signals | null; output: string }

/** What a launcher gets, and where it writes what is waited for. */
type Options = { env?: NodeJS.ProcessEnv; output?: 'stdout' | 'stderr' }

type Run = { launcher: ChildProcess; ready: Promise<void>; end: Promise<End> }

/** Starts a launcher that runs the program with a Node; the promises are of its start and its end. */
const start = (node: string, ...args: string[]): Run =>
  watch(['--input-type=module', '--eval', launcherCode(node, args)])

const launcherCode = (node: string, args: string[]): string => {
  const task = JSON.stringify({ node, file: program, args })
  return `const { runProgram } = await import('${scriptUrl('launch.mjs')}'); await runProgram(${task})`
}

const watch = (args: string[], { env: own = {}, output: from = 'stdout' }: Options = {}): Run => {
  const { npm_lifecycle_event: _, ...env } = process.env
  const launcher = spawn(process.execPath, args, { env: { ...env, ...own }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ready = new Promise<void>((resolve) => {
    launcher[from === 'stdout' ? 'stderr' : 'stdout'].pipe(process.stderr)
    launcher[from].on('data', (chunk) => {
      output += chunk
      if (output.includes('ready')) resolve()
    })
  })
  // The output closes when the last process that holds it has ended, the program included.
  const end = new Promise<End>((resolve) => {
    launcher.on('close', (code, signal) => resolve({ code, signal, output }))
  })
  return { launcher, ready, end }
}

for (const [name, node] of [
  ['in this process', process.execPath],
  ['as a child', otherNode],
] as const) {
  describe(`a program run ${name}`, () => {
    test('gets its arguments and prints nothing but its own output', async () => {
      const { code, output } = await start(node, 'echo', 'a b', '--role', 'editor').end
      assert.deepEqual({ code, output }, { code: 0, output: 'a b --role editor\n' })
    })

    for (const expected of [1, 78]) {
      test(`hands on exit code ${expected}`, async () => {
        assert.equal((await start(node, 'exit', String(expected)).end).code, expected)
      })
    }

    test('hands on death by a signal', async () => {
      assert.equal((await start(node, 'die').end).signal, 'SIGKILL')
    })

    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      test(`gets ${signal} and is waited for`, async () => {
        const { launcher, ready, end } = start(node, 'serve')
        await ready
        launcher.kill(signal)
        assert.deepEqual(await end, { code: 5, signal: null, output: `ready\ngot ${signal}\n` })
      })
    }
  })
}

const timeout = 60_000

test('an installation is stopped when its launcher is killed', { timeout }, async () => {
  const npm = join(directory, 'npm-cli.js')
  writeFileSync(
    npm,
    `process.once('SIGTERM', () => process.exit()); setInterval(() => {}, 1000); console.error('ready')`,
  )
  const task = JSON.stringify({ what: 'packages' })
  const code = `const { install } = await import('${scriptUrl('install.mjs')}')
    await install(${JSON.stringify(directory)}, { ...${task}, isWanted: () => true })`
  const { launcher, ready, end } = watch(['--input-type=module', '--eval', code], {
    env: { npm_execpath: npm },
    output: 'stderr',
  })
  await ready
  launcher.kill('SIGKILL')
  assert.equal((await end).signal, 'SIGKILL')
})

test('a child that hangs is ended five seconds after the signal', { timeout }, async () => {
  const { launcher, ready, end } = start(otherNode, 'hang')
  await ready
  launcher.kill('SIGTERM')
  assert.deepEqual(await end, { code: null, signal: 'SIGKILL', output: 'ready\n' })
})

test('a child is stopped when its launcher is killed', { timeout }, async () => {
  const { launcher, ready, end } = start(otherNode, 'serve')
  await ready
  launcher.kill('SIGKILL')
  assert.deepEqual(await end, { code: null, signal: 'SIGKILL', output: 'ready\ngot SIGTERM\n' })
})

for (const [name, node] of [
  ['in the launcher', process.execPath],
  ['as a child', otherNode],
] as const) {
  test(`a program run ${name} is stopped when the npm that started it is killed`, { timeout }, async () => {
    const args = JSON.stringify(['--input-type=module', '--eval', launcherCode(node, ['serve'])])
    const npm = `const env = { ...process.env, npm_lifecycle_event: 'start' }
      require('node:child_process').spawn(process.execPath, ${args}, { env, stdio: 'inherit' })`
    const { launcher, ready, end } = watch(['--eval', npm])
    await ready
    launcher.kill('SIGKILL')
    assert.deepEqual(await end, { code: null, signal: 'SIGKILL', output: 'ready\ngot SIGTERM\n' })
  })
}
