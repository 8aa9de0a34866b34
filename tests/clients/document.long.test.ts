import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { interfaceLanguages } from '../../src/i18n/catalogue.ts'
import { newDirectory, startProcess } from '../cli/program.ts'
import { drawPicture } from '../media/pictures.ts'
import { directory, installClients } from './install.ts'
import { mistakes } from './mistakes.ts'
import { runProgram, type Site, startSite } from './site.ts'

const skip = await installClients()

/** A document, as far as it is changed here to see that faults are found. */
type Draft = { paths: Record<string, Record<string, { summary?: string; parameters?: unknown[] }>> }

const runPackage = async (file: string, args: readonly string[], environment = {}) => {
  const started = startProcess(process.execPath, [join(directory, 'node_modules', file), ...args], environment)
  return started.ended
}

describe('the document, to public programs (D7)', { skip }, () => {
  let site: Site
  const work = newDirectory()
  const files = new Map<string, string>()

  before(async () => {
    site = await startSite()
    for (const language of interfaceLanguages) {
      const root = language === 'en' ? '' : `/${language}`
      const { text } = await site.server.ask('GET', `/${root}/calendar/events/v1/doc`)
      files.set(language, join(work, `${language}.json`))
      writeFileSync(join(work, `${language}.json`), text)
    }
  })

  after(() => site?.server.stop())

  const english = (): Draft => JSON.parse(readFileSync(join(work, 'en.json'), 'utf8'))

  /** The rules of Redocly that the documents break; it prints an object for each. */
  const lint = async (...documents: string[]): Promise<string[]> => {
    const config = ['--config', join(directory, 'redocly.yaml'), '--format', 'json']
    const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' }
    const { stdout, stderr } = await runPackage('@redocly/cli/bin/cli.js', ['lint', ...documents, ...config], quiet)
    assert.ok(stdout.startsWith('{'), stdout + stderr)
    const reports: { problems: { ruleId: string; severity: string }[] }[] = JSON.parse(
      `[${stdout.trim().replace(/^\}\{$/gm, '},{')}]`,
    )
    assert.equal(reports.length, documents.length)
    return reports.flatMap(({ problems }) => problems).map(({ ruleId, severity }) => `${severity} ${ruleId}`)
  }

  it("breaks none of Redocly's recommended rules in any language", async () => {
    assert.deepEqual(await lint(...files.values()), [])
  })

  it("would break Redocly's rules without a summary", async () => {
    const broken = english()
    delete broken.paths['/events']?.['get']?.summary
    writeFileSync(join(work, 'broken.json'), JSON.stringify(broken))
    assert.deepEqual(await lint(join(work, 'broken.json')), ['error operation-summary'])
  })

  it("breaks none of Spectral's rules in any language but that on the slash of the server (contract B8.2)", async () => {
    const broken = english()
    broken.paths['/events/{id}']?.['get']?.parameters?.shift()
    writeFileSync(join(work, 'broken-too.json'), JSON.stringify(broken))
    const all = [...files.values(), join(work, 'broken-too.json')]
    const findings: Record<string, { code: string; severity: number; path: string }[]> = await runProgram(
      'spectral.mjs',
      { FILES: JSON.stringify(all) },
    )
    const slash = { code: 'oas3-server-trailing-slash', severity: 1, path: 'servers/0/url' }
    for (const file of files.values()) assert.deepEqual(findings[file], [slash], file)
    assert.deepEqual(
      findings[join(work, 'broken-too.json')]?.filter(({ severity }) => severity === 0).map(({ code }) => code),
      ['path-params'],
    )
  })

  /** A folder with the types of the document, the packages, and sources. */
  const makeTyped = async (sources: Readonly<Record<string, string>>): Promise<string> => {
    const folder = join(newDirectory(), 'typed')
    mkdirSync(folder)
    symlinkSync(join(directory, 'node_modules'), join(folder, 'node_modules'))
    copyFileSync(join(directory, 'typed', 'tsconfig.json'), join(folder, 'tsconfig.json'))
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
    const output = ['-o', join(folder, 'calendar.d.ts')]
    const { code, stderr } = await runPackage('openapi-typescript/bin/cli.js', [join(work, 'en.json'), ...output])
    assert.equal(code, 0, stderr)
    return folder
  }

  /** What the compiler says, by file. */
  const compile = async (folder: string): Promise<ReadonlyMap<string, readonly string[]>> => {
    const { stdout } = await runPackage('typescript/bin/tsc', [
      '-p',
      folder,
      '--pretty',
      'false',
      '--noErrorTruncation',
    ])
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
    return Map.groupBy(errors, (line) => /([\w-]+\.ts)\(/.exec(line)?.[1] ?? '')
  }

  const read = (path: string): string => readFileSync(join(directory, path), 'utf8')

  it('gives the types that the client of this repository has', async () => {
    const made = readFileSync(join(await makeTyped({}), 'calendar.d.ts'), 'utf8')
    const schema = join(directory, '../../clients/typescript/src/schema.ts')
    if (process.env['UPDATE_DOCS']) writeFileSync(schema, made)
    assert.ok(
      made === readFileSync(schema, 'utf8'),
      'run UPDATE_DOCS=1 npm test -- tests/clients/document.long.test.ts',
    )
  })

  it('gives types with which a client calls every operation, and bodies with a mistake do not compile', async () => {
    const program = read('typed/every-operation.ts')
    const example = /```ts\n(.*?)```/s.exec(read('../../docs/clients.md'))?.[1] ?? ''
    const wrong = Object.entries(mistakes).map(([name, { code }]) => [`${name}.ts`, mistaken(code)] as const)
    const folder = await makeTyped({
      'every-operation.ts': program,
      'example.ts': example,
      ...Object.fromEntries(wrong),
    })
    const errors = await compile(folder)
    assert.deepEqual(errors.get('every-operation.ts') ?? [], [])
    assert.ok(example.includes('createClient'))
    assert.deepEqual(errors.get('example.ts') ?? [], [])
    for (const [name, { says }] of Object.entries(mistakes)) {
      assert.match((errors.get(`${name}.ts`) ?? []).join('\n'), says, name)
    }
    assert.equal(errors.size, wrong.length, [...errors.keys()].join(' '))

    const calls: { operation: string; status: number }[] = await runProgram('typed.mjs', {
      PROGRAM: join(folder, 'every-operation.ts'),
      SITE: site.address,
      SECRET: site.secret,
      PICTURE: (await drawPicture().png().toBuffer()).toString('base64'),
    })
    for (const { operation, status } of calls) assert.ok(status < 300, `${operation}: ${status}`)
    assert.deepEqual([...new Set(calls.map(({ operation }) => operation))].sort(), operationsOf(english()))
  })
})

const mistaken = (code: string): string => `import createClient from 'openapi-fetch'
import type { paths } from './calendar.d.ts'
const client = createClient<paths>({ baseUrl: 'https://calendar.example.org/calendar/events/v1' })
export type NewEvent = paths['/events']['post']['requestBody']['content']['application/json']
export type Filters = NonNullable<paths['/events']['get']['parameters']['query']>
export const reply = client.${code}
`

const operationsOf = ({ paths }: Draft): string[] =>
  Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((name) => !name.startsWith('SERVERS'))
    .sort()
