import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { commands } from '../../src/cli/run.ts'
import { roles } from '../../src/db/schema.ts'
import { settings } from '../../src/settings.ts'
import { interfacePage } from './interface-page.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The first cells of the rows of the tables of a page, without their backticks. */
const firstCells = (page: string): string[] =>
  [...read(page).matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell]) => String(cell).replaceAll('\\|', '|'))

const folders = ['.', 'docs', 'docs/decisions', 'deploy', 'examples/conferences']
const pages = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** The anchors of a page, as its headings make them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** The links of a page to files and headings that do not exist. */
const findDeadLinks = (page: string, text = read(page)): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
    .filter(([, target = '', anchor]) => {
      const path = target === '' ? page : join(dirname(page), target)
      if (!existsSync(join(root, path))) return true
      return anchor !== undefined && path.endsWith('.md') && !anchorsOf(read(path)).includes(anchor)
    })
    .map(([, target = '', anchor]) => `${page}: ${target}${anchor === undefined ? '' : `#${anchor}`}`)

describe('the documentation', () => {
  it('lists every setting with its default, and no other', () => {
    assert.deepEqual(firstCells('docs/settings.md').sort(), settings.map(({ name }) => name).sort())
    for (const { name, default: value } of settings.filter((it) => it.default !== '')) {
      assert.match(read('docs/settings.md'), new RegExp(`\`${name}\` \\| \`${value.replace(/[$.]/g, '\\$&')}\``), name)
    }
  })

  it('lists every command, and no other', () => {
    const documented = firstCells('docs/commands.md').map((cell) => cell.split(' ')[0])
    assert.deepEqual([...new Set(documented)].sort(), [...Object.keys(commands), 'help'].sort())
    const actions = ['add', 'list', 'role', 'password', 'login', 'reset', 'remove-factor', 'remove']
    assert.deepEqual(
      firstCells('docs/commands.md')
        .filter((cell) => cell.startsWith('user '))
        .map((cell) => cell.split(' ')[1]),
      actions,
    )
    for (const action of actions) assert.match(commands['user']?.usage ?? '', new RegExp(`\\b${action}\\b`))
  })

  it('lists every role', () => {
    for (const role of roles) assert.ok(read('docs/authentication.md').includes(role), role)
  })

  it('lists every route, method and parameter', () => {
    if (process.env['UPDATE_DOCS']) writeFileSync(join(root, 'docs/interface.md'), interfacePage())
    assert.equal(read('docs/interface.md'), interfacePage())
  })

  it('has no dead link', () => {
    assert.ok(pages.length > 30)
    assert.deepEqual(
      pages.flatMap((page) => findDeadLinks(page)),
      [],
    )
  })

  it('would be seen to have one (negative control)', () => {
    assert.deepEqual(
      findDeadLinks('docs/api.md', '[a](nowhere.md) [b](errors.md#nothing) [c](#texts) [d](errors.md)'),
      ['docs/api.md: nowhere.md', 'docs/api.md: errors.md#nothing'],
    )
  })

  it('leads to every page', () => {
    const index = read('docs/README.md')
    const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md')
    for (const name of names) assert.ok(index.includes(`](${name})`), name)
  })

  it('calls The Events Calendar by its name', () => {
    for (const page of pages) assert.doesNotMatch(read(page), /\bthe peer\b/i, page)
  })

  it('say in every folder of the source what belongs there', () => {
    const entries = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name, parentPath }) => join(parentPath, name))
    assert.ok(folders.length > 20)
    for (const folder of folders) {
      const lines = readFileSync(join(folder, 'README.md'), 'utf8').trim().split('\n')
      // Tables and steps are read line by line; all else is to be short.
      const prose = lines.filter((line) => !/^(\||\d+\. )/.test(line))
      assert.ok(prose.length >= 3 && prose.length <= 10, `${folder} has ${prose.length} lines of prose`)
      const text = lines.join('\n')
      for (const [, path = ''] of text.matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:ts|js)|(?:[\w-]+\/)+)`/g)) {
        const places = [join(folder, path), join(root, path), join(root, 'src', path)]
        assert.ok(
          places.some((place) => existsSync(place)),
          `${folder}: ${path}`,
        )
      }
    }
  })

  it('names files that exist in ARCHITECTURE.md', () => {
    const paths = [...read('ARCHITECTURE.md').matchAll(/`((?:src|tests|docs|scripts|bin|runtime)\/[\w./-]*)`/g)].map(
      ([, path]) => String(path),
    )
    assert.ok(paths.length > 20)
    for (const path of paths.filter((it) => !it.includes('xx.ts'))) assert.ok(existsSync(join(root, path)), path)
  })
})
