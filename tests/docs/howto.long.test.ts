import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newDirectory } from '../cli/program.ts'
import type { Calendar } from '../support/calendar.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/howto-add-a-field.md'), 'utf8')

/** A change of one file: what stands there, and what comes in its place; a new file has no `before`. */
type Change = { readonly path: string; readonly before: string; readonly after: string }

/** The changes that a page shows as blocks of `diff`, one file each. */
const changesOf = (text: string): Change[] =>
  [...text.matchAll(/^```diff\n(?:---|\+\+\+) (\S+)\n(.*?)\n```$/gms)].map(([, path = '', body = '']) => {
    const lines = body.split('\n')
    const without = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1))
    return { path, before: without('+').join('\n'), after: without('-').join('\n') }
  })

const [fieldPart = '', adminPart = '', filterPart = ''] = page.split(/^## (?:The field in the admin|A filter)/m)

/** Makes the changes below a directory, except those that are made already; what should be there stands there once. */
const apply = (directory: string, changes: readonly Change[]): void => {
  for (const { path, before, after } of changes) {
    const file = join(directory, path)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text.includes(`${after}\n`)) continue
    if (before === '') writeFileSync(file, `${after}\n`, { flag: 'wx' })
    else {
      assert.equal(text.split(`${before}\n`).length, 2, `${path} does not have once:\n${before}`)
      writeFileSync(
        file,
        text.replace(`${before}\n`, () => `${after}\n`),
      )
    }
  }
}

/** Copies what runs and what is compiled, so that the changes meet nothing else. */
const copyProject = (): string => {
  const directory = newDirectory()
  for (const name of [
    'src',
    'admin',
    'locales',
    'tests',
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'examples',
    'bench',
    'bin',
    'clients',
    'runtime/package.json',
  ]) {
    cpSync(join(root, name), join(directory, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
  }
  // The admin takes its types from the client of the copy.
  const modules = join(directory, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(
      name === 'kalends-client' ? join(directory, 'clients/typescript') : join(root, 'node_modules', name),
      join(modules, name),
    )
  return directory
}

/** Adds a member to a type of the client, as the generator writes it that `tests/clients` installs. */
const addMember = (directory: string, type: string, member: string): void => {
  const file = join(directory, 'clients/typescript/src/schema.ts')
  const text = readFileSync(file, 'utf8')
  const begin = `\n        ${type}: {\n`
  assert.equal(text.split(begin).length, 2, type)
  writeFileSync(file, text.replace(begin, `${begin}            ${member}\n`))
}

describe('the page on adding a field or a filter', () => {
  const directory = copyProject()
  let calendar: Calendar

  before(async () => {
    apply(directory, changesOf(page))
    // The databases that a run of tests shares have no such column.
    delete process.env['TEST_TEMPLATES']
    const support = pathToFileURL(join(directory, 'tests/support/calendar.ts')).href
    const { createCalendar }: typeof import('../support/calendar.ts') = await import(support)
    calendar = await createCalendar()
  })
  after(() => calendar?.close())

  const filesOf = (part: string): string[] => [...new Set(changesOf(part).map(({ path }) => path))]

  it('changes four files for a field, one for the admin, and two for a filter', () => {
    assert.equal(filesOf(fieldPart).length, 4)
    assert.equal(filesOf(adminPart).length, 1)
    assert.equal(filesOf(filterPart).length, 2)
  })

  const compile = (project: string) => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    return spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' })
  }

  it('makes what compiles', () => {
    const { stdout, status } = compile(directory)
    assert.equal(status, 0, stdout)
  })

  it('makes a field of the admin that compiles once the client has it', () => {
    const admin = join(directory, 'admin')
    assert.match(compile(admin).stdout, /venue-kind\.tsx.*"directions"/, 'before the client is updated')
    addMember(directory, 'Venue', 'directions?: string;')
    addMember(directory, 'VenueFields', 'directions?: string | null;')
    const { stdout, status } = compile(admin)
    assert.equal(status, 0, stdout)
  })

  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const runIn = (...parts: readonly string[]): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, parts, { cwd: directory, env, encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
    return stdout
  }

  it('makes a migration that older calendars take', () => {
    assert.match(runIn('--test', '--test-name-pattern=sqlite', 'tests/db/before-release.test.ts'), /pass [1-9]/)
  })

  it('makes texts that need no translation at once', () => {
    // The texts of the admin are collected when it is built.
    runIn('-e', "import('./scripts/build-admin.mjs').then(({ provideAdmin }) => provideAdmin(process.cwd()))")
    assert.match(readFileSync(join(directory, 'dist/admin/texts.json'), 'utf8'), /"How to get there"/)
    assert.match(runIn('--test', 'tests/i18n/*.test.ts'), /tests [1-9]/)
  })

  it('makes a field that is validated, written, shown, cleared and found', async () => {
    const { ask } = calendar
    const long = await ask('POST', '/venues', { as: 'editor', body: { venue: 'Far', directions: 'x'.repeat(501) } })
    assert.equal(long.status, 400)
    assert.match(long.body.data.params.directions, /at most 500 characters/)

    const body = { venue: 'Town hall', city: 'Springfield', directions: 'Tram 7 & a walk' }
    const created = await ask('POST', '/venues', { as: 'editor', body })
    assert.equal(created.status, 201, created.text)
    assert.equal(created.body.directions, 'Tram 7 &#038; a walk')
    const names = Object.keys(created.body)
    assert.ok(names.indexOf('directions') < names.indexOf('show_map'), 'in its place in the record')

    const plain = await ask('POST', '/venues', { as: 'editor', body: { venue: 'Barn', city: 'Shelbyville' } })
    assert.equal('directions' in plain.body, false, 'left out when empty')

    const found = await ask('GET', '/venues?search=tram')
    assert.deepEqual([found.body.venues.length, found.body.venues[0].directions], [1, 'Tram 7 &#038; a walk'])
    const path = `/venues/${created.body.id}`
    await ask('PATCH', path, { as: 'editor', body: { directions: 'Bus 12' } })
    assert.equal((await ask('GET', '/venues?search=tram')).body.venues.length, 0)
    const cleared = await ask('PATCH', path, { as: 'editor', body: { directions: null } })
    assert.equal('directions' in cleared.body, false)
  })

  it('makes a field that tables have a column for', async () => {
    const { text } = await calendar.ask('GET', '//kalends/v1/export.csv', { as: 'admin' })
    assert.match(text, /^[^\r]*,venue\.directions,/)
  })

  it('makes a field and a filter that the documentation describes', async () => {
    const { body: doc } = await calendar.ask('GET', '/doc')
    const { VenueFields, Venue } = doc.components.schemas
    assert.deepEqual(VenueFields.properties.directions, {
      type: ['string', 'null'],
      maxLength: 500,
      description: 'How to get to the venue.',
    })
    assert.deepEqual(Venue.properties.directions, { type: 'string', description: 'How to get to the venue.' })
    assert.equal(Venue.required.includes('directions'), false)
    const city = doc.paths['/venues'].get.parameters.find(({ name }: { name: string }) => name === 'city')
    assert.equal(city.description, 'Only venues in this city.')
    const { body: index } = await calendar.ask('GET', '/')
    const [list, create] = index.routes['/calendar/events/v1/venues'].endpoints
    assert.equal(list.args.city.description, 'Only venues in this city.')
    assert.equal(create.args.directions.description, 'How to get to the venue.')
    const german = await calendar.ask('GET', '//de/calendar/events/v1')
    const [, deCreate] = german.body.routes['/calendar/events/v1/venues'].endpoints
    assert.equal(deCreate.args.directions.description, 'How to get to the venue.', 'in English without a translation')
  })

  it('makes a filter that keeps what it says', async () => {
    const { body } = await calendar.ask('GET', '/venues?city=Shelbyville')
    assert.deepEqual(
      body.venues.map(({ venue }: { venue: string }) => venue),
      ['Barn'],
    )
    assert.match((await calendar.ask('GET', '/venues?city=Shelbyville')).body.rest_url, /city=Shelbyville/)
  })

  it('is read change by change', () => {
    const change = changesOf('```diff\n--- a/b.ts\n one\n-two\n+three\n```\n\n```diff\n+++ c.ts\n+four\n```')
    assert.deepEqual(change, [
      { path: 'a/b.ts', before: 'one\ntwo', after: 'one\nthree' },
      { path: 'c.ts', before: '', after: 'four' },
    ])
    assert.throws(
      () => apply(directory, [{ path: 'src/main.ts', before: 'nothing of it', after: 'something else' }]),
      /does not have/,
    )
  })
})
