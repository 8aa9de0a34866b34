import { hash, verify } from '@node-rs/argon2'
import { UserError } from './users.ts'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Hashes the password of a person for browser log-ins (contract B5.1 keeps it away from the REST roots).
 * @throws UserError when it is too short or too long.
 */
export const hashPassword = async (password: string): Promise<string> => {
  if (password.length < 10 || password.length > 200) throw new UserError('A password has 10 to 200 characters.')
  return hash(password, parameters)
}

/** Whether the password is the one that was hashed. */
export const isPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password)
