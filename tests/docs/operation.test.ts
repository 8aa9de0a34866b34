import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isClosed, newCalendar, newDirectory, serve, startProcess } from '../cli/program.ts'
import { basic, createCalendar } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const source = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n')

/** What stands in backticks in the first cells of the rows below a heading. */
const quotesBelow = (page: string, heading: string): string[] => {
  const section = page.split(/^## /m).find((it) => it.startsWith(`${heading}\n`)) ?? ''
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => String(cell))
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote]) => String(quote)))
}

/** The parts of quoted messages that the source does not have; what differs from case to case stands as "…". */
const findInvented = (quotes: readonly string[], text: string): string[] =>
  quotes
    .flatMap((quote) => quote.split('…'))
    .map((part) => part.trim())
    .filter((part) => part.length > 10 && !text.includes(part))

describe('the page on monitoring', () => {
  const page = read('docs/monitoring.md')

  it('names metrics that the server has', async () => {
    const calendar = await createCalendar()
    await calendar.ask('GET', '/events')
    const { text } = await calendar.ask('GET', '//metrics')
    const names = quotesBelow(page, 'Metrics')
    assert.ok(names.includes('kalends_http_requests_total'))
    for (const name of names) assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'), name)
    await calendar.close()
  })

  it('quotes messages of the log as they are', () => {
    const messages = quotesBelow(page, 'Log').filter((quote) => quote.includes(' '))
    assert.ok(messages.length > 5)
    assert.deepEqual(findInvented(messages, source), [])
  })
})

describe('the page on troubleshooting', () => {
  it('quotes what the program says', () => {
    const quotes = quotesBelow(read('docs/troubleshooting.md'), 'It does not start')
    assert.ok(quotes.length > 4)
    assert.deepEqual(findInvented(quotes, source), [])
  })

  it('would be seen to quote something else (negative control)', () => {
    const quotes = quotesBelow('## A\n| `it will not … start today` | x |\n## B\n| `other` |', 'A')
    assert.deepEqual(findInvented(quotes, 'it will not ever'), ['start today'])
  })
})

const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** nginx before a server, as the page on proxies says, but without https. */
const startProxy = async (snippet: string, server: string): Promise<string> => {
  const [directory, port] = [newDirectory(), await freePort()]
  const text = snippet
    .replace(/^ +(listen \[|ssl_).*\n/gm, '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll('http://127.0.0.1:8080', server)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((it) => `${it}_temp_path ${directory}/${it};`)
  const file = join(directory, 'nginx.conf')
  const logs = `pid ${directory}/pid;\nerror_log stderr warn;`
  writeFileSync(file, `${logs}\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${text}}\n`)
  const { stderr, ended } = startProcess('nginx', ['-c', file, '-g', 'daemon off; master_process off;'], {})
  while ((await isClosed(port)) && (await Promise.race([ended, sleep(50)])) === undefined);
  assert.equal(await isClosed(port), false, stderr())
  return `http://127.0.0.1:${port}`
}

describe('the proxy of the page on proxies', { skip: hasNginx ? false : 'nginx is not installed' }, () => {
  const snippet = /```nginx\n([\s\S]*?)```/.exec(read('docs/proxy.md'))?.[1] ?? ''

  /** The statuses of a read, of the metrics, of an image, and of a file of events. */
  const statusesBehind = async (text: string): Promise<number[]> => {
    const { environment, secret } = await newCalendar()
    const server = await serve({ ...environment, KALENDS_TRUSTED_PROXIES: '127.0.0.1' })
    const address = await startProxy(text, server.address)
    const upload = async (path: string, type: string, bytes: number): Promise<number> => {
      const headers = {
        authorization: basic('admin', secret),
        'content-type': type,
        'content-disposition': 'attachment; filename="a"',
      }
      const body = Buffer.alloc(bytes, 'x')
      return (await fetch(`${address}/wp-json/${path}`, { method: 'POST', headers, body })).status
    }
    const statuses = [
      (await fetch(`${address}/readyz`)).status,
      (await fetch(`${address}/metrics`)).status,
      await upload('wp/v2/media', 'image/png', 2_000_000),
      await upload('kalends/v1/imports?dry_run=true', 'text/csv', 20_000_000),
    ]
    await server.stop()
    return statuses
  }

  it('passes requests, images and imports on, and keeps the metrics', async () => {
    // The image is none, which only Kalends can say.
    assert.deepEqual(await statusesBehind(snippet), [200, 404, 415, 202])
  })

  it('would be seen to keep images or imports away (negative control)', async () => {
    assert.deepEqual(await statusesBehind(snippet.replace('client_max_body_size 12m;', '')), [200, 404, 413, 202])
    assert.deepEqual(await statusesBehind(snippet.replace('client_max_body_size 200m;', '')), [200, 404, 415, 413])
  })
})
