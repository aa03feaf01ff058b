import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that an address belongs to: /24 of IPv4, /48 of IPv6, the least that one customer of a provider holds.
 * What is no address counts as a network of its own.
 */
export function addressPrefix(address: string): string {
  const plain = withoutWrapping(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`
  return plain.slice(0, 64)
}

/** One who calls, by their address: the whole of an IPv4 one, /64 of IPv6, which is the least that one line gets. */
export function callerAddress(address: string): string {
  const plain = withoutWrapping(address)
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain.slice(0, 64)
}

/** An IPv4 address as such, also where a socket of both kinds says ::ffff:192.0.2.1; no name of an interface. */
function withoutWrapping(address: string): string {
  const plain = address.replace(/%.*$/, '')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
}

function groupsOf(v6: string): string[] {
  // The URL parser gives the canonical spelling, without a dotted tail.
  const [head = '', tail] = new URL(`http://[${v6}]/`).hostname.slice(1, -1).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
}
