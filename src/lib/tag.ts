import { hash } from 'node:crypto'

/** A short text that differs wherever the bytes do. */
export const tagOf = (bytes: Buffer | string): string => hash('sha256', bytes, 'base64url').slice(0, 27)
