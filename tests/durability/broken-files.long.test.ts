import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { findFaults } from '../../src/cli/check.ts'
import { StartError } from '../../src/cli/faults.ts'
import { openDatabase } from '../../src/cli/open-database.ts'
import { readConfig } from '../../src/config.ts'
import { faultsOf, newDirectory, type Process, type Server, serve, startProcess } from '../cli/program.ts'
import { rounds } from '../support/lengths.ts'
import { seed as noiseSeed } from '../support/seed.ts'
import {
  copyCalendar,
  environmentOf,
  fileIn,
  judgeAnswers,
  makeNoise,
  makeSeed,
  overwrite,
  pageSize,
  pagesOf,
} from './broken.ts'

const program = join(import.meta.dirname, '../../src/main.ts')
const noise = (size: number): Buffer => makeNoise(noiseSeed, size)
const seed = await makeSeed()

const digestOf = (file: string): string =>
  statSync(file).isFile() ? createHash('sha256').update(readFileSync(file)).digest('hex') : ''

/** The first page of a table; the first of a file is 0. */
const firstPageOf = (file: string, table: string): number => {
  const connection = new DatabaseSync(file)
  const found = connection.prepare('select rootpage from sqlite_schema where name = ?').get(table)
  connection.close()
  return Number(found?.['rootpage']) - 1
}

/** The pages that hold something, but the first: noise in a free one does no harm. */
const usedPagesOf = (file: string): number[] => {
  const connection = new DatabaseSync(file)
  const found = connection.prepare('select distinct pageno - 1 as page from dbstat where pageno > 1 order by 1').all()
  connection.close()
  return found.map(({ page }) => Number(page))
}

/** Runs statements on a file as another program does. */
const runSql = (file: string, statements: string): void => {
  const connection = new DatabaseSync(file)
  connection.exec(statements)
  connection.close()
}

const damageEvery = (file: string, step: number, bytes: Buffer): void => {
  for (let page = 3; page < pagesOf(file); page += step) overwrite(file, page * pageSize, bytes)
}

/** What makes a file unfit to be served from, and what is said of it. */
const unfit: [name: string, damage: (file: string) => void, says: RegExp][] = [
  ['a text', (file) => writeFileSync(file, 'Not a database, but a text.\n'.repeat(200)), /is not a SQLite file/],
  [
    'an image',
    (file) => writeFileSync(file, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise(9000)])),
    /is not a SQLite file/,
  ],
  [
    'a directory',
    (file) => {
      rmSync(file)
      mkdirSync(file)
    },
    /is a directory, not a file/,
  ],
  ['a header of noise', (file) => overwrite(file, 0, noise(100)), /is not a SQLite file/],
  ['a header without sense', (file) => overwrite(file, 16, noise(84)), /not a SQLite file|malformed/],
  ['a first page of noise', (file) => overwrite(file, 100, noise(pageSize - 100)), /is damaged.*malformed/],
  [
    'noise in the index of searches',
    (file) => overwrite(file, firstPageOf(file, 'search_block') * pageSize, noise(pageSize)),
    /is damaged/,
  ],
  ['noise in many places', (file) => damageEvery(file, 5, noise(pageSize)), /malformed|damaged/],
  ['noise in halves of pages', (file) => damageEvery(file, 7, noise(pageSize / 2)), /malformed|damaged/],
  ['zeros in many places', (file) => damageEvery(file, 5, Buffer.alloc(pageSize)), /malformed|damaged/],
  [
    'half of the file gone',
    (file) => truncateSync(file, pageSize * Math.floor(pagesOf(file) / 2)),
    /malformed|damaged/,
  ],
  ['the end of the file gone', (file) => truncateSync(file, statSync(file).size - 1000), /malformed|damaged/],
  ['all but the first bytes gone', (file) => truncateSync(file, 50), /not a SQLite file|malformed|damaged/],
  [
    'an emptied file beside its log',
    (file) => {
      copyFileSync(`${fileIn(seed.killed)}-wal`, `${file}-wal`)
      truncateSync(file)
    },
    /kalends\.sqlite is missing or empty, but its log kalends\.sqlite-wal/,
  ],
]

const secretOf = (server: Server): string => /application password: (.*)/.exec(server.stdout())?.[1] ?? ''

/** Answers the one line that a start says that fails. */
const endRefused = async ({ ended }: Process, directory: string): Promise<string> => {
  const { code, stdout, stderr } = await ended
  assert.deepEqual([code, stdout, faultsOf(stderr).length], [78, '', 1], stderr)
  assert.ok(!stderr.includes(directory))
  return stderr
}

const runRefused = (directory: string): Promise<string> =>
  endRefused(startProcess(process.execPath, [program, 'serve'], environmentOf(directory)), directory)

/** Runs a command in a namespace where the place of its first argument is read-only; rights would not keep root from writing. */
const mounting = [
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  ...['--mount', 'sh', '-c', 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'],
]
const canMount = spawnSync('unshare', [...mounting, newDirectory(), 'true']).status === 0

/** What runs a command as a user whom rights keep from writing. */
const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid', '65534', '--clear-groups'] : ['env']
const canRead = spawnSync(asOther[0] ?? '', [...asOther.slice(1), 'test', '-r', program]).status === 0

describe('a file that cannot be served from is one line and exit code 78, and stays as it is', {
  concurrency: 2,
}, () => {
  for (const [name, damage, says] of unfit) {
    it(name, async (test) => {
      test.diagnostic(`SEED=${noiseSeed}`)
      const directory = copyCalendar(seed.settled)
      const file = fileIn(directory)
      damage(file)
      const before = digestOf(file)
      assert.match(await runRefused(directory), says)
      assert.equal(digestOf(file), before)
    })
  }

  for (const [what, place] of [
    ['a directory that cannot be written', (directory: string) => directory],
    ['a file that cannot be written', fileIn],
  ] as const) {
    it(what, { skip: canMount ? false : 'this system does not let this user mount' }, async () => {
      const directory = copyCalendar(seed.settled)
      const args = [...mounting, place(directory), process.execPath, program, 'serve']
      assert.match(
        await endRefused(startProcess('unshare', args, environmentOf(directory)), directory),
        /kalends\.sqlite cannot be written \(EROFS\)\./,
      )
    })
  }

  it('a file of another user', { skip: canRead ? false : 'another user cannot read this checkout' }, async () => {
    const directory = copyCalendar(seed.settled)
    chmodSync(directory, 0o755)
    chmodSync(fileIn(directory), 0o444)
    const [name = '', ...args] = [...asOther, process.execPath, program, 'serve']
    assert.match(
      await endRefused(startProcess(name, args, environmentOf(directory)), directory),
      /kalends\.sqlite cannot be written \(EACCES\): user \d+ owns it, and Kalends runs as user \d+\. Give it/,
    )
  })

  it('a file that another program keeps locked', async () => {
    const directory = copyCalendar(seed.settled)
    const other = new DatabaseSync(fileIn(directory))
    other.exec('begin immediate')
    assert.match(await runRefused(directory), /database is locked/)
    other.exec('commit')
    other.close()
    await (await serve(environmentOf(directory))).stop()
  })

  it('the database of another program', async () => {
    const directory = newDirectory()
    runSql(fileIn(directory), 'create table recipe (name text); insert into recipe values (1)')
    assert.match(await runRefused(directory), /belongs to another program: it has a table recipe/)
    const connection = new DatabaseSync(fileIn(directory))
    const tables = connection.prepare('select name from sqlite_master').all()
    connection.close()
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['recipe'],
    )
  })

  it('noise on any one page', async (test) => {
    test.diagnostic(`SEED=${noiseSeed}`)
    const directory = copyCalendar(seed.settled)
    const file = fileIn(directory)
    const open = () => openDatabase(readConfig(environmentOf(directory)), { mayUpgrade: true })
    const pages = usedPagesOf(file)
    const step = rounds(5, 1)
    for (const page of pages.filter((_, at) => at % step === 0)) {
      copyFileSync(fileIn(seed.settled), file)
      await (await open()).close()
      overwrite(file, page * pageSize, makeNoise(noiseSeed + page, pageSize))
      await assert.rejects(
        open,
        (error) => error instanceof StartError && /^the database is damaged, restore a backup: ./.test(error.message),
        `page ${page}`,
      )
    }
    test.diagnostic(`${pages.length} pages`)
  })
})

/** What was settled is right, and what came later is so from the first on up to some event; answers how many of those are there. */
const judgeServed = async (directory: string): Promise<{ faults: string[]; later: number }> => {
  const server = await serve(environmentOf(directory))
  const { faults, right } = await judgeAnswers(server, seed.events)
  assert.equal(right + faults.length, seed.events.size)
  let later = 0
  for (const [path, meant] of seed.later) {
    const { text } = await server.ask('GET', path)
    if (text === meant) later++
  }
  const present = await judgeAnswers(server, new Map([...seed.later].slice(0, later)))
  faults.push(...present.faults)
  assert.equal((await server.stop()).code, 0)
  return { faults, later }
}

const walOf = (file: string): string => `${file}-wal`

/** What a start gets over; how much of what came later is there. */
const fit: [name: string, change: (file: string) => void, isLater: (count: number) => boolean][] = [
  ['nothing', () => undefined, (count) => count === seed.later.size],
  [
    'noise for the index of the log',
    (file) => writeFileSync(`${file}-shm`, noise(32_768)),
    (count) => count === seed.later.size,
  ],
  [
    'another journal mode',
    (file) => runSql(file, 'pragma journal_mode = delete'),
    (count) => count === seed.later.size,
  ],
  [
    'pages of another size',
    (file) => runSql(file, 'pragma journal_mode = delete; pragma page_size = 1024; vacuum'),
    (count) => count === seed.later.size,
  ],
  [
    'a log that ends too early',
    (file) => truncateSync(walOf(file), statSync(walOf(file)).size >> 1),
    (count) => count > 0 && count < seed.later.size,
  ],
  [
    'a log with noise in it',
    (file) => overwrite(walOf(file), statSync(walOf(file)).size >> 1, noise(500)),
    (count) => count > 0 && count < seed.later.size,
  ],
  ['a log of noise', (file) => writeFileSync(walOf(file), noise(100_000)), (count) => count === 0],
]

describe('a file is served from, as it was at some moment, in spite of', { concurrency: 2 }, () => {
  for (const [name, change, isLater] of fit) {
    it(name, async () => {
      const directory = copyCalendar(seed.killed)
      change(fileIn(directory))
      const { faults, later } = await judgeServed(directory)
      assert.deepEqual(faults, [])
      assert.ok(isLater(later), `${later} of ${seed.later.size}`)
      const database = await openDatabase(readConfig(environmentOf(directory)))
      assert.deepEqual(await findFaults(database), [])
      await database.close()
    })
  }

  it('nothing else: detects a changed text, and a missing event before others', async () => {
    const directory = copyCalendar(seed.killed)
    const [text = '', gone = ''] = [[...seed.events.keys()][3], [...seed.later.keys()][3]]
    const idOf = (path: string): string => path.split('/').at(-1) ?? ''
    runSql(
      fileIn(directory),
      `update event set description = 'x' where id = ${idOf(text)}; delete from event where id = ${idOf(gone)}`,
    )
    const { faults } = await judgeServed(directory)
    assert.deepEqual(
      faults.map((fault) => fault.split(' ')[0]),
      [text, gone],
    )
  })

  it('being empty: a new calendar', async () => {
    const directory = newDirectory()
    writeFileSync(fileIn(directory), '')
    const server = await serve(environmentOf(directory))
    assert.equal((await server.ask('GET', '/events', { as: secretOf(server) })).body.total, 0)
    assert.equal((await server.stop()).code, 0)
  })
})
