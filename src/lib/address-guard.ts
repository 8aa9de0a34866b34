import { isIP } from 'node:net'
import { listNetworks } from './networks.ts'

/**
 * Tells which addresses may be requested: the globally reachable unicast ones of the IANA special-purpose
 * registries (RFC 6890), and those in `networks` (addresses or CIDR networks of either family). Another spelling of an
 * IPv4 address in IPv6 (mapped, translated, 6to4) is refused, whatever `networks` says of the IPv4 address.
 */
export const createAddressGuard = (networks: readonly string[]): ((address: string) => boolean) => {
  // There is a list for each family: a common list would apply the IPv4 rules to a mapped address.
  const allowed4 = listNetworks(networks.filter((network) => !network.includes(':')))
  const allowed6 = listNetworks(networks.filter((network) => network.includes(':')))

  return (address) => {
    switch (isIP(address)) {
      case 4:
        return allowed4.check(address) || !special4.check(address)
      case 6:
        return allowed6.check(address, 'ipv6') || (unicast6.check(address, 'ipv6') && !special6.check(address, 'ipv6'))
      default:
        return false
    }
  }
}

const special4 = listNetworks([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by the customers of a carrier
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays, withdrawn
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])

/** The range that IANA has opened for global unicast; loopback, mapped, private, link-local, multicast and others are outside. */
const unicast6 = listNetworks(['2000::/3'])

const special6 = listNetworks([
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
])
