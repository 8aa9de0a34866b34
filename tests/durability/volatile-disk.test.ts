import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newDirectory, startProcess } from '../cli/program.ts'
import { choose } from './chance.ts'
import { createVolatileDisk, keepNothing, noDisk, tornKeepings, type VolatileDisk } from './volatile-disk.ts'

/** What programs below have at hand: files are named from the root on. */
const prelude = `
  const { spawnSync } = require('node:child_process')
  const fs = require('node:fs')
  const at = (name) => process.env.VOLATILE_ROOT + '/' + name
  const flush = (name) => { const file = fs.openSync(at(name)); fs.fsyncSync(file); fs.closeSync(file) }
  const write = (name, text, flags = 'w') => fs.writeFileSync(at(name), text, { flag: flags })
  const change = (name, place, text) => { const file = fs.openSync(at(name), 'r+'); fs.writeSync(file, text, place); fs.closeSync(file) }
`

const runOn = async (disk: VolatileDisk, program: string) => {
  const { ended } = startProcess(process.execPath, ['-e', prelude + program], disk.environment)
  return ended
}

/** Files by their paths, and directories with a slash at the end. */
const list = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((path) => {
        const file = join(root, path)
        return statSync(file).isDirectory() ? [`${path}/`, ''] : [path, readFileSync(file, 'utf8')]
      }),
  )

/** Each begins with the files `a` and `b`, which say so. */
const cases: readonly [name: string, program: string, left: Record<string, string>, lies?: string][] = [
  ['nothing done', '', { a: 'a', b: 'b' }],
  ['written', `change('a', 0, 'new')`, { a: 'a', b: 'b' }],
  ['written and flushed', `change('a', 0, 'new'); flush('a')`, { a: 'new', b: 'b' }],
  ['flushed, then written on', `change('a', 0, 'new'); flush('a'); change('a', 1, 'oo')`, { a: 'new', b: 'b' }],
  ['appended', `write('a', 'new', 'a'); flush('a'); write('a', 'er', 'a')`, { a: 'anew', b: 'b' }],
  ['overwritten', `write('a', 'new')`, { a: 'a', b: 'b' }],
  ['another one flushed', `change('a', 0, 'new'); change('b', 0, 'new'); flush('a')`, { a: 'new', b: 'b' }],
  ['cut off', `fs.truncateSync(at('a'))`, { a: 'a', b: 'b' }],
  ['cut off and flushed', `fs.truncateSync(at('a')); flush('a')`, { a: '', b: 'b' }],
  ['made', `write('c', 'c'); flush('c')`, { a: 'a', b: 'b' }],
  ['made, the name flushed', `write('c', 'c'); flush('')`, { a: 'a', b: 'b', c: '' }],
  ['made, all flushed', `write('c', 'c'); flush('c'); flush('')`, { a: 'a', b: 'b', c: 'c' }],
  ['removed', `fs.unlinkSync(at('a'))`, { a: 'a', b: 'b' }],
  ['removed and flushed', `fs.rmSync(at('a')); flush('')`, { b: 'b' }],
  ['removed and made anew', `fs.rmSync(at('a')); write('a', 'new'); flush('a')`, { a: 'a', b: 'b' }],
  ['moved', `fs.renameSync(at('a'), at('c'))`, { a: 'a', b: 'b' }],
  ['moved and flushed', `fs.renameSync(at('a'), at('c')); flush('')`, { b: 'b', c: 'a' }],
  ['moved over another', `fs.renameSync(at('a'), at('b'))`, { a: 'a', b: 'b' }],
  ['moved over another and flushed', `fs.renameSync(at('a'), at('b')); flush('')`, { b: 'a' }],
  [
    'a directory',
    `fs.mkdirSync(at('d/e'), { recursive: true }); write('d/e/c', 'c'); flush('d/e/c'); flush('d/e'); flush('d')`,
    { a: 'a', b: 'b' },
  ],
  [
    'a directory flushed',
    `fs.mkdirSync(at('d/e'), { recursive: true }); write('d/e/c', 'c'); flush('d/e/c'); flush('d'); flush('')`,
    { a: 'a', b: 'b', 'd/': '', 'd/e/': '' },
  ],
  [
    'a directory removed',
    `fs.mkdirSync(at('d')); flush(''); fs.rmSync(at('d'), { recursive: true })`,
    { a: 'a', b: 'b', 'd/': '' },
  ],
  [
    'by two processes',
    `spawnSync(process.execPath, ['-e', "fs.writeFileSync('" + at('a') + "', 'new')"]); flush('b')`,
    { a: 'a', b: 'b' },
  ],
  [
    'by two processes, and flushed',
    `spawnSync(process.execPath, ['-e', "fs.writeFileSync('" + at('a') + "', 'new')"]); flush('a')`,
    { a: 'new', b: 'b' },
  ],
  [
    'flushed to a disk that lies',
    `change('a', 0, 'new'); flush('a'); change('b', 0, 'new'); flush('b')`,
    { a: 'new', b: 'b' },
    '/b',
  ],
]

describe('a disk with a volatile cache', { skip: noDisk }, () => {
  const createFiles = (): string => {
    const root = newDirectory()
    for (const name of ['a', 'b']) writeFileSync(join(root, name), name)
    return root
  }

  for (const [name, program, left, lies] of cases) {
    it(`has after the cut what was flushed: ${name}`, async () => {
      const root = createFiles()
      const disk = createVolatileDisk(root, lies)
      const { code, stderr } = await runOn(disk, program)
      assert.deepEqual([code, stderr], [0, ''])
      disk.loseUnflushed(keepNothing)
      assert.deepEqual(list(root), left)
    })
  }

  it('ends the program at the given call, and has nothing written from there on', async () => {
    const root = createFiles()
    const program = `for (const text of '123456') { change('a', 0, text); flush('a') }; write('b', 'end')`
    const whole = createVolatileDisk(createFiles())
    assert.equal((await runOn(whole, program)).code, 0)
    for (let call = 1; call <= 12; call++) {
      const disk = createVolatileDisk(root)
      writeFileSync(join(root, 'a'), '0')
      disk.cutPower(call)
      assert.equal((await runOn(disk, program)).signal, 'SIGKILL')
      assert.equal(disk.countCalls(), call)
      assert.equal(disk.loseUnflushed(keepNothing), call % 2 === 0 ? 1 : 0)
      const left = { a: String(Math.floor((call - 1) / 2)), b: 'b' }
      assert.deepEqual(list(root), left)
      const replayed = newDirectory()
      whole.replay(replayed, call, keepNothing)
      assert.deepEqual(list(replayed), call < 3 ? { ...left, a: 'a' } : left)
    }
  })

  it('has sectors that were not flushed, or has them not', async (test) => {
    const sectors = 40
    const outcomes = new Set<string>()
    for (const keep of [keepNothing, ...choose(test, 11, tornKeepings)]) {
      const root = createFiles()
      writeFileSync(join(root, 'a'), 'a'.repeat(sectors * 512))
      const disk = createVolatileDisk(root)
      await runOn(disk, `change('a', 100, 'b'.repeat(${sectors * 512}))`)
      disk.loseUnflushed(keep)
      const bytes = readFileSync(join(root, 'a'), 'utf8')
      assert.match(bytes, /^a{100}(a{412}|b{412})((a|b)\3{511}){39}(b{100}|\0{100})?$/)
      outcomes.add(bytes)
    }
    assert.ok(outcomes.has('a'.repeat(sectors * 512)))
    assert.ok(outcomes.size > 2)
  })
})
