import { createHash } from 'node:crypto'
import { withoutSlashes } from '../lib/url.ts'

/** Longest name of a source. */
const longest = 200

/** A part of a path that people have chosen: shorter than keys are, or without digits. */
const isPlain = (part: string): boolean => part.length < 12 || (part.length <= 40 && !/\d/.test(part))

/**
 * The name of a source by its address. Everybody sees it in the records that come from there: of the address it has neither the query nor the
 * parts of the path that could be a key, as in the secret addresses of private calendars. A hash stands for such a part, so that two calendars
 * of one host have different names.
 */
export const nameOfAddress = (url: string): string => {
  const { host, pathname } = new URL(url)
  const parts = withoutSlashes(pathname)
    .split('/')
    .map((part) => (isPlain(part) ? part : createHash('sha256').update(part).digest('hex').slice(0, 10)))
  return `${host}${parts.join('/')}`.slice(0, longest)
}
