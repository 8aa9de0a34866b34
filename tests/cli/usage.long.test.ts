import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { commands } from '../../src/cli/run.ts'
import { faultsOf, newCalendar, newDirectory, run, runHere } from './program.ts'

const wrong: [words: string, says: RegExp][] = [
  ['frobnicate', /no command frobnicate/],
  ['constructor', /no command constructor/],
  ['serve --port 9000', /Unknown option --port: "serve" has no options/],
  ['check --fix', /Unknown option --fix: "check" has the options --repair, --move-images/],
  ['serve now', /Unexpected argument "now"\. Usage: kalends serve/],
  ['check all', /Unexpected argument "all"\. Usage: kalends check \[--repair\] \[--move-images\]/],
  ['import', /^Usage: kalends import FILE\|URL \[--format FORMAT\] \[--dry-run\]/],
  ['import a b', /Unexpected argument "b"\. Usage: kalends import FILE\|URL/],
  ['export calendar.txt', /calendar\.txt: its name must end with \.ndjson, \.ics or \.csv/],
  ['export calendar.ics --status draft', /has published events alone/],
  ['backup', /^Usage: kalends backup FILE \[--keep KEEP\]$/],
  ['backup a b', /Unexpected argument "b"\. Usage: kalends backup FILE/],
  ['user', /^Usage: kalends user add\|list\|role\|password\|login\|reset\|remove-factor\|remove$/],
  ['user rename admin', /there is no "rename"/],
  ['user constructor admin', /there is no "constructor"/],
  ['user add', /^Usage: kalends user add NAME --role ROLE \[--email EMAIL\]$/],
  ['user add Anna Berg --role editor', /Unexpected argument "Berg"\. Usage: kalends user add NAME/],
  ['user add anna', /^--role is missing: it must be one of administrator, editor, author, contributor, subscriber\.$/],
  ['user add anna --role king', /^--role king: it must be one of/],
  ['user add anna --roll editor', /--roll/],
  ['user list anna', /Unexpected argument "anna"\. Usage: kalends user list/],
  ['user password', /^Usage: kalends user password NAME$/],
  ['user password anna --role editor', /--role/],
  ['user login', /^Usage: kalends user login NAME$/],
  ['user remove', /^Usage: kalends user remove NAME \[--reassign REASSIGN\]$/],
  ['user remove-factor', /^Usage: kalends user remove-factor NAME$/],
  ['user role anna', /^--role is missing: it must be one of administrator, editor/],
  ['source', /^Usage: kalends source add\|list\|run\|confirm\|log\|remove$/],
  ['source rename 1', /there is no "rename"$/],
  ['import a.csv --since 2026-02-30', /^--since 2026-02-30: it must be a date/],
  ['import a.csv --timezone Moon', /^--timezone Moon: it must be .* Europe\/Paris, or an offset such as UTC\+2\.$/],
  ['export a.csv --since 2026-99-99', /^--since 2026-99-99: it must be a date/],
]

describe('a wrong command line', () => {
  const directory = newDirectory()
  for (const [words, says] of wrong) {
    it(`is one line and exit code 64: ${words}`, async () => {
      const { code, faults } = await runHere(words.split(' '), { KALENDS_DATA: directory })
      assert.equal(code, 64)
      assert.equal(faults.length, 1)
      assert.match(faults[0] ?? '', says)
    })
  }

  it('of several lines is still reported in one', async () => {
    const { code, stdout, stderr } = await run(['frob\nnicate'], {})
    assert.deepEqual([code, stdout, faultsOf(stderr).length], [64, '', 1])
  })
})

it('prints the version', async () => {
  for (const word of ['version', '--version', '-v']) {
    const { code, stdout } = await run([word], {})
    assert.deepEqual([code, /^kalends \d+\.\d+\.\d+, Node \d+/.test(stdout)], [0, true], word)
  }
})

it('a file that cannot be written is named in one line', async () => {
  const { environment } = await newCalendar()
  const file = join(newDirectory(), 'absent/calendar.csv')
  const { code, faults } = await runHere(['export', file], environment)
  assert.deepEqual([code, faults], [1, [`${file} cannot be written (ENOENT).`]])
})

it('a file that exists is overwritten by an export only if that is asked for', async () => {
  const { environment } = await newCalendar()
  const file = join(newDirectory(), 'calendar.ndjson')
  writeFileSync(file, 'mine')
  const refused = await runHere(['export', file], environment)
  const fault = `${file} already exists. Give another name, or --force to overwrite it.`
  assert.deepEqual([refused.code, refused.faults], [1, [fault]])
  assert.equal(readFileSync(file, 'utf8'), 'mine')
  assert.equal((await run(['export', file, '--force'], environment)).code, 0)
  assert.match(readFileSync(file, 'utf8'), /^\{"kind":"user"/)
})

it('an empty argument is named', async () => {
  for (const [words, usage] of [
    [['backup', ''], 'FILE is empty. Usage: kalends backup FILE [--keep KEEP]'],
    [
      ['user', 'add', '', '--role', 'editor'],
      'NAME is empty. Usage: kalends user add NAME --role ROLE [--email EMAIL]',
    ],
  ] as const) {
    const { code, faults } = await runHere([...words], { KALENDS_DATA: newDirectory() })
    assert.deepEqual([code, faults], [64, [usage]])
  }
})

describe('help', () => {
  it('lists every command, whatever the settings', async () => {
    const texts = await Promise.all(
      [[], ['help'], ['--help'], ['-h']].map((words) => run(words, { KALENDS_PORT: 'x' })),
    )
    for (const { code, stdout, stderr } of texts) {
      assert.deepEqual([code, stderr], [0, ''])
      for (const { usage } of Object.values(commands)) assert.ok(stdout.includes(`kalends ${usage}\n`), usage)
    }
  })
})

const needing: readonly (readonly string[])[] = [
  ['check'],
  ['backup', 'copy.sqlite'],
  ['import', import.meta.filename],
  ['export', 'calendar.ndjson'],
  ['source', 'list'],
  ['user', 'list'],
  ['user', 'password', 'someone'],
]

for (const words of needing) {
  it(`"${words
    .slice(0, 2)
    .map((word) => basename(word))
    .join(' ')}" does not make a database where there is none`, async () => {
    const directory = join(newDirectory(), 'mistyped')
    const { code, stderr } = await run(words, { KALENDS_DATA: directory })
    assert.equal(code, 78)
    assert.match(
      faultsOf(stderr).join('\n'),
      /^There is no database \/.+\/mistyped\/kalends\.sqlite\. Start the server once to create it, .+$/,
    )
    assert.ok(!existsSync(directory))
  })
}
