import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { administer } from '../durability/on-postgres.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { findUser } from '../support/postgres-programs.ts'
import { faultsOf, newDirectory, run, serve } from './program.ts'

/** Makes a certificate of its own for a name; answers its file and that of its key. */
const makeCertificate = (directory: string, name: string): { readonly certificate: string; readonly key: string } => {
  const [certificate, key] = [join(directory, `${name}.pem`), join(directory, `${name}.key`)]
  const made = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  ]
  execFileSync('openssl', ['req', '-x509', ...made, '-addext', `subjectAltName=DNS:${name}`], { stdio: 'ignore' })
  return { certificate, key }
}

/** A server that offers TLS, or why there is none. */
const startWithTls = async (): Promise<
  (Postgres & { readonly directory: string; readonly certificate: string }) | string
> => {
  const directory = mkdtempSync(join(tmpdir(), 'kalends-tls-'))
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
  } catch {
    return 'openssl is not installed'
  }
  const { certificate, key } = makeCertificate(directory, 'localhost')
  const user = findUser()
  if (user?.uid !== undefined && user.gid !== undefined)
    for (const file of [directory, certificate, key]) chownSync(file, user.uid, user.gid)
  const settings = ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]
  const server = await startPostgres({ directory, settings })
  return typeof server === 'string' ? server : { ...server, directory, certificate }
}

const secure = await startWithTls()
const plain = await startPostgres()

const skip = typeof secure === 'string' ? secure : typeof plain === 'string' ? plain : false

describe('the connection to PostgreSQL', { skip }, () => {
  after(async () => {
    if (typeof secure !== 'string') await secure.stop()
    if (typeof plain !== 'string') await plain.stop()
  })
  const urlOf = (server: Postgres | string): string => (typeof server === 'string' ? '' : server.url)
  const environmentOf = (url: string) => ({ KALENDS_DATA: newDirectory(), KALENDS_DATABASE: url })

  /** The ways in which the connections of a program are made. */
  const waysOf = async (url: string): Promise<unknown> => {
    const server = await serve(environmentOf(url))
    const rows = await administer(
      `${urlOf(secure)}/postgres`,
      `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where pid <> pg_backend_pid() and datname = 'postgres'`,
    )
    assert.equal((await server.ask('GET', '/events')).status, 200)
    const metrics = await (await fetch(`${server.address}/metrics`)).text()
    assert.match(metrics, /^kalends_database_connections_used \d$/m)
    assert.match(metrics, /^kalends_database_waiting 0$/m)
    const { code, stderr } = await server.stop()
    assert.equal(code, 0)
    assert.doesNotMatch(stderr, /SECURITY WARNING/)
    return rows
  }

  it('is encrypted by default where the server offers it, and in the modes of libpq', async () => {
    assert.ok(typeof secure !== 'string')
    const url = `${secure.url.replace('127.0.0.1', 'localhost')}/postgres`
    assert.deepEqual(await waysOf(url), [{ ssl: true }])
    assert.deepEqual(await waysOf(`${url}?sslmode=require`), [{ ssl: true }])
    assert.deepEqual(await waysOf(`${url}?sslmode=verify-full&sslrootcert=${secure.certificate}`), [{ ssl: true }])
    assert.deepEqual(await waysOf(`${url}?sslmode=disable`), [{ ssl: false }])
  })

  it('is without encryption where the server offers none, unless the address requires it', async () => {
    const url = `${urlOf(plain)}/postgres`
    for (const each of [url, `${url}?sslmode=prefer`]) {
      const { code, stderr } = await run(['user', 'list'], { ...environmentOf(each), KALENDS_LOG: 'warn' })
      assert.deepEqual(
        [
          code,
          faultsOf(stderr)
            .join()
            .replace(/There is no database.*/, 'none'),
        ],
        [78, 'none'],
      )
    }
    const refused = await run(['serve'], environmentOf(`${url}?sslmode=require`))
    assert.equal(refused.code, 78)
    assert.match(refused.stderr, /does not support SSL.*sslmode=prefer/)
    const byVariable = await run(['serve'], { ...environmentOf(url), PGSSLMODE: 'require' })
    assert.match(byVariable.stderr, /does not support SSL/)
  })

  it('is refused to a server whose certificate is not trusted or for another name', async () => {
    assert.ok(typeof secure !== 'string')
    const url = `${secure.url}/postgres`
    const named = url.replace('127.0.0.1', 'localhost')
    const other = makeCertificate(newDirectory(), 'elsewhere').certificate
    for (const [address, says] of [
      [`${named}?sslmode=verify-full`, /SELF_SIGNED.*sslrootcert=FILE/],
      [`${named}?sslmode=verify-full&sslrootcert=${other}`, /sslrootcert=FILE/],
      [`${url}?sslmode=verify-full&sslrootcert=${secure.certificate}`, /ALTNAME.*another name/],
      [`${named}?sslmode=verify-full&sslrootcert=/nowhere/root.pem`, /ENOENT.*sslrootcert/],
    ] as const) {
      const { code, stdout, stderr } = await run(['serve'], environmentOf(address))
      assert.deepEqual([code, stdout, faultsOf(stderr).length], [78, '', 1], address)
      assert.match(stderr, says)
    }
  })

  it('goes through a Unix socket, in both forms of its address', async () => {
    assert.ok(typeof secure !== 'string')
    const { port } = new URL(secure.url)
    for (const address of [
      `postgres://kalends@/postgres?host=${secure.directory}&port=${port}`,
      `postgres://kalends:unused@/postgres?host=${secure.directory}&port=${port}`,
      `postgres://kalends@${encodeURIComponent(secure.directory)}:${port}/postgres`,
    ]) {
      const { code, stdout, stderr } = await run(['check'], environmentOf(address))
      assert.deepEqual([code, stdout], [0, 'The database is intact.\n'], `${address} ${stderr}`)
    }
  })

  it('says in the words of the server what is wrong, and what helps, at once', async () => {
    assert.ok(typeof secure !== 'string')
    const sql = (text: string) => administer(`${secure.url}/postgres`, text)
    await sql(`create role careful login password 'correct-horse'`)
    await sql(`create role busy login connection limit 0`)
    const access = join(secure.directory, 'data', 'pg_hba.conf')
    const rules = readFileSync(access, 'utf8')
    writeFileSync(access, `host all careful all scram-sha-256\nhostssl all onlytls all trust\n${rules}`)
    await sql('select pg_reload_conf()')
    const at = secure.url.replace(/^postgres:\/\/kalends@/, '')
    for (const [address, says] of [
      [`postgres://careful@${at}/postgres`, /asks for a password, and KALENDS_DATABASE has none/],
      [`postgres://careful:wrong-horse@${at}/postgres`, /It says: password authentication failed for user "careful"/],
      [`postgres://busy@${at}/postgres`, /53300.*too many connections for role "busy".*max_connections/],
      [`postgres://kalends@${at}/nowhere`, /no such database.*"nowhere" does not exist/],
    ] as const)
      for (const command of [['serve'], ['check']]) {
        const { code, stdout, stderr } = await run(command, environmentOf(address))
        assert.deepEqual([code, stdout, faultsOf(stderr).length], [78, '', 1], `${address} ${stderr}`)
        assert.match(stderr, says)
        assert.doesNotMatch(stderr, /-horse/)
      }
    const copied = await run(['copy', `postgres://careful:wrong-horse@${at}/postgres`, 'sqlite:x'], environmentOf(''))
    assert.match(copied.stderr, /password authentication failed/)
    const file = join(newDirectory(), 'address')
    writeFileSync(file, `postgres://careful:wrong-horse@${at}/postgres\n`)
    const fromFile = await run(['copy', `@${file}`, 'sqlite:x'], environmentOf(''))
    assert.match(fromFile.stderr, /password authentication failed/)
    const missing = await run(['copy', '@/nowhere/address', 'sqlite:x'], environmentOf(''))
    assert.deepEqual([missing.code, /\/nowhere\/address cannot be read/.test(missing.stderr)], [64, true])
  })

  it('says what a pooler refuses, and that a standby is one', async () => {
    assert.ok(typeof secure !== 'string')
    for (const [message, says] of [
      ['unsupported startup parameter: statement_timeout', /ignore_startup_parameters/],
      ['unsupported startup parameter: options', /KALENDS_PREPARED_STATEMENTS=off/],
    ] as const) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.on('data', (data) => {
          // The request for TLS is refused, and the start of a connection by an error.
          if (data.length === 8) socket.write('N')
          else {
            const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
            const head = Buffer.from(`E${'\0'.repeat(4)}`)
            head.writeInt32BE(body.length + 4, 1)
            socket.end(Buffer.concat([head, body]))
          }
        })
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const { port } = server.address() as AddressInfo
      const { code, stderr } = await run(['serve'], environmentOf(`postgres://kalends@127.0.0.1:${port}/x`))
      server.close()
      assert.deepEqual([code, faultsOf(stderr).length], [78, 1])
      assert.match(stderr, new RegExp(`08P01.*It says: ${message}`))
      assert.match(stderr, says)
    }
    const standby = mkdtempSync(join(tmpdir(), 'kalends-standby-'))
    const user = findUser()
    const made = await startPostgres({ directory: standby })
    assert.ok(typeof made !== 'string')
    await made.stop()
    mkdirSync(standby, { recursive: true })
    appendFileSync(join(standby, 'data', 'postgresql.auto.conf'), `primary_conninfo = ''\n`)
    writeFileSync(join(standby, 'data', 'standby.signal'), '')
    if (user?.uid !== undefined && user.gid !== undefined)
      chownSync(join(standby, 'data', 'standby.signal'), user.uid, user.gid)
    const again = await startPostgres({ directory: standby })
    assert.ok(typeof again !== 'string', String(again))
    const { code, stderr } = await run(['serve'], environmentOf(`${again.url}/postgres`))
    await again.stop()
    assert.equal(code, 78)
    assert.match(stderr, /standby.*KALENDS_DATABASE has to name the primary/)
  })
})
