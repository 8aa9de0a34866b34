import assert from 'node:assert/strict'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { newCalendar, newDirectory, type Result, type Server, serve, startProcess } from '../cli/program.ts'
import { blocksOf, fillIn, lacks, readPage, root, shapeOf, shellScript } from './blocks.ts'

/** A server with its administrator, and a directory as readers have it before them. */
type Scene = {
  readonly server: Server
  readonly address: string
  readonly secret: string
  readonly run: (program: string, ...args: readonly string[]) => Promise<Result>
}

const startScene = async (): Promise<Scene> => {
  const { environment, secret } = await newCalendar()
  const server = await serve(environment)
  const directory = newDirectory()
  symlinkSync(join(root, 'examples'), join(directory, 'examples'))
  writeFileSync(
    join(directory, 'poster.jpg'),
    await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
  )
  const settings = { ...environment, NODE: process.execPath, ROOT: root }
  // Programs of readers run in their own directory.
  const run = (program: string, ...args: readonly string[]) =>
    startProcess('sh', ['-c', 'cd "$1" && shift && exec "$@"', 'sh', directory, program, ...args], settings).ended
  return { server, address: server.address, secret, run }
}

/** Runs all commands of a page, one after the other, on a server of its own. */
const runCommands = async (commands: string): Promise<{ scene: Scene; result: Result }> => {
  const scene = await startScene()
  // The other site is this one: every event comes a second time.
  const filled = fillIn(commands, scene).replaceAll('https://old.example.org', scene.address)
  return { scene, result: await scene.run('sh', '-c', shellScript(filled)) }
}

const assertGood = ({ code, stdout, stderr }: Result): void => assert.equal(code, 0, `${stdout}\n${stderr}`)

/** What must be so after the commands of a page have run. */
const pages: Readonly<Record<string, (scene: Scene, output: string) => Promise<void>>> = {
  'README.md': async ({ server }, output) => {
    assert.match(output, /"title":"Summer fair"/)
    assert.match(output, /Imported 278 events; 0 lines failed/)
    assert.equal((await server.ask('GET', '/events?start_date=2000-01-01')).body.total, 279)
  },
  'docs/api.md': async ({ server }, output) => {
    assert.ok(output.split('\n').includes('304'), output.slice(-500))
    const { body } = await server.ask('GET', '/events?start_date=2000-01-01')
    assert.deepEqual(
      body.events.map(({ title, cost }: { title: string; cost: string }) => [title, cost]),
      [
        ['Summer fair', ''],
        ['Rock &#038; roll night', '15€'],
      ],
    )
  },
  'docs/authentication.md': async (_, output) => {
    const [session] = blocksOf(readPage('docs/authentication.md'), 'json')
    const answers = output.split('\n').filter((line) => line.startsWith('{"user"'))
    assert.deepEqual(shapeOf(JSON.parse(answers[0] ?? '')), shapeOf(JSON.parse(session ?? '')))
  },
  'docs/images.md': async ({ server }) => {
    const { body } = await server.ask('GET', '/events')
    assert.match(body.events[0].image.url, /\/media\/.*\.jpg$/)
  },
  'docs/kalends-v1.md': async ({ server }, output) => {
    const { body } = await server.ask('GET', '//kalends/v1/site')
    const [sample = ''] = blocksOf(readPage('docs/kalends-v1.md'), 'json')
    assert.deepEqual(shapeOf(body), shapeOf(JSON.parse(sample)))
    assert.ok(output.includes(JSON.stringify(body)), output)
  },
  'docs/keeping-in-step.md': async ({ server }, output) => {
    const { body } = await server.ask('GET', '/events?source=museum')
    const shown = body.events.map(({ title, cost, external_id }: Record<string, string>) => [title, cost, external_id])
    assert.deepEqual(shown, [
      ['Impressionists', '12€', 'exhibition-7'],
      ['Tour', '', 'tour-8'],
    ])
    const { responses } = JSON.parse(output.slice(output.indexOf('{"responses"')))
    assert.deepEqual(
      responses.map(({ status }: { status: number }) => status),
      [200, 201, 404],
    )
  },
  'docs/users.md': async (_, output) => assert.match(output, /\tanna\tauthor\tanna@example\.org\n/),
  'docs/moving-data.md': async ({ server }) => {
    const { body } = await server.ask('GET', '/events?start_date=2000-01-01')
    const titles = body.events.map(({ title }: { title: string }) => title)
    assert.deepEqual(titles, ['Summer fair', 'Summer fair', 'Flea market', 'Flea market'])
    // The calendar has been imported into itself: the venue is the same.
    assert.equal((await server.ask('GET', '/venues')).body.total, 1)
  },
}

const noTools = lacks('curl', '--json', '{}', '--fail-with-body', '--version') || lacks('jq', '--version')

describe('the commands of', { skip: noTools }, () => {
  for (const [path, check] of Object.entries(pages)) {
    it(path, async () => {
      const { scene, result } = await runCommands(blocksOf(readPage(path), 'sh').join('\n'))
      assertGood(result)
      await check(scene, result.stdout)
      await scene.server.stop()
    })
  }

  it('a page with a mistake would fail (negative control)', async () => {
    const [block = ''] = blocksOf(readPage('docs/api.md'), 'sh')
    const { scene, result } = await runCommands(block.replace('/v1/events', '/v1/evnets'))
    assert.notEqual(result.code, 0)
    assert.match(result.stdout, /rest_no_route/)
    await scene.server.stop()
  })
})

describe('the tutorial', () => {
  const page = readPage('docs/tutorial.md')
  const [printed = ''] = blocksOf(page, 'text')
  const python = lacks('python3', '--version')

  const runProgram = async (program: string, text: string): Promise<{ scene: Scene; result: Result }> => {
    const scene = await startScene()
    const file = join(newDirectory(), 'tutorial.mjs')
    writeFileSync(file, fillIn(text, scene))
    return { scene, result: await scene.run(program, file) }
  }

  for (const [language, program, skip] of [
    ['js', process.execPath, false],
    ['python', 'python3', python],
  ] as const) {
    it(`does in ${language} what it says`, { skip }, async () => {
      const { scene, result } = await runProgram(program, blocksOf(page, language).join('\n'))
      assertGood(result)
      assert.equal(result.stdout, printed)
      assert.equal((await scene.server.ask('GET', '/events')).body.total, 0)
      await scene.server.stop()
    })

    it(`fails in ${language} without the right password (negative control)`, { skip }, async () => {
      const text = blocksOf(page, language).join('\n').replace('PASSWORD', 'WRONG')
      const { scene, result } = await runProgram(program, text)
      assert.notEqual(result.code, 0)
      assert.match(result.stderr, /401 incorrect_password: /)
      await scene.server.stop()
    })
  }
})

describe('the samples on the page about the interface', () => {
  const page = readPage('docs/api.md')
  const [list = '', fault = ''] = blocksOf(page, 'json')

  it('are what the server answers', async () => {
    const { server, address, secret, run } = await startScene()
    const sent = /--json '(\{[\s\S]*?\})'/.exec(blocksOf(page, 'sh')[0] ?? '')?.[1] ?? ''
    const created = await server.ask('POST', '/events', { as: secret, body: JSON.parse(sent) })
    assert.equal(created.status, 201, created.text)
    const { body } = await server.ask('GET', '/events?start_date=2027-06-14&per_page=1')
    const sample = JSON.parse(list)
    assert.deepEqual(shapeOf(body), shapeOf(sample))
    for (const name of ['title', 'description', 'cost_details', 'utc_start_date', 'timezone_abbr']) {
      assert.deepEqual(body.events[0][name], sample.events[0][name], name)
    }
    const refused = await server.ask('POST', '/events', {
      as: secret,
      body: { title: 'x', start_date: 'today', end_date: 'today', venue: { city: 'x' } },
    })
    assert.deepEqual(refused.body, JSON.parse(fault))
    const [browser = ''] = blocksOf(page, 'js')
    const result = await run(process.execPath, '--input-type=module', '--eval', fillIn(browser, { address, secret }))
    assert.equal(result.stdout, '1 of 1\n')
    await server.stop()
  })

  it('would be seen to differ (negative control)', () => {
    const sample = JSON.parse(list)
    const [event] = sample.events
    assert.notDeepEqual(shapeOf({ ...sample, events: [{ ...event, sticky: 'no' }] }), shapeOf(sample))
    assert.notDeepEqual(shapeOf({ ...sample, pages: 1 }), shapeOf(sample))
  })
})
