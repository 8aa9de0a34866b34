/** A setting with its documentation; `docs/settings.md` must contain each. */
export type Setting = {
  readonly name: string
  readonly default: string
  readonly description: string
  /** A secret may also be read from the file that `NAME_FILE` names. */
  readonly isSecret?: boolean
}

/** Every setting, in the order of its documentation. */
export const settings = [
  { name: 'KALENDS_HOST', default: '127.0.0.1', description: 'The address to listen on.' },
  { name: 'KALENDS_PORT', default: '8080', description: 'The port to listen on, 0 for any free one.' },
  {
    name: 'KALENDS_DATA',
    default: './data',
    description: 'The directory of the calendar’s files, created when it does not exist.',
  },
  {
    name: 'KALENDS_DATABASE',
    default: '',
    description: '`sqlite:PATH` or `postgres://…`; without it a file in the data directory.',
    isSecret: true,
  },
  {
    name: 'KALENDS_PREPARED_STATEMENTS',
    default: 'on',
    description: 'on, or off for a pooler in transaction mode without prepared statements.',
  },
  {
    name: 'KALENDS_PUBLIC_URL',
    default: '',
    description: 'The address under which visitors reach the server; without it http://HOST:PORT.',
  },
  {
    name: 'KALENDS_TIMEZONE',
    default: 'UTC',
    description: 'The time zone of the site, such as Europe/Paris or UTC+2.',
  },
  { name: 'KALENDS_SITE_NAME', default: 'Kalends', description: 'The name of the site.' },
  { name: 'KALENDS_SITE_DESCRIPTION', default: '', description: 'A sentence about the site.' },
  {
    name: 'KALENDS_LANGUAGE',
    default: 'en',
    description: 'The language of the pages, with a region where dates depend on it, such as en-GB.',
  },
  {
    name: 'KALENDS_LANGUAGES',
    default: 'en,de,es,fr,it,nl,pt,ja',
    description: 'The languages in which pages are offered, separated by commas; that of the site always is.',
  },
  {
    name: 'KALENDS_FOOTER_LINKS',
    default: '',
    description: 'Links at the end of every page, such as Imprint=https://example.org/imprint, separated by commas.',
  },
  {
    name: 'KALENDS_TILE_SERVER',
    default: '',
    description:
      'The server of map tiles, such as https://tiles.example.org/{z}/{x}/{y}.png; without it pages have no maps.',
  },
  {
    name: 'KALENDS_TILE_ATTRIBUTION',
    default: '',
    description: 'Copyright notice that the tile provider requires, shown below maps.',
  },
  {
    name: 'KALENDS_SMTP_URL',
    default: '',
    description: 'The server that sends mail, such as smtps://USER:PASSWORD@mail.example.org; without it none is sent.',
    isSecret: true,
  },
  {
    name: 'KALENDS_MAIL_FROM',
    default: '',
    description: 'The sender of mail, such as events@example.org; without it kalends@ and the host of the public URL.',
  },
  {
    name: 'KALENDS_OIDC_ISSUER',
    default: '',
    description:
      'The OpenID Connect provider by which people log in, such as https://login.example.org; without it nobody does.',
  },
  { name: 'KALENDS_OIDC_CLIENT_ID', default: '', description: 'The name by which the provider knows the calendar.' },
  {
    name: 'KALENDS_OIDC_SECRET',
    default: '',
    description: 'The secret that the provider has given to the calendar.',
    isSecret: true,
  },
  {
    name: 'KALENDS_OIDC_CLAIM',
    default: 'groups',
    description: 'The claim of the provider that says which role a person has.',
  },
  {
    name: 'KALENDS_OIDC_ROLES',
    default: '',
    description:
      'Values of the claim and their roles, such as press=editor,*=contributor, where * is everybody else; without it the values are roles.',
  },
  {
    name: 'KALENDS_WORKERS',
    default: '1',
    description: 'The number of server processes, which share the port and the database.',
  },
  { name: 'KALENDS_LOG_LEVEL', default: 'info', description: 'silent, error, warn, info or debug.' },
  { name: 'KALENDS_MAX_PER_PAGE', default: '50', description: 'The most records that a page of a list may have.' },
  {
    name: 'KALENDS_REVISIONS',
    default: '20',
    description: 'The versions that are kept of each event, venue and organizer; 0 keeps none.',
  },
  {
    name: 'KALENDS_ACTIVITY_DAYS',
    default: '365',
    description: 'The days after which the history of records is removed, with the versions of that time.',
  },
  {
    name: 'KALENDS_SERIES_MONTHS',
    default: '24',
    description: 'The months from today, 1 to 120, up to which a series without an end has its events.',
  },
  {
    name: 'KALENDS_IMPORT_BYTES',
    default: '200000000',
    description: 'The most bytes of a file that is imported over the network.',
  },
  {
    name: 'KALENDS_ANSWER_CACHE',
    default: '8',
    description: 'MiB of whole answers that each process keeps in memory at most; 0 keeps none.',
  },
  {
    name: 'KALENDS_RECORD_CACHE',
    default: '32',
    description: 'MiB of records that each process keeps in memory at most; 0 keeps none.',
  },
  { name: 'KALENDS_CURRENCY_SYMBOL', default: '$', description: 'The symbol of prices that are written without one.' },
  { name: 'KALENDS_CURRENCY_POSITION', default: 'prefix', description: 'Where it stands: prefix or postfix.' },
  {
    name: 'KALENDS_TRUSTED_PROXIES',
    default: '',
    description: 'Addresses or networks of reverse proxies, separated by commas, whose X-Forwarded-For is believed.',
  },
  {
    name: 'KALENDS_METRICS_NETWORKS',
    default: '',
    description: 'Addresses or networks, separated by commas, that may read /metrics besides the host itself.',
  },
  {
    name: 'KALENDS_MEDIA_STORE',
    default: 'files',
    description: 'Where images are kept: files (below media in the data directory) or database.',
  },
  {
    name: 'KALENDS_FETCH_NETWORKS',
    default: '',
    description:
      'Addresses or networks that are not public, such as 10.20.0.0/16, from which images may be fetched, separated by commas.',
  },
  {
    name: 'KALENDS_FETCH_PORTS',
    default: '',
    description: 'Ports besides 80 and 443 from which images may be fetched, separated by commas.',
  },
] as const satisfies readonly Setting[]

/** The name of a setting. */
export type SettingName = (typeof settings)[number]['name']

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Returns the names of environment variables that look like settings but are unknown: misspelled, or of another release. */
export const unknownSettings = (environment: Environment): string[] => {
  const known = new Set<string>(
    settings.flatMap((setting) => ('isSecret' in setting ? [setting.name, `${setting.name}_FILE`] : [setting.name])),
  )
  return Object.keys(environment).filter((name) => name.startsWith('KALENDS_') && !known.has(name))
}
