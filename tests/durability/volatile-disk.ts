import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Environment } from '../../src/settings.ts'
import { newDirectory } from '../cli/program.ts'
import { readTree, writeTree } from './file-tree.ts'
import { findUnflushed, headSize, readJournal } from './journal.ts'
import { takeBack } from './take-back.ts'

/** A disk with a volatile cache before a directory, for one run of a program; `volatile-disk.c` says what it promises. */
export type VolatileDisk = {
  /** What the program is started with. */
  readonly environment: Environment
  /** Calls so far that may have changed something, flushes among them. */
  readonly countCalls: () => number
  /** Ends the program at its `nth` such call from now on, which does not happen any more. */
  readonly cutPower: (nth: number) => void
  /**
   * Leaves in the directory what is on the disk after the program has ended; answers how many of its changes nothing had flushed.
   * @param keep says whether a sector or a name that was not flushed is there all the same; it is asked for each.
   */
  readonly loseUnflushed: (keep: () => boolean) => number
  /** Leaves in an empty directory what would be on the disk had the power been cut at a call, counted from 1. */
  readonly replay: (target: string, call: number, keep: () => boolean) => number
}

/** Of what was not flushed nothing is there. */
export const keepNothing = (): boolean => false

/** Of what was not flushed about half is there, torn between sectors. */
export const tornKeepings = fc.infiniteStream(fc.boolean()).map((stream) => (): boolean => stream.next().value === true)

/** What is left of what was not flushed: nothing, or about half. */
export const keepings = fc.oneof(fc.constant(keepNothing), tornKeepings)

const library = join(newDirectory(), 'volatile-disk.so')

const compile = (): string | false => {
  if (process.platform !== 'linux') return 'the disk of these tests is made for Linux'
  const source = join(import.meta.dirname, 'volatile-disk.c')
  const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-shared', '-fPIC']
  const { error, status, stderr } = spawnSync('cc', [...flags, '-o', library, source, '-ldl', '-lpthread'])
  if (error) return 'there is no C compiler (cc)'
  assert.equal(status, 0, String(stderr))
  return false
}

/** Why there are no volatile disks here, or false. */
export const noDisk = compile()

/** Where the head of the journal has its fields. */
const [cutField, callsField] = [0, 8]

/**
 * Puts a volatile disk before a directory.
 * @param lies is how paths below the directory begin whose flushes do nothing, as on a disk that lies.
 */
export const createVolatileDisk = (directory: string, lies?: string): VolatileDisk => {
  const root = realpathSync(directory)
  const kept = realpathSync(newDirectory())
  const journal = join(kept, 'journal')
  writeFileSync(journal, Buffer.alloc(headSize))
  const countCalls = (): number => Number(readFileSync(journal).readBigUInt64LE(callsField))
  const replay = (target: string, call: number, keep: () => boolean): number => {
    const tree = readTree(root, kept)
    const changes = readJournal(journal, root)
    takeBack(
      tree,
      changes.filter((change) => change.call >= call),
      keepNothing,
    )
    const unflushed = findUnflushed(changes.filter((change) => change.call < call))
    takeBack(tree, unflushed, keep)
    writeTree(tree, target)
    return unflushed.length
  }
  return {
    environment: {
      LD_PRELOAD: library,
      VOLATILE_ROOT: root,
      VOLATILE_JOURNAL: kept,
      VOLATILE_LIES: lies && root + lies,
      // What goes through it is not seen.
      UV_USE_IO_URING: '0',
    },
    countCalls,
    cutPower: (nth) => writeField(journal, cutField, countCalls() + nth),
    loseUnflushed: (keep) => {
      const lost = replay(root, Number.POSITIVE_INFINITY, keep)
      rmSync(kept, { recursive: true })
      return lost
    },
    replay,
  }
}

const writeField = (journal: string, at: number, value: number): void => {
  const field = Buffer.alloc(8)
  field.writeBigUInt64LE(BigInt(value))
  const file = openSync(journal, 'r+')
  writeSync(file, field, 0, 8, at)
  closeSync(file)
}
