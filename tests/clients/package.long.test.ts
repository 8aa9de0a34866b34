import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { eventPayload, newDirectory, startProcess } from '../cli/program.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)

/** A program as somebody writes it who has installed the package. */
const program = `
import { CalendarError, createCalendarClient, eachRecord, readChanges, type Schemas } from 'kalends-client'

const [url = '', password = ''] = process.argv.slice(2)
const open = createCalendarClient({ url })
const own = createCalendarClient({ url, password })
const titles: string[] = []
for await (const event of eachRecord(open, '/events', { per_page: 20 })) titles.push(event.title)
const found: Schemas['Event'][] = []
for await (const event of eachRecord(open, '/events', { search: 'Event 7' })) found.push(event)
const { data } = await own.POST('/tags', { body: { name: 'Outdoors' } })
const refused = await own.POST('/events', { body: { title: 'Without dates', start_date: 'never', end_date: 'never' } }).catch((error) => error)
const anonymous = await open.POST('/tags', { body: { name: 'No' } }).catch((error) => error)
let after = ''
const copy = new Map<number, string>()
for await (const { items, next } of readChanges({ url })) {
  for (const change of items) if (change.kind === 'event' && change.state === 'updated') copy.set(change.id, change.data.title)
  after = next
}
const copied = [...copy.values()].filter((title) => titles.includes(title)).length
// Pages that are gone while the list is read end it.
let shrunk = 0
for await (const _ of eachRecord(own, '/events', { per_page: 20 })) {
  shrunk++
  if (shrunk === 20) for (const event of found) await own.DELETE('/events/{id}', { params: { path: { id: event.id } } })
}
const gone: number[] = []
for await (const { items } of readChanges({ url }, { after })) for (const { state, id } of items) if (state === 'deleted') gone.push(id)
const removed = gone.length === found.length && found.every(({ id }) => gone.includes(id))
const lost = await readChanges({ url }, { after: after.replace(/epoch=[^&]*/, 'epoch=other') }).next().catch((error) => error.code)
const kinds = [refused, anonymous].map((error) => error instanceof CalendarError && [error.status, error.code, Object.keys(error.params).sort()])
console.log(JSON.stringify({ titles, found: found.length, tag: data?.name, kinds, shrunk, copied, removed, lost }))
`

/** Mistakes that the types find, each on a line of its own. */
const mistakes = `
import { createCalendarClient, eachRecord } from 'kalends-client'
const calendar = createCalendarClient({ url: '' })
// @ts-expect-error no such path
await calendar.GET('/event')
// @ts-expect-error no such filter
eachRecord(calendar, '/events', { searching: 'x' })
// @ts-expect-error no such list
eachRecord(calendar, '/places')
for await (const venue of eachRecord(calendar, '/venues')) {
  // @ts-expect-error no such field
  venue.title
}
`

describe('the package of the typed client', () => {
  let site: Site
  let folder: string

  before(async () => {
    site = await startSite()
    folder = newDirectory()
    await execute('npm', ['pack', '--workspace', 'clients/typescript', '--pack-destination', folder], { cwd: root })
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    const place = join(folder, 'node_modules', 'kalends-client')
    mkdirSync(place, { recursive: true })
    await execute('tar', ['-xzf', join(folder, archive), '-C', place, '--strip-components', '1'])
    // What the package needs is that of this repository.
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    writeFileSync(join(folder, 'program.ts'), program)
    writeFileSync(join(folder, 'mistakes.ts'), mistakes)
    const options = { target: 'es2022', module: 'nodenext', strict: true, types: ['node'], lib: ['es2022', 'dom'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, outDir: 'out' } }))
  })
  after(async () => {
    await site?.server.stop()
  })

  it('has what it needs, and nothing else', () => {
    const files = readdirSync(join(folder, 'node_modules/kalends-client'), { recursive: true }).map(String).sort()
    assert.deepEqual(files, [
      'README.md',
      'dist',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/schema.d.ts',
      'dist/schema.js',
      'package.json',
    ])
  })

  it('reads all pages of a list, writes, and says what was refused', async () => {
    await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch((error) =>
      assert.fail(error.stdout),
    )
    const count = 45
    for (let n = 0; n < count; n++)
      await site.send('POST', '/events', { body: { ...eventPayload(`Event ${n}`), status: 'publish' } })
    const { ended } = startProcess(
      process.execPath,
      [join(folder, 'out/program.js'), `${site.address}/calendar/events/v1`, site.secret],
      {},
    )
    const { code, stdout, stderr } = await ended
    assert.equal(code, 0, stderr)
    const { titles, found, tag, kinds, shrunk, copied, removed, lost } = JSON.parse(stdout)
    assert.equal(new Set(titles).size, count)
    assert.equal(titles.length, count)
    assert.deepEqual([found, tag], [4, 'Outdoors'])
    assert.deepEqual(kinds, [
      [400, 'rest_invalid_param', ['end_date', 'start_date']],
      [401, 'rest_forbidden', []],
    ])
    assert.deepEqual([copied, removed, lost], [count, true, 'kalends_changes_gone'])
    assert.ok(shrunk >= 20 && shrunk < count)
  })
})
