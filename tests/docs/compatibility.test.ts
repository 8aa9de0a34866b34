import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

type Rule = {
  readonly clause: string
  readonly why: string
  readonly name?: string
  readonly recorded?: { readonly status: number }
  readonly expected?: { readonly status: number }
  readonly paths?: readonly string[]
}

const page = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8')
const rules = JSON.parse(
  readFileSync(new URL('../conformance/differences.json', import.meta.url), 'utf8'),
) as readonly Rule[]

/** The sections that are headed by a clause, with their text. */
const sectionsOf = (text: string): Map<string, string> => {
  // The last clause ends where the next part of the page begins.
  const [, clauses = ''] = /^# Differences, point by point$([\s\S]*?)(?=^# |(?![\s\S]))/m.exec(text) ?? []
  const parts = clauses.split(/^## ([A-C]\d+(?:\.\d+)?) .+$/m)
  const sections = new Map<string, string>()
  for (let i = 1; i < parts.length; i += 2) sections.set(parts[i] ?? '', (parts[i + 1] ?? '').trim())
  return sections
}

/** Clauses with deliberate differences that show in no recorded exchange. */
const unrecorded = ['B4.8', 'B5.3']

const sections = sectionsOf(page)

describe('the page on compatibility', () => {
  it('has a section for every clause that a rule names, and for those that no recording shows', () => {
    const clauses = new Set(rules.map(({ clause }) => clause))
    assert.deepEqual([...sections.keys()].sort(), [...new Set([...clauses, ...unrecorded])].sort())
  })

  it('says something under every clause', () => {
    for (const [clause, text] of sections) assert.match(text, /^- [\s\S]{20,}\.$/, clause)
  })

  it('names each clause once', () => {
    const headings = [...page.matchAll(/^## ([A-C]\d\S*) /gm)].map(([, clause]) => clause)
    assert.equal(headings.length, sections.size)
  })

  it('is split at the headings of clauses', () => {
    const text =
      '# a\n## Other\nx\n# Differences, point by point\ny\n## B1.2 One\n- text\n## B10 Two\n- more\n\n# End\nz'
    assert.deepEqual(
      [...sectionsOf(text)],
      [
        ['B1.2', '- text'],
        ['B10', '- more'],
      ],
    )
  })
})

describe('the rules of deliberate differences', () => {
  it('give one plain sentence each', () => {
    for (const { why } of rules) assert.match(why, /^[A-Z`0-9].{10,}\.$/)
  })

  it('excuse something, and never everything', () => {
    for (const { why, paths, recorded, expected } of rules) {
      assert.ok(paths === undefined ? recorded && expected : paths.length > 0, why)
      for (const path of paths ?? []) assert.match(path, /^\^.+\$$/, why)
    }
  })

  it('name the exchanges, but for fields that every record has', () => {
    const general = rules.filter(({ name }) => name === undefined)
    for (const { why, paths } of general) {
      assert.ok(
        paths?.every((path) => /(urls|rest_url)/.test(path)),
        why,
      )
    }
    for (const { name = '^', why } of rules) assert.ok(name.startsWith('^'), why)
  })
})
