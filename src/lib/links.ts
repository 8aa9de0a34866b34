/** The native namespace of the calendar API. */
export const namespace = 'calendar/events/v1'

/** The namespace under which clients of The Events Calendar request the same (contract B1.1). */
export const tecNamespace = 'tribe/events/v1'

/** The namespace of WordPress, for uploading images (contract B7.9) and the part described in `docs/wp-v2.md` (D4). */
export const siteNamespace = 'wp/v2'

/** The namespace for what the others do not have, such as activity, previews and imports. */
export const ownNamespace = 'kalends/v1'

/** The URLs in records: always with the configured public URL and the native namespace (contract B1.2). */
export type Links = {
  /** The public URL without a trailing slash. */
  readonly site: string
  /** The public host and path, without scheme and port, for `global_id` (F2.1). */
  readonly host: string
  /** The REST address of a path below a namespace, e.g. `events/12`; that of the calendar unless said otherwise. */
  readonly api: (path: string, below?: string) => string
  /** The address of a page of the site, e.g. `/event/summer-fair/`. */
  readonly page: (path: string) => string
  /** The address of a file in the library of images, e.g. `2026/11/summer-fair-k3x9q2ab.jpg`. */
  readonly media: (path: string) => string
}

/** Builds {@link Links} for a public URL. */
export const createLinks = (publicUrl: string): Links => {
  const site = publicUrl.replace(/(?<!\/)\/+$/, '')
  return {
    site,
    host: new URL(site).hostname + new URL(site).pathname.replace(/\/$/, ''),
    // Clients know the namespaces of The Events Calendar and of WordPress only below the REST root.
    api: (path, below = namespace) =>
      `${site}/${below === namespace || below === ownNamespace ? '' : 'wp-json/'}${below}/${path}`,
    page: (path) => `${site}${path}`,
    media: (path) => `${site}/media/${path}`,
  }
}
