import { BlockList, isIP } from 'node:net'

/** The addresses of networks, each in CIDR notation or a single address. */
export const listNetworks = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** Whether an address of a connection is in one of the networks; an IPv4 address may be written as IPv6 (`::ffff:10.0.0.1`). */
export const isInNetworks = (networks: BlockList, address: string): boolean => {
  const plain = /^::ffff:(?=[\d.]+$)/i.test(address) ? address.slice('::ffff:'.length) : address
  const family = isIP(plain)
  return family !== 0 && networks.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}
