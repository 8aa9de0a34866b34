import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { eventPayload, isClosed, newCalendar, newDirectory, serve, startProcess } from '../cli/program.ts'
import { basic } from '../support/calendar.ts'
import { freePort } from '../support/free-port.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/proxy.md'), 'utf8')

/** The examples of the page in a language, in order. */
const examplesOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => String(text))

/** A program that can be a proxy. */
type Program = {
  readonly name: string
  readonly isThere: boolean
  /** Writes an example to a file, but without https and for other ports; returns the command that serves it. */
  readonly prepare: (example: string, port: number, server: string, directory: string) => readonly string[]
}

const isInstalled = (program: string, option: string): boolean => spawnSync(program, [option]).status === 0

const nginx: Program = {
  name: 'nginx',
  isThere: isInstalled('nginx', '-v'),
  prepare: (example, port, server, directory) => {
    const text = example
      .replace(/^server \{\n(?:(?!^\}).*\n)*? +return 301 https.*\n\}\n/m, '')
      .replace(/^ +(listen \[|ssl_).*\n/gm, '')
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replaceAll('http://127.0.0.1:8080', server)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (it) => `${it}_temp_path ${directory}/${it};`,
    )
    const head = `pid ${directory}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n`
    const file = join(directory, 'nginx.conf')
    writeFileSync(file, `${head}${places.join('\n')}\n${text}}\n`)
    return ['nginx', '-c', file, '-g', 'daemon off; master_process off;']
  },
}

const caddy: Program = {
  name: 'Caddy',
  isThere: isInstalled('caddy', 'version'),
  prepare: (example, port, server, directory) => {
    const file = join(directory, 'Caddyfile')
    const text = example
      .replace(/^\S+ \{$/m, `http://127.0.0.1:${port} {\n  bind 127.0.0.1`)
      .replace('127.0.0.1:8080', new URL(server).host)
    writeFileSync(file, `{\n  admin off\n  storage file_system ${directory}\n}\n${text}`)
    return ['env', `HOME=${directory}`, 'caddy', 'run', '--adapter', 'caddyfile', '--config', file]
  },
}

const apacheModules = '/usr/lib/apache2/modules'

const apache: Program = {
  name: 'Apache',
  isThere: isInstalled('apache2', '-v'),
  prepare: (example, port, server, directory) => {
    const text = example
      .replace(/^ +(SSL|Protocols).*\n/gm, '')
      .replace('*:443', `127.0.0.1:${port}`)
      .replaceAll('http://127.0.0.1:8080', server)
    const modules = ['mpm_event', 'authz_core', 'alias', 'proxy', 'proxy_http', 'headers', 'filter', 'deflate']
    const head = [
      ...modules.map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`),
      `Listen 127.0.0.1:${port}`,
      `PidFile ${directory}/pid`,
      `DefaultRuntimeDir ${directory}`,
      'ServerName localhost',
      'DocumentRoot /usr/share/apache2',
      ...(process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []),
      `ErrorLog ${directory}/error.log`,
    ]
    const file = join(directory, 'apache.conf')
    writeFileSync(file, `${head.join('\n')}\n${text}`)
    // One process, which ends with the test.
    return ['apache2', '-X', '-f', file]
  },
}

const haproxy: Program = {
  name: 'HAProxy',
  isThere: isInstalled('haproxy', '-v'),
  prepare: (example, port, server, directory) => {
    const text = example
      .replace(/^ +bind :80\n/m, '')
      .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
      .replace(/^ +http-request redirect scheme.*\n/m, '')
      .replace('127.0.0.1:8080', new URL(server).host)
    const file = join(directory, 'haproxy.cfg')
    writeFileSync(file, text)
    return ['haproxy', '-db', '-f', file]
  },
}

const start = async (program: Program, example: string, server: string): Promise<string> => {
  const [directory, port] = [newDirectory(), await freePort()]
  const [command = '', ...args] = program.prepare(example, port, server, directory)
  const { stderr, ended } = startProcess(command, [...args], {})
  while ((await isClosed(port)) && (await Promise.race([ended, sleep(50)])) === undefined);
  assert.equal(await isClosed(port), false, stderr())
  return `http://127.0.0.1:${port}`
}

/** What a visitor and an administrator get through a proxy, each as a status or a short word. */
const askThrough = async (program: Program, example: string, path: string): Promise<Record<string, unknown>> => {
  const { environment, secret } = await newCalendar()
  const settings = { KALENDS_TRUSTED_PROXIES: '127.0.0.1', KALENDS_PUBLIC_URL: `https://events.example.org${path}` }
  const server = await serve({ ...environment, ...settings })
  const address = `${await start(program, example, server.address)}${path}`
  const authorization = basic('admin', secret)
  const get = (where: string, headers: Record<string, string> = {}) =>
    fetch(`${address}${where}`, { headers, redirect: 'manual' })
  const send = async (method: string, where: string, body: Buffer | string, type: string, more = {}) => {
    const headers = { authorization, 'content-type': type, 'content-disposition': 'attachment; filename="a"', ...more }
    return fetch(`${address}${where}`, { method, headers, body })
  }
  // The proxy may need a moment to find out that the server is well.
  for (let turn = 0; turn < 100 && (await get('/readyz')).status !== 200; turn++) await sleep(100)
  const put = async (id: string, more = {}) =>
    send(
      'PUT',
      `/calendar/events/v1/events/by-external-id/src/${id}`,
      JSON.stringify({ ...eventPayload('Slash'), description: 'word '.repeat(1000) }),
      'application/json',
      more,
    )
  const made = await put('a%2Fb')
  const { id, external_id } = (await made.json()) as { readonly id: number; readonly external_id: string }
  const compressed = { 'accept-encoding': 'gzip' }
  const list = await get('/calendar/events/v1/events', compressed)
  const one = await get(`/calendar/events/v1/events/${id}`, compressed)
  const etag = one.headers.get('etag') ?? ''
  await Promise.all([list.text(), one.text()])
  const change = (tag: string) =>
    send('POST', `/calendar/events/v1/events/${id}`, '{"title":"New"}', 'application/json', { 'if-match': tag })
  const answers = {
    ready: (await get('/readyz')).status,
    page: (await get('/events/')).status,
    metrics: (await get('/metrics')).status,
    capitals: (await get('/METRICS')).status,
    // The image is none, which only Kalends can say.
    image: (await send('POST', '/wp-json/wp/v2/media', Buffer.alloc(2_000_000, 'x'), 'image/png')).status,
    large: await send('POST', '/wp-json/wp/v2/media', Buffer.alloc(14_000_000, 'x'), 'image/png').then(
      ({ status }) => status,
      // The proxy has closed the connection before it has read all.
      () => 413,
    ),
    import: (await send('POST', '/kalends/v1/imports?dry_run=true', Buffer.alloc(20_000_000, 'x'), 'text/csv')).status,
    slash: [made.status, external_id],
    encoding: list.headers.get('content-encoding'),
    unchanged: (await get(`/calendar/events/v1/events/${id}`, { ...compressed, 'if-none-match': etag })).status,
    match: (await change(etag)).status,
    stale: (await change(etag)).status,
    client: await clientOf(address, server.stderr),
  }
  await server.stop()
  return answers
}

/** The address that Kalends has noted of a visitor who claims another one. */
const clientOf = async (address: string, log: () => string): Promise<unknown> => {
  const body = JSON.stringify({ name: 'nobody', password: 'wrong' })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.77' }
  await fetch(`${address}/session`, { method: 'POST', headers, body })
  const line =
    log()
      .split('\n')
      .find((text) => text.includes('a log-in failed')) ?? '{}'
  return JSON.parse(line)['address'] === '192.0.2.77' ? 'claimed' : 'real'
}

const right = {
  ready: 200,
  page: 200,
  metrics: 404,
  capitals: 404,
  image: 415,
  large: 413,
  import: 202,
  slash: [201, 'a/b'],
  encoding: 'gzip',
  unchanged: 304,
  match: 200,
  stale: 412,
  client: 'real',
}

const below = (text: string, changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((changed, [from, to]) => changed.replace(from, to), text)

const [nginxRoot = '', nginxBelow = ''] = examplesOf('nginx')
const [caddyRoot = '', caddyBelow = ''] = examplesOf('caddyfile')
const [apacheRoot = ''] = examplesOf('apache')
const [haproxyRoot = ''] = examplesOf('haproxy')

/** The example of Apache with what the page says of a path. */
const apacheBelow = below(apacheRoot, [
  ['ProxyPassMatch "(?i)^/metrics$" "!"', 'ProxyPassMatch "(?i)^/calendar/metrics$" "!"'],
  ['ProxyPass / ', 'RedirectMatch 301 ^/calendar$ /calendar/\n  ProxyPass /calendar/ '],
])

const haproxyBelow = below(haproxyRoot, [
  ['path -i /metrics', 'path -i /calendar/metrics'],
  ['default_backend kalends', 'use_backend kalends if { path_beg /calendar/ }'],
  ['backend kalends\n  mode http', 'backend kalends\n  mode http\n  http-request replace-path /calendar(/.*) \\1'],
])

describe('the examples of the page on proxies', () => {
  for (const [program, path, example] of [
    [nginx, '', nginxRoot],
    [nginx, '/calendar', nginxBelow],
    [caddy, '', caddyRoot],
    [caddy, '/calendar', caddyBelow],
    [apache, '', apacheRoot],
    [apache, '/calendar', apacheBelow],
    [haproxy, '', haproxyRoot],
    [haproxy, '/calendar', haproxyBelow],
  ] as const) {
    const skip = program.isThere ? false : `${program.name} is not installed`
    it(`let ${program.name} pass everything on ${path && `below ${path} `}as it should`, { skip }, async () => {
      assert.deepEqual(await askThrough(program, example, path), right)
    })
  }

  it('would be seen to keep images or imports away (negative control)', {
    skip: nginx.isThere ? false : 'nginx is not installed',
  }, async () => {
    const without = (line: string) => nginxRoot.replace(line, '')
    const noImages = await askThrough(nginx, without('client_max_body_size 12m;'), '')
    assert.deepEqual([noImages['image'], noImages['import']], [413, 202])
    const noImports = await askThrough(nginx, without('client_max_body_size 200m;'), '')
    assert.deepEqual([noImports['image'], noImports['import']], [415, 413])
  })

  it('are configurations of Traefik that can be read', () => {
    const [text = ''] = examplesOf('yaml')
    const { http } = parse(text)
    const { middlewares, service } = http.routers.calendar
    for (const name of middlewares) assert.ok(name in http.middlewares, name)
    assert.ok(service in http.services)
  })
})
