import { hash } from 'node:crypto'

/** A short hash of some bytes, as text. */
export const hashTag = (bytes: Buffer | string): string => hash('sha256', bytes, 'base64url').slice(0, 27)

/** The strong ETag of a body: equal bytes have equal tags (RFC 9110, 8.8.3). */
export const strongEtag = (body: string | Buffer): string => `"${hashTag(body)}"`
