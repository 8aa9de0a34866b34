import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addressOfTotp,
  codeAt,
  createTotpSecret,
  findStep,
  isTotpCode,
  stepAt,
  toBase32,
} from '../../src/accounts/totp.ts'

/** The secret of the examples in RFC 4226 and RFC 6238. */
const secret = toBase32(Buffer.from('12345678901234567890'))

describe('codes of authenticator apps', () => {
  it('are those of RFC 4226 (appendix D)', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
    assert.deepEqual(
      codes.map((_, step) => codeAt(secret, step)),
      codes,
    )
  })

  it('are those of RFC 6238 (appendix B), of which apps show the last six digits', () => {
    const vectors = [
      [59, '94287082'],
      [1_111_111_109, '07081804'],
      [1_111_111_111, '14050471'],
      [1_234_567_890, '89005924'],
      [2_000_000_000, '69279037'],
      [20_000_000_000, '65353130'],
    ] as const
    for (const [seconds, code] of vectors) assert.equal(codeAt(secret, stepAt(seconds * 1000)), code.slice(2))
  })

  it('are found at their step and its neighbours, and not again', () => {
    const now = 1_000_000 * 30_000 + 29_999
    const found = [-2, -1, 0, 1, 2].map((by) => findStep(secret, codeAt(secret, 1_000_000 + by), now, 0))
    assert.deepEqual(found, [undefined, 999_999, 1_000_000, 1_000_001, undefined])
    assert.equal(findStep(secret, codeAt(secret, 1_000_000), now, 1_000_000), undefined)
    assert.equal(findStep(secret, codeAt(secret, 1_000_001), now, 1_000_000), 1_000_001)
  })

  it('are six digits', () => {
    for (const text of ['', '12345', '1234567', '12345a', '123 456', '١٢٣٤٥٦'])
      assert.equal(isTotpCode(text), false, text)
    assert.ok(isTotpCode('000000'))
  })

  it('come from secrets of 160 bits, in the letters of RFC 4648', () => {
    assert.match(createTotpSecret(), /^[A-Z2-7]{32}$/)
    const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
    for (const [text, written] of Object.entries(vectors)) assert.equal(toBase32(Buffer.from(text)), written)
  })

  it('are brought to an app by an address in ASCII', () => {
    assert.equal(
      addressOfTotp('ABC', 'Büro: Süd', 'Ada L.'),
      'otpauth://totp/B%C3%BCro%20%20S%C3%BCd:Ada%20L.?secret=ABC&issuer=B%C3%BCro%20%20S%C3%BCd',
    )
  })
})
