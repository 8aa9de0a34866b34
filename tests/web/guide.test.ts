import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type Calendar, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'

const run = promisify(execFile)

/** The programs that run the examples of the guide, with their arguments before the code. */
const runners: Readonly<Record<string, readonly [program: string, ...arguments_: string[]]>> = {
  curl: ['sh', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '--eval'],
  Python: ['python3', '-c'],
  PHP: ['php', '-r'],
}

/** The program that must be installed for an example. */
const needed: Readonly<Record<string, string>> = { curl: 'curl', Python: 'python3', PHP: 'php' }

const decode = (html: string): string =>
  html.replace(/&(lt|gt|quot|apos|amp|#x27|#39);/g, (_, name: string) => entities[name] ?? '')

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  '#x27': "'",
  '#39': "'",
}

describe('the guide for developers', () => {
  let calendar: Calendar

  before(async () => {
    const port = await freePort()
    calendar = await createCalendar({ environment: { KALENDS_PUBLIC_URL: `http://127.0.0.1:${port}` } })
    await calendar.app.listen({ port, host: '127.0.0.1' })
  })
  after(() => calendar.close())

  /** The examples of a part of the page in one language. */
  const examplesIn = async (language: string): Promise<string[]> => {
    const { text } = await calendar.ask('GET', '//docs/')
    const sample = /<label for="[\w-]+">([^<]*)<\/label><div class="code"><pre tabindex="0"><code id="[\w-]+">([^<]*)</g
    const found = [...text.matchAll(sample)].filter(([, name]) => name === language)
    return found.map(([, , code = '']) => decode(code))
  }

  for (const [language, [program, ...before]] of Object.entries(runners)) {
    const tool = needed[language]
    const isThere = tool === undefined || spawnSync(tool, ['--version']).status === 0
    it(`lists and creates events in ${language}`, { skip: !isThere && `${tool} is not installed` }, async () => {
      const { body } = await calendar.ask('GET', '/events')
      const [list = '', create = ''] = await examplesIn(language)
      assert.match(create, /NAME:PASSWORD/)
      const credentials = `editor:${calendar.secrets.editor}`
      const codes = [create.replace('NAME:PASSWORD', credentials), list]
      const printed: string[] = []
      for (const code of codes) {
        const { stdout } = await run(program, [...before, code.replace(/^<\?php/, '')])
        printed.push(stdout)
      }
      const now = await calendar.ask('GET', '/events')
      assert.equal(now.body.total, body.total + 1, printed.join())
      const [made = '', listed = ''] = printed
      assert.ok(made.includes(String(now.body.events.at(-1).id)), made)
      assert.match(listed, /Concert/)
    })
  }

  it('describes filters in the language of the page, and links to feeds that are there', async () => {
    const { text } = await calendar.ask('GET', '//de/docs/')
    assert.match(text, /<dt><code>per_page<\/code><\/dt><dd>[^<]*Seite/)
    const feeds = [...text.matchAll(/<dt>[^<]+<\/dt><dd><a href="(\/de\/events\/feed\.[^"]+)"/g)].map(
      ([, path]) => path,
    )
    assert.equal(feeds.length, 5)
    for (const path of feeds) assert.equal((await calendar.ask('GET', `/${path}`)).status, 200, path)
  })
})
