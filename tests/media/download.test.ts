import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, isIP, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createDownloader, DownloadError, type Downloader, type DownloadOptions } from '../../src/media/download.ts'
import { hostileNames, hostileUrls, type Obstacle } from './hostile-urls.ts'

const unavailable =
  'The image cannot be fetched from this URL: nothing answers there, it redirects too often, or it is not allowed. Allowed are public http and https addresses on ports 80 and 443; the operator can allow others (KALENDS_FETCH_PORTS, KALENDS_FETCH_NETWORKS).'
const unfit = (reason: string): string => `The image cannot be fetched. ${reason}`
const brokenOff = unfit('The answer breaks off, or takes too long.')
const tooLarge = 'The image at this URL is larger than 10 MiB.'
const mebibyte = 1024 * 1024

const directory = await mkdtemp(join(tmpdir(), 'kalends-download-'))
const file = join(directory, 'image')
after(() => rm(directory, { recursive: true }))
afterEach(() => rm(file, { force: true }))

const resolveName = async (name: string) => {
  const addresses = hostileNames[name]
  if (addresses === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

const assertRefused = async (download: Downloader, url: string, cause: RegExp, message = unavailable) => {
  await assert.rejects(download(url, file), (error) => {
    assert.ok(error instanceof DownloadError, String(error))
    assert.equal(error.message, message)
    assert.match(String(error.cause), cause)
    return true
  })
  assert.deepEqual(await readdir(directory), [])
}

const listen = async (server: Server, port: number, host: string): Promise<number> => {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

// The trap: a port that is allowed, at addresses that are not.

let trapped = 0
const spring = (socket: Socket): void => {
  trapped += 1
  socket.destroy()
}
const trap = createTcpServer(spring)
const trapPort = await listen(trap, 0, '127.0.0.1')
const trap6 = createTcpServer(spring)
const hasIpv6 = await listen(trap6, trapPort, '::1').then(
  () => true,
  () => false,
)
after(() => {
  trap.close()
  if (hasIpv6) trap6.close()
})

const obstacles: Readonly<Record<Obstacle, RegExp>> = {
  unreadable: /Invalid URL/,
  scheme: /scheme \S+ is not allowed/,
  credentials: /user name or a password/,
  port: /Port \d+ is not allowed/,
  address: /address \S+ is not allowed/,
  name: /ENOTFOUND|no address/,
}

const targets = hostileUrls(trapPort)

test('the hostile URLs are many, and each is another', () => {
  assert.ok(targets.length >= 130)
  assert.equal(new Set(targets.map(([, url]) => url)).size, targets.length)
})

const strict = createDownloader({ networks: [], ports: [trapPort] }, { resolveName })
for (const [attempt, url, obstacle] of targets) {
  test(`refused (${obstacle}): ${attempt}`, async () => {
    trapped = 0
    await assertRefused(strict, url, obstacles[obstacle])
    assert.equal(trapped, 0)
  })
}

const spellings = ['127.0.0.1', '0x7f000001', '127.1', '2130706433', '0177.0.0.01', '①②⑦.⓪.⓪.①', '[::ffff:127.0.0.1]']
for (const host of [...spellings, ...(hasIpv6 ? ['[::1]'] : [])]) {
  test(`the trap sees a naive fetch of ${host}`, async () => {
    trapped = 0
    await assert.rejects(fetch(`http://${host}:${trapPort}/`))
    assert.notEqual(trapped, 0)
  })
}

for (const host of ['127.0.0.1', '0x7f000001', 'localhost', ...(hasIpv6 ? ['[::1]'] : [])]) {
  test(`the trap sees ${host} when its addresses are allowed`, async () => {
    trapped = 0
    const rules = { networks: ['127.0.0.1', '::1'], ports: [trapPort] }
    await assertRefused(createDownloader(rules, { resolveName }), `http://${host}:${trapPort}/`, /hang up|ECONNRESET/)
    assert.notEqual(trapped, 0)
  })
}

// Servers that may be reached.

type Site = { readonly port: number; readonly requests: IncomingMessage[]; readonly download: Downloader }

/** A server at `host`, and a downloader that may reach it and knows it as images.test. */
const serve = async (t: TestContext, listener: RequestListener, options: DownloadOptions = {}, host = '127.0.0.1') => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  return openSite(t, server, requests, options, host)
}

/** The same for a server that writes what it likes. */
const serveRaw = (t: TestContext, listener: (socket: Socket) => void, options: DownloadOptions = {}) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    listener(socket)
  })
  return openSite(t, server, [], options, '127.0.0.1')
}

const openSite = async (
  t: TestContext,
  server: Server,
  requests: IncomingMessage[],
  options: DownloadOptions,
  host: string,
): Promise<Site> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  const port = await listen(server, 0, host)
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const rules = { networks: [host], ports: [port, trapPort] }
  const resolve = async (name: string) =>
    name === 'images.test' ? [{ address: host, family: isIP(host) }] : resolveName(name)
  return { port, requests, download: createDownloader(rules, { resolveName: resolve, ...options }) }
}

const redirectTo =
  (location: (request: IncomingMessage) => string, status = 302): RequestListener =>
  (request, response) =>
    response.writeHead(status, { location: location(request) }).end()

const noSecondLoopback = process.platform === 'darwin' && 'this system has one loopback address of IPv4'

test('redirects from an allowed host', { skip: noSecondLoopback }, async (t) => {
  let location = ''
  const site = await serve(
    t,
    redirectTo(() => location),
    {},
    '127.8.8.8',
  )
  // What a header can carry, and means the same after a redirect.
  for (const [attempt, url, obstacle] of targets.filter(([, it]) => /^[a-z]+:\/\/[\x21-\x7e]{0,8000}$/i.test(it))) {
    await t.test(`refused (${obstacle}): redirect to ${attempt}`, async () => {
      location = url
      trapped = 0
      site.requests.length = 0
      await assertRefused(site.download, `http://images.test:${site.port}/`, obstacles[obstacle])
      assert.equal(site.requests.length, 1)
      assert.equal(trapped, 0)
    })
  }
})

const badRedirects: readonly (readonly [attempt: string, location: (port: number) => string, cause: RegExp])[] = [
  ['itself', () => '', /more than 3 redirects/],
  ['itself by name', (port) => `http://images.test:${port}/`, /more than 3 redirects/],
  ['another name of itself', (port) => `http://127.0.0.1:${port}/`, /more than 3 redirects/],
  ['a file', () => 'file:///etc/passwd', obstacles.scheme],
  ['content', () => 'data:image/png;base64,AAAA', obstacles.scheme],
  ['itself with a password', (port) => `http://user:secret@images.test:${port}/`, obstacles.credentials],
  ['itself with a password, without a scheme', (port) => `//user:secret@images.test:${port}/`, obstacles.credentials],
  ['another port', () => 'http://images.test:6379/', obstacles.port],
  ['the port of http with https', () => 'https://images.test:80/', obstacles.port],
  ['loopback without a scheme', () => `//[::1]:${trapPort}/`, obstacles.address],
  ['loopback with backslashes', () => `\\\\[::1]:${trapPort}\\`, obstacles.address],
  ['half an address', () => 'http://[', obstacles.unreadable],
  ['no host', () => 'http://', obstacles.unreadable],
]
for (const [attempt, location, cause] of badRedirects) {
  test(`refused: redirect to ${attempt}`, async (t) => {
    trapped = 0
    const site: Site = await serve(
      t,
      redirectTo(() => location(site.port)),
    )
    await assertRefused(site.download, `http://images.test:${site.port}/`, cause)
    assert.equal(site.requests.length, /redirects/.test(cause.source) ? 4 : 1)
    assert.equal(trapped, 0)
  })
}

test('refused: a redirect without a location', async (t) => {
  const site = await serve(t, (_request, response) => response.writeHead(302).end('image'))
  await assertRefused(site.download, `http://images.test:${site.port}/`, /302/, unfit('The answer has status 302.'))
})

/** `/3` needs three redirects to arrive. */
const countDown =
  (status: number): RequestListener =>
  (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('image')
    else response.writeHead(status, { location: `/${left - 1}`, 'set-cookie': 'a=1' }).end('moved')
  }

for (const status of [301, 302, 303, 307, 308]) {
  test(`three redirects with ${status} are followed, a fourth is not`, async (t) => {
    const site = await serve(t, countDown(status))
    assert.deepEqual(await site.download(`http://images.test:${site.port}/3`, file), { size: 5 })
    assert.equal(await readFile(file, 'utf8'), 'image')
    await rm(file)
    await assertRefused(site.download, `http://images.test:${site.port}/4`, /more than 3 redirects/)
    assert.equal(site.requests.length, 8)
  })
}

for (const status of [300, 304, 305, 306]) {
  test(`${status} is no redirect`, async (t) => {
    const site = await serve(t, countDown(status))
    const url = `http://images.test:${site.port}/1`
    await assertRefused(site.download, url, new RegExp(`${status}`), unfit(`The answer has status ${status}.`))
  })
}

test('a name is looked up once at each hop, and judged anew', async (t) => {
  const answers = ['127.0.0.1', '127.0.0.1', '169.254.169.254', '127.0.0.1']
  const asked: string[] = []
  const resolve = async (name: string) => {
    const address = String(answers[asked.push(name) - 1])
    return [{ address, family: 4 }]
  }
  const site = await serve(t, countDown(302), { resolveName: resolve })
  await assertRefused(site.download, `http://rebinding.test:${site.port}/3`, /169\.254\.169\.254 is not allowed/)
  assert.deepEqual(asked, ['rebinding.test', 'rebinding.test', 'rebinding.test'])
  assert.equal(site.requests.length, 2)
})

test('the connection goes to the checked address, with our headers and no others', async (t) => {
  const site = await serve(t, countDown(302))
  await site.download(`http://images.test:${site.port}/1`, file)
  for (const request of site.requests) {
    assert.equal(request.method, 'GET')
    assert.deepEqual(request.headers, {
      accept: 'image/*',
      'accept-encoding': 'identity',
      connection: 'close',
      host: `images.test:${site.port}`,
      'user-agent': 'Kalends',
    })
  }
})

test('the next checked address is tried when one is dead', async (t) => {
  const both = async () => [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  const { port } = await serve(t, countDown(302))
  const download = createDownloader({ networks: ['127.0.0.1', '::1'], ports: [port] }, { resolveName: both })
  assert.deepEqual(await download(`http://images.test:${port}/0`, file), { size: 5 })
})

test('the bytes arrive as they are, in a file of the owner alone', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251))
  const site = await serve(t, (_request, response) => response.end(bytes))
  assert.deepEqual(await site.download(`http://images.test:${site.port}/`, file), { size: bytes.length })
  assert.deepEqual(await readFile(file), bytes)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
})

for (const excess of [0, 1]) {
  for (const framing of ['announced', 'in chunks']) {
    test(`10 MiB and ${excess} bytes, ${framing}`, async (t) => {
      const bytes = Buffer.alloc(10 * mebibyte + excess)
      const site = await serve(t, (_request, response) => {
        if (framing === 'announced') response.setHeader('content-length', bytes.length)
        else response.write(bytes.subarray(0, 1))
        response.end(framing === 'announced' ? bytes : bytes.subarray(1))
      })
      const url = `http://images.test:${site.port}/`
      if (excess === 0) assert.deepEqual(await site.download(url, file), { size: bytes.length })
      else await assertRefused(site.download, url, framing === 'announced' ? /announced/ : /does not end/, tooLarge)
    })
  }
}

for (const status of [200, 302, 404]) {
  test(`the connection of an endless body is cut with status ${status}`, async (t) => {
    let closed = Promise.resolve<unknown>(undefined)
    const site = await serve(t, (request, response) => {
      if (request.url === '/end') return response.writeHead(410).end()
      closed = once(response, 'close')
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(mebibyte)));
      }
      response.writeHead(status, { location: '/end' }).on('drain', pour)
      return pour()
    })
    const url = `http://images.test:${site.port}/`
    const last = status === 302 ? 410 : status
    if (status === 200) await assertRefused(site.download, url, /does not end/, tooLarge)
    else await assertRefused(site.download, url, /status/, unfit(`The answer has status ${last}.`))
    await closed
  })
}

test('nothing is asked, or asked any more, once nobody waits', async (t) => {
  const waiting = new AbortController()
  const site = await serve(t, () => waiting.abort())
  const url = `http://images.test:${site.port}/`
  const stoppable: Downloader = (address, target) => site.download(address, target, waiting.signal)
  await assertRefused(stoppable, url, /Nobody waits/)
  assert.equal(site.requests.length, 1)
  await assertRefused(stoppable, url, /Nobody waits/)
  assert.equal(site.requests.length, 1)
})

const faultyAnswers: readonly (readonly [fault: string, answer: string, cause: RegExp, message?: string])[] = [
  ...[201, 203, 204, 206, 401, 404, 500].map(
    (status) =>
      [
        `status ${status}`,
        `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`,
        /The answer has status/,
        unfit(`The answer has status ${status}.`),
      ] as const,
  ),
  ...['gzip', 'br', 'identity, gzip'].map(
    (encoding) =>
      [
        encoding,
        `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: 1\r\n\r\nx`,
        /encoded as/,
        unfit(`The answer is encoded as ${encoding}.`),
      ] as const,
  ),
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', /Parse Error/],
  ['a switch of protocols', 'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n', /was closed/],
  ['a body that breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nimage', /aborted/, brokenOff],
  [
    'chunks that break off',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nimage\r\n',
    /aborted/,
    brokenOff,
  ],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nimage', /Parse Error/],
  ['headers without end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, /Header overflow/i],
  ['nothing', '', /hang up/],
]
for (const [fault, answer, cause, message] of faultyAnswers) {
  test(`refused: ${fault}`, async (t) => {
    const site = await serveRaw(t, (socket) => socket.once('data', () => socket.end(answer)))
    await assertRefused(site.download, `http://images.test:${site.port}/`, cause, message)
  })
}

test('an answer that says it is not encoded, after hints, is taken', async (t) => {
  const answer = 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: Identity\r\n\r\nimage'
  const site = await serveRaw(t, (socket) => socket.once('data', () => socket.end(answer)))
  assert.deepEqual(await site.download(`http://images.test:${site.port}/`, file), { size: 5 })
})

const never = new Promise<never>(() => undefined)
const slow: readonly (readonly [what: string, url: string, answer: string, options: DownloadOptions, cause: RegExp])[] =
  [
    [
      'a look-up',
      'http://images.test',
      '',
      { connectTimeout: 50, resolveName: () => never },
      /connection took too long/,
    ],
    ['TLS', 'https://images.test', '', { connectTimeout: 100 }, /connection took too long/],
    ['an answer', 'http://images.test', '', { timeout: 200 }, /download took too long/],
    ['headers', 'http://images.test', 'HTTP/1.1 200 OK\r\nX: ', { timeout: 200 }, /download took too long/],
    ['a body', 'http://images.test', 'HTTP/1.1 200 OK\r\n\r\nimage', { timeout: 200 }, /download took too long/],
  ]
for (const [what, url, answer, options, cause] of slow) {
  test(`refused: ${what} that never ends`, async (t) => {
    const closed: Promise<unknown>[] = []
    const listener = (socket: Socket): void => {
      closed.push(once(socket.resume(), 'close'))
      socket.write(answer)
    }
    const site = await serveRaw(t, listener, options)
    await assertRefused(site.download, `${url}:${site.port}/`, cause, what === 'a body' ? brokenOff : unavailable)
    await Promise.all(closed)
  })
}

test('the time to connect ends with the connection', async (t) => {
  const listener: RequestListener = (_request, response) => setTimeout(() => response.end('image'), 2300)
  const site = await serve(t, listener, { connectTimeout: 2000 })
  assert.deepEqual(await site.download(`http://images.test:${site.port}/`, file), { size: 5 })
})

test('no timer is left', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((it) => it === 'Timeout').length
  const site = await serve(t, countDown(302))
  const before = timers()
  await site.download(`http://images.test:${site.port}/1`, file)
  assert.equal(timers(), before)
  await rm(file)
  await assertRefused(site.download, 'http://127.0.0.2/', obstacles.address)
  assert.equal(timers(), before)
})

test('blocked and dead addresses are not told apart', async (t) => {
  const server = createTcpServer()
  const deadPort = await listen(server, 0, '127.0.0.1')
  await promisify(server.close.bind(server))()
  const site = await serve(t, countDown(302))
  const rules = { networks: ['127.0.0.1'], ports: [deadPort, trapPort] }
  const download = createDownloader(rules, { resolveName })
  const shown = async (url: string): Promise<unknown> => {
    const error = await download(url, file).catch((it) => it)
    return { name: error.name, message: error.message, keys: Object.keys(error) }
  }
  const blocked = await shown(`http://[::1]:${trapPort}/`)
  assert.deepEqual(blocked, { name: 'Error', message: unavailable, keys: [] })
  assert.deepEqual(await shown(`http://127.0.0.1:${deadPort}/`), blocked)
  assert.deepEqual(await shown(`http://127.0.0.1:${site.port}/`), blocked)
  assert.deepEqual(await shown('http://unknown.test/'), blocked)
})

test('a fault of the file is no fault of the address, and leaves a file of others alone', async (t) => {
  const site = await serve(t, countDown(302))
  const url = `http://images.test:${site.port}/0`
  await writeFile(file, 'mine')
  await assert.rejects(site.download(url, file), { code: 'EEXIST' })
  assert.equal(await readFile(file, 'utf8'), 'mine')
  await assert.rejects(site.download(url, join(directory, 'none', 'image')), { code: 'ENOENT' })
  assert.equal(site.requests.length, 0)
})

// A certificate for images.test that signs itself, valid until 2120, and its key: both for this test alone.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtpbWFnZXMu
dGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLaW1hZ2VzLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARE9KjxatkC
uogFF8iu/plPCFRDOnJpL9OTZkpjMxaQBX97M+Dl+Bwm4yCWD6nL9I+bDEyVuoG2
pBlqW+dauWxQo0owSDAWBgNVHREEDzANggtpbWFnZXMudGVzdDAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBRJYWvnS5Q1Iig/XM+GFKtS2fwdkTAKBggqhkjOPQQD
AgNHADBEAiB76cF5GesRkvIAH7C5aJdPnHHk0VfFbTRqMiXSP0SB7AIgUyiYBI98
UctRcN8Q2ZT1yI3CQklHU6+Ftjet84fyUSQ=
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgC3JZWuQ5sCLqhixP
YQrDWVnD+0q4SWNR7ZUJPFY2QjKhRANCAARE9KjxatkCuogFF8iu/plPCFRDOnJp
L9OTZkpjMxaQBX97M+Dl+Bwm4yCWD6nL9I+bDEyVuoG2pBlqW+dauWxQ
-----END PRIVATE KEY-----`

/** What a process of its own says of fetching `https://NAME:PORT/`: the environment counts when a process starts. */
const script = `
const { createDownloader } = await import(process.argv[1])
const [, , name, port, file] = process.argv
const resolveName = async () => [{ address: '127.0.0.1', family: 4 }]
const download = createDownloader({ networks: ['127.0.0.1'], ports: [Number(port)] }, { resolveName })
const url = \`https://\${name}:\${port}/\`
console.log(await download(url, file).then(({ size }) => \`\${size} bytes\`, ({ message }) => message))
`

test('certificates are verified for the name in the URL, and no proxy is used, whatever the environment says', async (t) => {
  const asked: unknown[] = []
  const server = createSecureServer({ cert: certificate, key }, (request, response) => {
    asked.push(request.headers.host)
    response.end('image')
  })
  const { port } = await openSite(t, server, [], {}, '127.0.0.1')
  const certificateFile = join(directory, 'certificate.pem')
  await writeFile(certificateFile, certificate)
  t.after(() => rm(certificateFile))
  const proxy = `http://127.0.0.1:${trapPort}`
  const careless = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    NODE_NO_WARNINGS: '1',
  }
  const run = async (name: string, environment: Readonly<Record<string, string>>): Promise<string> => {
    const module = new URL('../../src/media/download.ts', import.meta.url).href
    const parameters = ['--input-type=module', '-e', script, module, name, String(port), file]
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { env: { ...careless, ...environment } })
    return stdout.trim()
  }
  trapped = 0
  const refused = (code: string): string => unfit(`TLS fails there (${code}).`)
  assert.equal(await run('images.test', {}), refused('DEPTH_ZERO_SELF_SIGNED_CERT'))
  const trusting = { NODE_EXTRA_CA_CERTS: certificateFile }
  assert.equal(await run('other.test', trusting), refused('ERR_TLS_CERT_ALTNAME_INVALID'))
  assert.deepEqual(asked, [])
  assert.equal(await run('images.test', trusting), '5 bytes')
  assert.deepEqual(asked, [`images.test:${port}`])
  assert.equal(trapped, 0)
})
