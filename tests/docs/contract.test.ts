import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** A clause as comments cite it: "contract B4.3", "(F2.1)". */
const clausePattern = /\b[ABCDF]\d{1,2}(?:\.\d{1,2})?\b/g

/** The comments of a source file, without its code: there, names and texts such as `A0` mean something else. */
const commentsOf = (source: string): string =>
  [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) => comment).join('\n')

/** The clauses that the comments of a source file cite. */
const citedIn = (source: string): string[] => [...commentsOf(source).matchAll(clausePattern)].map(([clause]) => clause)

/** The clauses that are headings of the page. */
const headingsOf = (page: string): string[] =>
  [...page.matchAll(/^#{2,3} ([ABCDF]\d+(?:\.\d+)?) \S/gm)].map(([, clause]) => String(clause))

/** The clauses that are cited and are no heading of the page, with the file that cites them. */
const findMissing = (page: string, sources: ReadonlyMap<string, string>): string[] => {
  const clauses = new Set(headingsOf(page))
  return [...sources].flatMap(([path, source]) =>
    citedIn(source)
      .filter((clause) => !clauses.has(clause))
      .map((clause) => `${path}: ${clause}`),
  )
}

const page = readFileSync(join(root, 'docs/contract.md'), 'utf8')
const sources = new Map(
  ['src', 'tests']
    .flatMap((folder) =>
      globSync(join(folder, '**/*.{ts,js,mjs}'), { cwd: root, exclude: (name) => /node_modules/.test(name) }),
    )
    // The texts of this file cite what does not exist.
    .filter((path) => path !== relative(root, import.meta.filename))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

describe('the contract', () => {
  it('has every clause that a comment cites', () => {
    assert.ok([...sources.values()].flatMap(citedIn).length > 100)
    assert.deepEqual(findMissing(page, sources), [])
  })

  it('would be seen to lack one (negative control)', () => {
    const clause = [...sources.values()].flatMap(citedIn).find((it) => it.includes('.')) ?? assert.fail()
    const shorter = page.replace(new RegExp(`^#+ ${clause.replace('.', '\\.')} .*$`, 'm'), '')
    assert.notEqual(shorter, page)
    assert.ok(findMissing(shorter, sources).some((line) => line.endsWith(`: ${clause}`)))
    assert.deepEqual(findMissing('## B1 One\n\n### B1.2 Two', new Map([['a.ts', '/** As B1.2 and B9.9 say. */']])), [
      'a.ts: B9.9',
    ])
    assert.deepEqual(findMissing('', new Map([['a.ts', "const cell = 'B2' // see there"]])), [])
  })

  it('has each clause once, and says something under it', () => {
    const headings = headingsOf(page)
    assert.equal(new Set(headings).size, headings.length)
    for (const section of page.split(/^(?=#{2,3} )/m).slice(1)) {
      const [heading = '', ...lines] = section.split('\n')
      const isGroup = heading.startsWith('## ') && lines.join('').trim() === ''
      assert.ok(isGroup || lines.join('').trim().length > 20, heading)
    }
  })

  it('calls The Events Calendar by its name', () => {
    assert.doesNotMatch(page, /\bpeer\b|\bissue \d/i)
  })
})
