import Negotiator from 'negotiator'
import { maxHeaderLength } from '../lib/header-length.ts'

/** A content coding (RFC 9110, 8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity'

/** All content codings, the smallest result first, in the order of preference among codings that the client accepts equally. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']

/**
 * Returns the content coding that the client prefers among the available ones (RFC 9110, 12.5.3); `identity` when it accepts none of them,
 * or when the header is too long to be parsed.
 */
export const chooseEncoding = (header: string | undefined, available: readonly Encoding[] = encodings): Encoding => {
  if (header === undefined || header.length > maxHeaderLength) return 'identity'
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(available, {
    preferred: available,
  })
  return available.find((encoding) => encoding === accepted[0]) ?? 'identity'
}
