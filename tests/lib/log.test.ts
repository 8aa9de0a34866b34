import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { createLog, type LogLevel } from '../../src/lib/log.ts'

const written = (level: LogLevel, work: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  work(createLog(level, (line) => void lines.push(line)))
  return lines.map((line) => {
    assert.match(line, /^\{.*\}\n$/)
    return JSON.parse(line)
  })
}

describe('the log', () => {
  it('writes a line of JSON with the time, the level, the message and the details', () => {
    const [entry, ...others] = written('info', (log) => log.info({ pid: 7, address: '127.0.0.1' }, 'listening'))
    assert.deepEqual(others, [])
    assert.match(entry.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(
      { ...entry, time: '' },
      { time: '', level: 'info', message: 'listening', pid: 7, address: '127.0.0.1' },
    )
  })

  it('omits entries below its level', () => {
    const all = (log: ReturnType<typeof createLog>): void => {
      for (const level of ['error', 'warn', 'info', 'debug'] as const) log[level](level)
    }
    const levels = (level: LogLevel) => written(level, all).map(({ message }) => message)
    assert.deepEqual(levels('debug'), ['error', 'warn', 'info', 'debug'])
    assert.deepEqual(levels('warn'), ['error', 'warn'])
    assert.deepEqual(levels('silent'), [])
  })

  it('writes an error with its stack, and never a secret', () => {
    const secret = { password: 'p', headers: { authorization: 'a' } }
    const [entry] = written('info', (log) =>
      log.error({ error: new Error('broken'), ...secret, user: { name: 'x', cookie: 'c' }, path: '/a' }, 'failed'),
    )
    assert.match(entry.error, /^Error: broken\n +at /)
    const { name, path, user, password, headers } = { name: undefined, ...entry }
    assert.deepEqual([name, path, user, password, headers], [undefined, '/a', { name: 'x' }, undefined, undefined])
  })

  it('has written its last line when the process ends at once', () => {
    const log = new URL('../../src/lib/log.ts', import.meta.url).href
    const program = `
      import { createLog, writeToStandardError } from ${JSON.stringify(log)}
      const log = createLog('info', writeToStandardError())
      for (let n = 1; n <= 2000; n++) log.info({ n }, 'entry')
      process.exit(3)`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    assert.deepEqual([status, stderr.trim().split('\n').length], [3, 2000])
    assert.match(stderr, /"n":2000,"message":"entry"\}\n$/)
  })
})
