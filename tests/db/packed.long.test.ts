import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { newDirectory, startProcess } from '../cli/program.ts'

const root = join(import.meta.dirname, '../..')

it('the packed program has what makes the schema, and the built admin', async () => {
  const copy = newDirectory()
  const names = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
  for (const name of [...names, 'src', 'locales', 'admin', 'clients/typescript', 'scripts'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const packed = spawnSync('npm', ['run', '--silent', 'prepack'], { cwd: copy, encoding: 'utf8' })
  assert.equal(packed.status, 0, packed.stdout + packed.stderr)
  for (const source of ['src', 'admin', 'clients']) rmSync(join(copy, source), { recursive: true })
  const { script, style } = JSON.parse(readFileSync(join(copy, 'dist/admin/manifest.json'), 'utf8'))
  for (const file of [script, style]) assert.ok(statSync(join(copy, 'dist/admin', file)).size > 1000, file)

  const addUser = () =>
    startProcess(process.execPath, [join(copy, 'dist/main.js'), 'user', 'add', 'ann', '--role', 'administrator'], {
      KALENDS_DATA: newDirectory(),
    }).ended
  const { code, stderr } = await addUser()
  assert.equal(code, 0, stderr)

  rmSync(join(copy, 'dist/db/migrations/0001-schema.sqlite.sql'))
  assert.notEqual((await addUser()).code, 0)
})
