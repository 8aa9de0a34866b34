/** The ways to use TLS, as in libpq, and `no-verify` of the driver. */
const tlsModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const

type TlsMode = (typeof tlsModes)[number]

const isTlsMode = (text: string): text is TlsMode => tlsModes.some((mode) => mode === text)

/** An address of PostgreSQL as `URL` reads it: one without a host, but with a user, names its socket in the query. */
const urlOf = (address: string): URL | undefined => {
  const text = address.replace(/^(postgres(?:ql)?:\/\/[^/?@]*)@\//, '$1@localhost/')
  return /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text) ? new URL(text) : undefined
}

/** Why an address of PostgreSQL cannot be used, without a word of it, since it is a secret; undefined for one that can. */
export const findAddressFault = (address: string): string | undefined => {
  const [, authority = ''] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(address) ?? []
  const url = urlOf(address)
  const hosts = url?.searchParams.get('host') ?? ''
  if (authority.includes(',') || hosts.includes(','))
    return 'it may name one host only; for several, name a pooler or a balancer that leads to the primary.'
  if (!url) return 'it must be sqlite:PATH, or postgres://USER:PASSWORD@HOST:PORT/DATABASE.'
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !isTlsMode(mode)) return `sslmode must be one of ${tlsModes.join(', ')}.`
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert'))
    return 'sslmode=verify-ca needs sslrootcert, the file of the authority; verify-full also takes those of the system.'
  return undefined
}

/** How connections are made: `address` is what the driver reads, and changes where the server does not speak TLS. */
export type Connecting = {
  address: string
  /** Whether it may be without TLS where the server offers none. */
  readonly isTlsOptional: boolean
  /** Connects without TLS from now on. */
  readonly leaveTls: () => void
  readonly hasPassword: boolean
}

/**
 * Reads an address with the meaning that libpq gives to it: TLS where the server offers it, unless `sslmode`, or the variable `PGSSLMODE`, says
 * otherwise. Unix sockets need none.
 */
export const readPostgresAddress = (
  address: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Connecting => {
  const url = urlOf(address) ?? new URL(address)
  const query = url.searchParams
  const sent = query.get('sslmode') ?? environment['PGSSLMODE'] ?? ''
  const isSocket = /^(?:\/|%2f)/i.test(query.get('host') ?? url.hostname)
  const mode = isSocket ? 'disable' : isTlsMode(sent) ? sent : 'prefer'
  if (query.get('sslrootcert') === 'system') query.delete('sslrootcert')
  const withMode = (word: string): string => {
    if (query.has('ssl') && !query.has('sslmode')) return url.href
    query.set('sslmode', word)
    // The driver reads the modes as libpq does only then.
    if (word !== 'no-verify') query.set('uselibpqcompat', 'true')
    return url.href
  }
  const connecting: Connecting = {
    address: withMode(mode === 'allow' ? 'prefer' : mode),
    isTlsOptional: (mode === 'prefer' || mode === 'allow') && !query.has('ssl'),
    leaveTls: () => {
      connecting.address = withMode('disable')
    },
    hasPassword: url.password !== '' || query.has('password') || environment['PGPASSWORD'] !== undefined,
  }
  return connecting
}
