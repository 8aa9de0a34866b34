import { isIP } from 'node:net'

/** The 16-bit groups of an IPv6 address, of which the last two may be written as IPv4. */
const groupsOf = (address: string): readonly number[] => {
  const [first = [], last = []] = (address.split('%')[0] ?? '').split('::').map(readGroups)
  return [...first, ...Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => 0), ...last]
}

const readGroups = (part: string): readonly number[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? readIPv4(group) : [Number.parseInt(group, 16)]))

const readIPv4 = (text: string): readonly number[] => {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

/** An address as it is compared: an IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is that IPv4 address. */
const plainAddress = (address: string): string => {
  if (!address.includes(':')) return address
  const [a, b, c, d, e, f, high = 0, low = 0] = groupsOf(address)
  const isMapped = f === 0xffff && [a, b, c, d, e].every((group) => group === 0)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : address
}

/**
 * The network under which a client is counted: an IPv4 address itself, but for an IPv6 address its /64 network, because a client can use
 * every address in it.
 */
export const clientNetwork = (address: string): string => {
  const plain = plainAddress(address)
  return plain.includes(':') ? networkOf(plain, 4) : plain
}

/** The larger network of an IPv6 address, of which one client may have many smaller ones: its /48; undefined for IPv4. */
export const clientSite = (address: string): string | undefined => {
  const plain = plainAddress(address)
  return plain.includes(':') ? `${networkOf(plain, 3)}::/48` : undefined
}

const networkOf = (address: string, groups: number): string =>
  groupsOf(address)
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':')

/**
 * The addresses of a `X-Forwarded-For` that can be read, without ports and brackets. Nothing before one that cannot be read is believed: its client
 * counts as the proxy that has written it.
 */
export const readForwardedFor = (header: string): string => {
  const entries = header.split(',')
  const read = entries.map(readForwardedAddress)
  return read.slice(read.lastIndexOf(undefined) + 1).join(', ')
}

const readForwardedAddress = (entry: string): string | undefined => {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? []
  const address = bracketed ?? dotted ?? text
  return isIP(address) === 0 ? undefined : plainAddress(address)
}
