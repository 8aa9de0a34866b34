import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clientNetwork, clientSite, readForwardedFor } from '../../src/lib/client-network.ts'

for (const [address, network, site] of [
  ['192.0.2.1', '192.0.2.1', undefined],
  ['::ffff:192.0.2.1', '192.0.2.1', undefined],
  ['::FFFF:c000:201', '192.0.2.1', undefined],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0::/48'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0', '64:ff9b:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0', '0:0:0::/48'],
] as const)
  it(`counts ${address} as ${network}`, () => {
    assert.deepEqual([clientNetwork(address), clientSite(address)], [network, site])
  })

for (const [header, read] of [
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:1001', '192.0.2.1'],
  ['[2001:db8::1]:443, 192.0.2.1:80', '2001:db8::1, 192.0.2.1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['unknown', ''],
  ['', ''],
  ['192.0.2.1, unknown', ''],
  ['192.0.2.1, _hidden, 198.51.100.1', '198.51.100.1'],
  ['192.0.2.1:x', ''],
  ['192.0.2.999', ''],
  ['192.0.2.1,', ''],
] as const)
  it(`reads "${header}" of X-Forwarded-For as "${read}"`, () => {
    assert.equal(readForwardedFor(header), read)
  })
