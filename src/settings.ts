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
    description: '`sqlite:PATH` or `postgres://…`; default: a file in the data directory.',
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
    description: 'The URL that visitors use; default http://HOST:PORT.',
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
    default: 'en,de,es,fr,it,nl,pt,ja,ar,he',
    description: 'The languages in which pages are offered, separated by commas, in addition to the site’s language.',
  },
  {
    name: 'KALENDS_WEEK_START',
    default: '',
    description:
      'The first day of the week: monday, sunday or saturday; default: as usual in the region of KALENDS_LANGUAGE, or else of the time zone.',
  },
  {
    name: 'KALENDS_HOURS',
    default: '',
    description: 'How times are written: with 12 or 24 hours; default: as usual in the language.',
  },
  {
    name: 'KALENDS_HOME_VIEW',
    default: 'list',
    description: 'The view that the home page shows: list, month, week or photo.',
  },
  {
    name: 'KALENDS_VIEWS',
    default: 'list,month,week,day,photo,map',
    description: 'The views to which the head of pages leads, separated by commas.',
  },
  {
    name: 'KALENDS_REPEATED',
    default: 'once',
    description: 'How lists show events that repeat: once, or each of their dates.',
  },
  { name: 'KALENDS_INTRO', default: '', description: 'A text above the upcoming events, as plain text.' },
  {
    name: 'KALENDS_FONT',
    default: 'sans',
    description:
      'The letters of the pages: sans, serif or rounded, from the fonts of the visitor’s device, or own, which is uploaded in the admin.',
  },
  {
    name: 'KALENDS_THEME',
    default: '',
    description:
      'A CSS file with your own styles, or a directory with theme.css, head.html, foot.html, fonts and pictures; default: theme or theme.css in the data directory.',
  },
  {
    name: 'KALENDS_ANALYTICS',
    default: '',
    description:
      'A script that counts visits, and the attributes that it reads, such as https://stats.example.org/script.js data-site=1; nothing else is loaded from there.',
  },
  {
    name: 'KALENDS_HEADER_LINKS',
    default: '',
    description: 'Links at the head of every page, such as Museum=https://example.org/, separated by commas.',
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
    name: 'KALENDS_TILE_FILE',
    default: '',
    description:
      'A PMTiles file with map tiles that are pictures, which this server hands out; instead of a tile server.',
  },
  {
    name: 'KALENDS_TILE_ATTRIBUTION',
    default: '',
    description: 'Copyright notice that the tile provider requires, shown below maps.',
  },
  {
    name: 'KALENDS_SMTP_URL',
    default: '',
    description: 'The mail server, such as smtps://USER:PASSWORD@mail.example.org; without it no mail is sent.',
    isSecret: true,
  },
  {
    name: 'KALENDS_MAIL_FROM',
    default: '',
    description: 'The sender of mail, such as events@example.org; default: kalends@ and the host of the public URL.',
  },
  {
    name: 'KALENDS_SUBMISSIONS',
    default: 'off',
    description: 'on, so that visitors can submit events for review; off without a form.',
  },
  {
    name: 'KALENDS_OIDC_ISSUER',
    default: '',
    description:
      'The OpenID Connect provider for log-ins, such as https://login.example.org; without it there is no single sign-on.',
  },
  {
    name: 'KALENDS_OIDC_CLIENT_ID',
    default: '',
    description: 'The client id that the provider assigned to the calendar.',
  },
  {
    name: 'KALENDS_OIDC_SECRET',
    default: '',
    description: 'The client secret of the calendar at the provider.',
    isSecret: true,
  },
  {
    name: 'KALENDS_OIDC_CLAIM',
    default: 'groups',
    description: 'The claim of the provider that determines a person’s role.',
  },
  {
    name: 'KALENDS_OIDC_ROLES',
    default: '',
    description:
      'Values of the claim and their roles, such as press=editor,*=contributor, where * is everybody else; if empty, the values are names of roles.',
  },
  {
    name: 'KALENDS_TWO_FACTORS',
    default: '',
    description:
      'Roles that need a second factor to log in with a password, separated by commas, such as administrator,editor.',
  },
  {
    name: 'KALENDS_WORKERS',
    default: '1',
    description: 'The number of server processes, which share the port and the database.',
  },
  {
    name: 'KALENDS_STOP_SECONDS',
    default: '5',
    description: 'Seconds within which a server ends; requests in flight have as long.',
  },
  { name: 'KALENDS_LOG_LEVEL', default: 'info', description: 'silent, error, warn, info or debug.' },
  { name: 'KALENDS_MAX_PER_PAGE', default: '50', description: 'The most records on one page of a list.' },
  {
    name: 'KALENDS_REVISIONS',
    default: '20',
    description: 'The number of versions to keep of each event, venue and organizer, the current one included.',
  },
  {
    name: 'KALENDS_ACTIVITY_DAYS',
    default: '365',
    description: 'The number of days after which activity and versions are removed.',
  },
  {
    name: 'KALENDS_DELETIONS_DAYS',
    default: '400',
    description: 'The number of days for which programs that keep a copy learn of removed records.',
  },
  {
    name: 'KALENDS_SERIES_MONTHS',
    default: '24',
    description: 'How many months ahead, 1 to 120, events of a series without an end are created.',
  },
  {
    name: 'KALENDS_IMPORT_BYTES',
    default: '200000000',
    description: 'The largest file, in bytes, that can be imported over HTTP.',
  },
  {
    name: 'KALENDS_ANSWER_CACHE',
    default: '8',
    description: 'The most MiB of complete responses that each process keeps in memory.',
  },
  {
    name: 'KALENDS_RECORD_CACHE',
    default: '',
    description:
      'The most MiB of records that each process keeps in memory; default: an eighth of the memory of the machine or container, shared by the processes, 64 to 512.',
  },
  { name: 'KALENDS_CURRENCY_SYMBOL', default: '$', description: 'The currency symbol for prices written without one.' },
  {
    name: 'KALENDS_CURRENCY_POSITION',
    default: 'prefix',
    description: 'The position of the symbol: prefix or postfix.',
  },
  {
    name: 'KALENDS_TRUSTED_PROXIES',
    default: '',
    description: 'Addresses or networks of reverse proxies, separated by commas, whose X-Forwarded-For is trusted.',
  },
  {
    name: 'KALENDS_METRICS_NETWORKS',
    default: '',
    description: 'Addresses or networks, separated by commas, that may read /metrics besides the host itself.',
  },
  {
    name: 'KALENDS_MEDIA_STORE',
    default: 'files',
    description: 'Where images are stored: files (below media in the data directory) or database.',
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
