import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { collectTexts } from '../../scripts/admin-texts.mjs'

const collectFrom = (source: string): string[] => {
  const directory = mkdtempSync(join(tmpdir(), 'kalends-texts-'))
  const file = join(directory, 'view.tsx')
  writeFileSync(file, source)
  try {
    return collectTexts([file])
  } finally {
    rmSync(directory, { recursive: true })
  }
}

it('texts of the admin are collected as they are written out, each once', () => {
  const source = String.raw`
    t('Save'); t('Save'); title={t("Don't")} tn(
      '{count} event',
      '{count} events', n,
    )
    t('It\'s {name}', { name }); const text = input('not one'); other.t('nor this')`
  assert.deepEqual(collectFrom(source), ["Don't", "It's {name}", 'Save', '{count} event', '{count} events'])
})

it('a text that is put together cannot be translated, and is refused', () => {
  for (const source of ['t(name)', 't(`Save`)', "tn('one', other, n)", "t('a\\n')"]) {
    assert.throws(() => collectFrom(source), /not written out/, source)
  }
  // A text that is only begun with a literal is none either.
  assert.throws(() => collectFrom("t('Save ' + name)"), /not written out/)
})
