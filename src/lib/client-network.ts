/**
 * The network that stands for a client where clients are counted: an IPv4 address itself, and the /64 network of an IPv6 address, since
 * a client that has one address of it has them all. An IPv4 address that is written as IPv6 is left as it is.
 */
export const clientNetworkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
