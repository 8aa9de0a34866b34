/**
 * The network under which a client is counted: an IPv4 address itself, but for an IPv6 address its /64 network, because a client can use
 * every address in it. An IPv4 address written as IPv6 is not changed.
 */
export const clientNetworkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const partsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [partsOf(head), partsOf(tail ?? '')]
  const zeros = Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
