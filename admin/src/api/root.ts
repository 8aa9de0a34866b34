const base = document.querySelector<HTMLMetaElement>('meta[name=kalends-root]')?.content ?? '/'

/** An address of this server, below the folder that it may have on its host: `root('session')`. */
export const root = (path: string): string => new URL(`${base}${path}`, location.origin).href

/** The path under which the pages of the admin are. */
export const adminPath = `${base}admin`
