import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

/** Which of the others each room of src/import may import. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  read: [],
  match: ['read'],
  apply: ['match', 'read'],
  undo: [],
  run: ['apply', 'match', 'read', 'undo'],
}

/** The imports of a file that its room must not have. */
const findWrong = (file: string, text: string): readonly string[] => {
  const [, , room = ''] = file.split('/')
  return [...text.matchAll(/ from '(\.[^']+)'/g)].flatMap(([, path = '']) => {
    const [, top, other = ''] = join(file, '..', path).split('/')
    const isOther = top === 'import' && other !== room
    return isOther && !allowed[room]?.includes(other) ? [`${file} imports ${path}`] : []
  })
}

describe('the rooms of imports', () => {
  it('import each other in one direction', () => {
    const files = globSync('src/import/**/*.ts')
    assert.ok(files.length > 40)
    assert.deepEqual(
      files.flatMap((file) => findWrong(file, readFileSync(file, 'utf8'))),
      [],
    )
  })

  it('would be noticed in another direction', () => {
    const text = "import { importSource } from '../run/import-source.ts'"
    assert.deepEqual(findWrong('src/import/apply/apply.ts', text), [
      'src/import/apply/apply.ts imports ../run/import-source.ts',
    ])
    assert.deepEqual(findWrong('src/import/loose.ts', "import './read/items.ts' from './read/items.ts'"), [
      'src/import/loose.ts imports ./read/items.ts',
    ])
  })
})
