import { createHash, randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const secretLength = 24

/** A new application password: 24 letters and digits, some 142 random bits. */
export const createSecret = (): string => {
  let secret = ''
  while (secret.length < secretLength) {
    // Bytes from 248 on would make the first letters likelier than the last.
    for (const byte of randomBytes(2 * secretLength)) {
      if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62]
    }
  }
  return secret
}

/** Whether a text without blanks could be an application password. */
export const hasFormOfSecret = (text: string): boolean => /^[A-Za-z0-9]{24}$/.test(text)

/** An application password for display, in groups of four; the spaces are optional when it is sent (contract B5.1). */
export const showSecret = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

/** What is stored of an application password: a fast hash is enough for a secret that cannot be guessed. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret.replace(/\s/g, '')).digest('base64url')
