/** In what form a body is sent (RFC 9110, 8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest form that a client takes. */
export const encodingOf = (accepted: string | undefined): Encoding => {
  if (accepted === undefined) return 'identity'
  const refused = /(?:^|,)\s*(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/gi
  const names = accepted.replace(refused, ',').toLowerCase()
  return /\bbr\b/.test(names) ? 'br' : /\bgzip\b/.test(names) ? 'gzip' : 'identity'
}
