import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What authenticator apps take without being asked: six digits of HMAC-SHA-1, and another code every thirty seconds (RFC 6238). */
const [digits, stepMilliseconds] = [6, 30_000]

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Writes bytes in base32 without padding (RFC 4648, 6). */
export const toBase32 = (bytes: Uint8Array): string => {
  let text = ''
  let [value, bits] = [0, 0]
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

const fromBase32 = (text: string): Buffer => {
  const bytes: number[] = []
  let [value, bits] = [0, 0]
  for (const letter of text) {
    value = (value << 5) | alphabet.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push(value >> bits)
    value &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

/** A new secret of 160 bits, as RFC 4226 (R6) recommends, in base32. */
export const createTotpSecret = (): string => toBase32(randomBytes(20))

/** The time step of an instant in epoch milliseconds. */
export const stepAt = (now: number): number => Math.floor(now / stepMilliseconds)

/** The code of a secret in base32 at a time step (RFC 4226, 5.3; RFC 6238, 4.2). */
export const codeAt = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** Whether a text has the form of a code. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)

/**
 * The time step whose code was sent: the present one, or its neighbours for clocks that are half a minute off. A code up to `lastStep` was used before.
 */
export const findStep = (secret: string, code: string, now: number, lastStep: number): number | undefined => {
  const present = stepAt(now)
  const isCode = (step: number): boolean => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))
  return [present - 1, present, present + 1].filter((step) => step > lastStep && step >= 0).find(isCode)
}

/** The address that a QR code brings to an authenticator app. */
export const addressOfTotp = (secret: string, issuer: string, name: string): string => {
  // The label has a colon between issuer and name.
  const label = [issuer, name].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':')
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer.replaceAll(':', ' '))}`
}
