import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { ConfigError, mebibyte, memoryBytes, readConfig, usualRecordCache, withPort } from '../../src/config.ts'
import { type Environment, settings, unknownSettings } from '../../src/settings.ts'
import { eventPayload, faultsOf, logOf, newDirectory, run, serve } from './program.ts'

/** Values that are refused, each with what the line must say. */
const bad: [name: string, value: string, says: RegExp][] = [
  ['KALENDS_HOST', '', /empty/],
  ['KALENDS_HOST', ' ', /empty/],
  ['KALENDS_DATA', '', /empty/],
  ['KALENDS_PORT', '', /0 to 65535/],
  ['KALENDS_PORT', '65536', /0 to 65535/],
  ['KALENDS_PORT', '-1', /0 to 65535/],
  ['KALENDS_PORT', '80.5', /0 to 65535/],
  ['KALENDS_PORT', '0x50', /0 to 65535/],
  ['KALENDS_PORT', 'http', /0 to 65535/],
  ['KALENDS_DATABASE', 'mysql://h/d', /sqlite:PATH/],
  ['KALENDS_DATABASE', 'sqlite:', /sqlite:PATH/],
  ['KALENDS_DATABASE', 'postgres://kalends@one,two/kalends', /one host only/],
  ['KALENDS_DATABASE', 'postgres://kalends@one:5432,two:5432/kalends', /one host only/],
  ['KALENDS_DATABASE', 'postgres:///kalends?host=one,two', /one host only/],
  ['KALENDS_DATABASE', 'postgres://kalends@one/kalends?sslmode=on', /sslmode must be one of disable, allow, prefer/],
  ['KALENDS_DATABASE', 'postgres://kalends@one/kalends?sslmode=verify-ca', /needs sslrootcert/],
  ['KALENDS_DATABASE', './calendar.sqlite', /sqlite:PATH/],
  ['KALENDS_PUBLIC_URL', 'events.example.org', /http or https/],
  ['KALENDS_PUBLIC_URL', 'ftp://events.example.org', /http or https/],
  ['KALENDS_PUBLIC_URL', 'https://events.example.org/?a=1', /without a query/],
  ['KALENDS_PUBLIC_URL', 'https://events.example.org/#top', /http or https/],
  ['KALENDS_PUBLIC_URL', 'https://name@events.example.org', /http or https/],
  ['KALENDS_TIMEZONE', '', /IANA/],
  ['KALENDS_TIMEZONE', 'Mars/Olympus', /IANA/],
  ['KALENDS_TIMEZONE', 'UTC+15', /IANA/],
  ['KALENDS_TIMEZONE', 'UTC+5:77', /IANA/],
  ['KALENDS_TIMEZONE', 'UTC\nfoo', /IANA/],
  ['KALENDS_SMTP_URL', 'mail.example.org', /smtp:\/\//],
  ['KALENDS_OIDC_ISSUER', 'http://login.example.org', /https address/],
  ['KALENDS_OIDC_ISSUER', 'https://login.example.org/?realm=x', /https address/],
  ['KALENDS_TWO_FACTORS', 'editor,king', /some of administrator, editor/],
  ['KALENDS_OIDC_ROLES', 'press=chief', /administrator, editor/],
  ['KALENDS_DELETIONS_DAYS', '1', /from 8 to 36500/],
  ['KALENDS_MAIL_FROM', 'Town <town@example.org>', /an e-mail address/],
  ['KALENDS_LANGUAGE', '', /one of en, de/],
  ['KALENDS_LANGUAGE', 'xx', /one of en, de/],
  ['KALENDS_LANGUAGE', 'en_GB', /one of en, de/],
  ['KALENDS_LANGUAGES', 'en,xx', /some of en, de/],
  ['KALENDS_FOOTER_LINKS', 'Imprint', /names and addresses/],
  ['KALENDS_FOOTER_LINKS', 'Imprint=javascript:alert(1)', /names and addresses/],
  ['KALENDS_HEADER_LINKS', 'Museum', /names and addresses/],
  ['KALENDS_FONT', 'comic', /sans, serif, rounded/],
  ['KALENDS_HOME_VIEW', 'past', /list, month, week, photo/],
  ['KALENDS_VIEWS', 'list,agenda', /list, month, week, day, photo, map/],
  ['KALENDS_REPEATED', 'never', /once, each/],
  ['KALENDS_ANALYTICS', 'stats.example.org', /address of a script/],
  ['KALENDS_THEME', '/', /has no theme\.css, head\.html/],
  ['KALENDS_THEME', '/nowhere/theme.css', /\/nowhere\/theme\.css is neither a file nor a directory/],
  ['KALENDS_TILE_SERVER', 'https://tiles.example.org/', /\{z\}/],
  ['KALENDS_TILE_SERVER', 'ftp://tiles.example.org/{z}/{x}/{y}', /\{z\}/],
  ['KALENDS_WORKERS', '0', /1 to 64/],
  ['KALENDS_WORKERS', '65', /1 to 64/],
  ['KALENDS_LOG_LEVEL', 'INFO', /silent, error, warn, info, debug/],
  ['KALENDS_LOG_LEVEL', 'verbose', /silent, error, warn, info, debug/],
  ['KALENDS_MAX_PER_PAGE', '0', /1 to 1000/],
  ['KALENDS_MAX_PER_PAGE', '1001', /1 to 1000/],
  ['KALENDS_REVISIONS', '1001', /0 to 1000/],
  ['KALENDS_ACTIVITY_DAYS', '0', /1 to 36500/],
  ['KALENDS_SUBMISSIONS', 'yes', /one of off, on/],
  ['KALENDS_SERIES_MONTHS', '0', /1 to 120/],
  ['KALENDS_IMPORT_BYTES', '0', /1 to 999999999/],
  ['KALENDS_CURRENCY_POSITION', 'suffix', /prefix, postfix/],
  ['KALENDS_TRUSTED_PROXIES', 'proxy.local', /addresses or networks/],
  ['KALENDS_TRUSTED_PROXIES', '10.0.0.0/33', /addresses or networks/],
  ['KALENDS_TRUSTED_PROXIES', '10.0.0.0/0', /addresses or networks/],
  ['KALENDS_TRUSTED_PROXIES', '127.0.0.1, ::1/129', /addresses or networks/],
  ['KALENDS_PREPARED_STATEMENTS', 'yes', /on, off/],
  ['KALENDS_MEDIA_STORE', 's3', /files, database/],
  ['KALENDS_FETCH_NETWORKS', 'intranet.local', /addresses or networks/],
  ['KALENDS_FETCH_NETWORKS', '10.0.0.0/8 10.1.0.0/16', /addresses or networks/],
  ['KALENDS_FETCH_PORTS', '8080,0', /port numbers/],
  ['KALENDS_FETCH_PORTS', '65536', /port numbers/],
  ['KALENDS_FETCH_PORTS', 'http', /port numbers/],
]

const faultsIn = (environment: Environment): readonly string[] => {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.faults
  }
  return []
}

describe('a bad setting', () => {
  for (const [name, value, says] of bad) {
    it(`is one line: ${name}=${JSON.stringify(value)}`, () => {
      const faults = faultsIn({ [name]: value })
      assert.equal(faults.length, 1)
      assert.match(faults[0] ?? '', new RegExp(`^${name}: .+\\.$`))
      assert.match(faults[0] ?? '', says)
    })
  }

  it('is reported together with all others before anything is done, exit code 78', async () => {
    const lastOf = new Map(bad.map(([name, value]) => [name, value]))
    for (const command of [['serve'], ['user', 'list']]) {
      const { code, stdout, stderr } = await run(command, Object.fromEntries(lastOf))
      assert.equal(code, 78)
      assert.equal(stdout, '')
      const named = faultsOf(stderr).map((line) => line.split(':')[0])
      assert.deepEqual(named.sort(), [...lastOf.keys()].sort())
    }
  })

  it('is reported without its secret value', async () => {
    const file = join(newDirectory(), 'secret')
    writeFileSync(file, 'postgres://calendar:correct-horse@db.example.invalid/calendar\n')
    for (const environment of [
      { KALENDS_DATABASE: 'postgres://calendar:correct-horse@db.example.invalid/calendar' },
      { KALENDS_DATABASE: 'mysql://calendar:correct-horse@db.example.invalid/calendar' },
      { KALENDS_DATABASE_FILE: file },
    ]) {
      const { code, stdout, stderr } = await run(['serve'], { KALENDS_DATA: newDirectory(), ...environment })
      assert.equal(code, 78)
      assert.match(
        faultsOf(stderr)[0] ?? '',
        /^(KALENDS_DATABASE: |the database cannot be used: PostgreSQL cannot be reached)/,
      )
      assert.doesNotMatch(stdout + stderr, /correct-horse|example\.invalid/)
    }
  })
})

describe('a setting', () => {
  it('has the default that is documented', () => {
    assert.deepEqual(
      { ...readConfig({}) },
      {
        host: '127.0.0.1',
        port: 8080,
        dataDirectory: resolve('data'),
        database: { kind: 'sqlite', path: resolve('data/kalends.sqlite') },
        preparedStatements: true,
        publicUrl: 'http://127.0.0.1:8080',
        siteName: 'Kalends',
        siteDescription: '',
        zone: readConfig({ KALENDS_TIMEZONE: 'UTC' }).zone,
        language: 'en',
        locale: 'en',
        languages: ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ja', 'ar', 'he'],
        headerLinks: [],
        footerLinks: [],
        intro: '',
        font: 'sans',
        fontFiles: [],
        homeView: 'list',
        repeated: 'once',
        views: ['list', 'month', 'week', 'day', 'photo', 'map'],
        analytics: undefined,
        theme: undefined,
        tiles: undefined,
        mail: undefined,
        submissions: false,
        oidc: undefined,
        twoFactors: [],
        workers: 1,
        stopSeconds: 5,
        logLevel: 'info',
        maxPerPage: 50,
        revisions: 20,
        seriesMonths: 24,
        activityDays: 365,
        deletionsDays: 400,
        importBytes: 200_000_000,
        answerCache: 8 * 1024 * 1024,
        recordCache: usualRecordCache(memoryBytes(), 1),
        currency: { code: '', symbol: '$', position: 'prefix' },
        startOfWeek: undefined,
        clock: '',
        accentColor: '',
        logo: undefined,
        headerImage: 0,
        tileAttribution: '',
        fixed: new Set(),
        trustedProxies: [],
        metricsNetworks: [],
        mediaStore: 'files',
        fetchRules: { networks: [], ports: [] },
      },
    )
    assert.equal(readConfig({}).zone.name, 'UTC')
    assert.equal(readConfig({ KALENDS_RECORD_CACHE: '32' }).recordCache, 32 * mebibyte)
    assert.equal(readConfig({ KALENDS_WORKERS: '64' }).recordCache, usualRecordCache(memoryBytes(), 64))
    for (const [memory, workers, size] of [
      [256, 1, 64],
      [512, 1, 64],
      [1024, 1, 128],
      [4096, 1, 512],
      [65_536, 1, 512],
      [8192, 4, 256],
      [2048, 8, 64],
    ] as const)
      assert.equal(usualRecordCache(memory * mebibyte, workers), size * mebibyte)
  })

  it('is settled once read', () => {
    assert.ok(Object.isFrozen(readConfig({})))
    assert.ok(Object.isFrozen(withPort(readConfig({}), 1)))
  })

  const urls: [Environment, string][] = [
    [{ KALENDS_PUBLIC_URL: 'https://events.example.org' }, 'https://events.example.org'],
    [{ KALENDS_PUBLIC_URL: 'https://events.example.org/' }, 'https://events.example.org'],
    [{ KALENDS_PUBLIC_URL: 'https://events.example.org/our/calendar//' }, 'https://events.example.org/our/calendar'],
    [{ KALENDS_PUBLIC_URL: ' HTTPS://Events.Example.org:443/? ' }, 'https://events.example.org'],
    [{ KALENDS_HOST: '0.0.0.0', KALENDS_PORT: '81' }, 'http://localhost:81'],
    [{ KALENDS_HOST: '::' }, 'http://localhost:8080'],
    [{ KALENDS_HOST: '::1' }, 'http://[::1]:8080'],
  ]
  for (const [environment, expected] of urls) {
    it(`gives the public address ${expected} for ${JSON.stringify(environment)}`, () => {
      assert.equal(readConfig(environment).publicUrl, expected)
    })
  }

  it('names the port that was free in the public address, unless that is given', () => {
    assert.equal(withPort(readConfig({ KALENDS_PORT: '0' }), 4321).publicUrl, 'http://127.0.0.1:4321')
    const given = { KALENDS_PORT: '0', KALENDS_PUBLIC_URL: 'https://events.example.org' }
    assert.equal(withPort(readConfig(given), 4321).publicUrl, 'https://events.example.org')
  })

  for (const zone of ['UTC', 'UTC-5', 'UTC+5:30', 'UTC-5.5', '+02:00', 'Europe/Paris', 'America/Argentina/Ushuaia']) {
    it(`takes the time zone ${zone}`, () => assert.equal(readConfig({ KALENDS_TIMEZONE: zone }).zone.name, zone))
  }

  it('takes networks of proxies', () => {
    const value = '127.0.0.1, 10.0.0.0/8,, 2001:db8::/32 ,::1'
    const { trustedProxies } = readConfig({ KALENDS_TRUSTED_PROXIES: value })
    assert.deepEqual(trustedProxies, ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1'])
  })

  it('is read from a file only where it is a secret', () => {
    const secrets = settings.filter((setting) => 'isSecret' in setting).map(({ name }) => `${name}_FILE`)
    assert.deepEqual(secrets, ['KALENDS_DATABASE_FILE', 'KALENDS_SMTP_URL_FILE', 'KALENDS_OIDC_SECRET_FILE'])
    const names = ['KALENDS_DATABASE_FILE', 'KALENDS_PORT_FILE', 'KALENDS_PROT', 'KALENDS_PORT', 'PATH']
    const environment = Object.fromEntries(names.map((name) => [name, 'x']))
    assert.deepEqual(unknownSettings(environment), ['KALENDS_PORT_FILE', 'KALENDS_PROT'])
  })

  it('in a file that cannot be read is one line', async () => {
    const { code, stderr } = await run(['serve'], { KALENDS_DATABASE_FILE: join(newDirectory(), 'nothing') })
    assert.equal(code, 78)
    assert.match(faultsOf(stderr).join('\n'), /^KALENDS_DATABASE_FILE: the file cannot be read\. It is ".+nothing"\.$/)
  })

  it('is set only once: as a variable or in a file', async () => {
    const directory = newDirectory()
    const file = join(directory, 'secret')
    writeFileSync(file, `sqlite:${join(directory, 'calendar.sqlite')}`)
    const both = { KALENDS_DATABASE: 'sqlite:x', KALENDS_DATABASE_FILE: file }
    const { code, stderr } = await run(['user', 'list'], both)
    const fault = 'KALENDS_DATABASE and KALENDS_DATABASE_FILE: only one of them may be set.'
    assert.deepEqual([code, faultsOf(stderr)], [78, [fault]])
  })
})

describe('a server', () => {
  it('applies its settings, and warns about unknown ones', async () => {
    const directory = newDirectory()
    const database = join(directory, 'elsewhere', 'calendar.sqlite')
    const file = join(directory, 'secret')
    writeFileSync(file, `sqlite:${database}\n`)
    const environment = {
      KALENDS_DATA: join(directory, 'data'),
      KALENDS_DATABASE_FILE: file,
      KALENDS_PUBLIC_URL: 'https://events.example.org/cal/',
      KALENDS_TIMEZONE: 'UTC-5',
      KALENDS_SITE_NAME: 'Fêtes & more',
      KALENDS_SITE_DESCRIPTION: 'All of them.',
      KALENDS_MAX_PER_PAGE: '2',
      KALENDS_CURRENCY_SYMBOL: '€',
      KALENDS_CURRENCY_POSITION: 'postfix',
    }
    const added = await run(['user', 'add', 'admin', '--role', 'administrator'], environment)
    const as = added.stdout.trimEnd().split('\n').at(-1) ?? ''
    assert.ok(existsSync(database))
    const server = await serve({ ...environment, KALENDS_PROT: '1', KALENDS_PORT_FILE: file })
    const warnings = logOf(server.stderr()).filter(({ level }) => level === 'warn')
    assert.deepEqual(warnings.map(({ name }) => name).sort(), ['KALENDS_PORT_FILE', 'KALENDS_PROT'])

    const payload = { ...eventPayload('One'), cost: '12' }
    const { status, body } = await server.ask('POST', '/events', { as, body: payload })
    assert.equal(status, 201)
    assert.equal(body.rest_url, `https://events.example.org/cal/calendar/events/v1/events/${body.id}`)
    assert.equal(body.timezone, 'UTC-5')
    assert.equal(body.utc_start_date, `${payload.start_date.slice(0, 10)} 15:00:00`)
    assert.equal(body.cost, '12€')
    for (const title of ['Two', 'Three']) await server.ask('POST', '/events', { as, body: eventPayload(title) })
    const list = await server.ask('GET', '/events?per_page=50')
    assert.deepEqual([list.body.events.length, list.body.total], [2, 3])
    assert.match(list.body.next_rest_url, /^https:\/\/events\.example\.org\/cal\/calendar\/events\/v1\/events\/?\?/)
    const site = await server.ask('GET', '//wp-json')
    assert.deepEqual([site.body.name, site.body.description], ['Fêtes & more', 'All of them.'])
    await server.stop()
  })

  it('on a free port names it in its links', async () => {
    const server = await serve({ KALENDS_DATA: newDirectory() })
    const { body } = await server.ask('GET', '/events')
    assert.match(body.rest_url, new RegExp(`^${server.address}/calendar/events/v1/events`))
    await server.stop()
  })
})
