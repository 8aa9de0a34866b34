import Negotiator from 'negotiator'
import { maxHeaderLength } from '../lib/header-length.ts'

/** In what form a body is sent (RFC 9110, 8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity'

/** All forms, the smallest first: of those that a client likes equally it gets the first. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']

/**
 * The form that a client prefers among those that can be made (RFC 9110, 12.5.3); `identity` where it takes none of them, or sends a
 * header that is too long to be parsed.
 */
export const encodingOf = (header: string | undefined, available: readonly Encoding[] = encodings): Encoding => {
  if (header === undefined || header.length > maxHeaderLength) return 'identity'
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(available, {
    preferred: available,
  })
  return available.find((encoding) => encoding === accepted[0]) ?? 'identity'
}
