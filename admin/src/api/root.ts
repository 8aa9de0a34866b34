/** A value from the HTML frame by its name. */
const framed = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=kalends-${name}]`)?.content

const base = framed('root') ?? '/'

/** An address of this server, below the folder that it may have on its host: `root('session')`. */
export const root = (path: string): string => new URL(`${base}${path}`, location.origin).href

/** The path under which the pages of the admin are. */
export const adminPath = `${base}admin`

/** The day with which a week begins, 0 for Sunday to 6 for Saturday. */
export const startOfWeek = Number(framed('start-of-week') ?? 1)

/** A moment on the clock of the site, `2027-05-01T20:00`; on that of the browser if it does not know the site's zone. */
export const siteClock = (moment: number): string => {
  const text = (timeZone?: string): string =>
    new Date(moment)
      .toLocaleString('sv', timeZone ? { timeZone } : {})
      .slice(0, 16)
      .replace(' ', 'T')
  try {
    return text(framed('time-zone'))
  } catch {
    return text()
  }
}

/** Whether a feature is available: links by mail, log-ins through an OpenID Connect provider, or passkeys. */
export const hasWay = (way: 'mail' | 'oidc' | 'passkey'): boolean => (framed('log-in') ?? '').split(' ').includes(way)
