import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Linter } from 'eslint'
import regexp from 'eslint-plugin-regexp'

const root = join(import.meta.dirname, '../..')
const linter = new Linter({ configType: 'flat' })

/** Regular expressions whose running time can grow faster than the length of the text, as lines `line: expression`. */
const findSuperLinear = (script: string): string[] =>
  linter
    .verify(script, {
      plugins: { regexp },
      languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': ['error', { report: 'certain' }],
      },
    })
    .map(({ line, message }) => `${line}: ${message}`)

const readScript = (file: string): string => {
  const text = readFileSync(join(root, file), 'utf8')
  return file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}

/** The expressions that a module composes while it is loaded, as literals. */
const readComposed = async (file: string): Promise<string[]> => {
  const composed: string[] = []
  const original = globalThis.RegExp
  const record = (made: RegExp): RegExp => {
    composed.push(String(made))
    return made
  }
  globalThis.RegExp = new Proxy(original, { construct: (target, [source, flags]) => record(new target(source, flags)) })
  try {
    await import(`${pathToFileURL(join(root, file))}?recorded`)
  } finally {
    globalThis.RegExp = original
  }
  return composed
}

/** Composed when it is called, from the name of an element: what follows the name is one class of characters. */
const composedLater = ['src/lib/text.ts']

describe('regular expressions of the source', () => {
  const files = globSync('src/**/*.{ts,js}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'))

  it('take time in proportion to the length of the text', () => {
    assert.ok(files.length > 200)
    const found = files.flatMap((file) => findSuperLinear(readScript(file)).map((fault) => `${file}:${fault}`))
    assert.deepEqual(found, [])
  })

  it('do so as well where they are composed when a module is loaded', async () => {
    const composing = files.filter((file) => readScript(file).includes('new RegExp('))
    for (const file of composing) {
      const found = await readComposed(file)
      assert.ok(found.length > 0 || composedLater.includes(file), `${file} composes an expression that nothing checks`)
      assert.deepEqual(
        found.flatMap((expression) => findSuperLinear(`export default ${expression}`)),
        [],
        file,
      )
    }
  })

  it('are found where they do not (control)', () => {
    for (const slow of ['/\\s*;\\s*/', '/(\\d+\\.?\\d*)$/', '/^(a+)+$/', '/^\\s*x?\\s*$/']) {
      assert.equal(findSuperLinear(`export const slow = (text) => text.split(${slow})`).length > 0, true, slow)
    }
    assert.deepEqual(findSuperLinear('export const quick = /^[a-z]+$/'), [])
  })
})
