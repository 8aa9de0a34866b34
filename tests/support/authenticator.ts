import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a passkey in the tests says of itself; each can be wrong. */
type Claims = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** Whether its owner was recognized, by a PIN or a finger. */
  readonly isVerified?: boolean
  readonly counter?: number
}

/** An authenticator with one passkey (ES256, no attestation), written from the specification of WebAuthn Level 3. */
export type Authenticator = {
  readonly id: string
  /** What `navigator.credentials.create()` would return for the options of the server. */
  readonly create: (options: { readonly challenge: string }, claims?: Claims) => object
  /** What `navigator.credentials.get()` would return. */
  readonly get: (options: { readonly challenge: string }, claims?: Claims) => object
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Makes an authenticator for a site. */
export const createAuthenticator = (origin: string): Authenticator => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const site = new URL(origin)
  const clientData = (type: string, { challenge }: { readonly challenge: string }, claims: Claims): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge: claims.challenge ?? challenge, origin: claims.origin ?? site.origin }),
    )
  const dataOf = ({ rpId = site.hostname, isVerified = true, counter = 0 }: Claims, flags: number): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 1 | (isVerified ? 4 : 0)]), count])
  }
  const outer = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  return {
    id: outer.id,
    create: (options, claims = {}) => {
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)])
      const authData = Buffer.concat([dataOf(claims, 0x40), credential])
      // A CBOR map: fmt "none", attStmt {}, authData.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      const clientDataJSON = clientData('webauthn.create', options, claims).toString('base64url')
      const response = {
        clientDataJSON,
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return { ...outer, response, clientExtensionResults: {} }
    },
    get: (options, claims = {}) => {
      const [data, client] = [dataOf(claims, 0), clientData('webauthn.get', options, claims)]
      const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...outer, response, clientExtensionResults: {} }
    },
  }
}

/** The key as COSE writes it (RFC 9052, 7): EC2, ES256, P-256, x and y. */
const coseOf = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (label: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(text, 'base64url')])
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), coordinate(0x21, x), coordinate(0x22, y)])
}
