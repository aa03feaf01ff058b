import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address: /24 of IPv4, /48 of IPv6, the least that one customer of a provider holds. A text that is
 * not an address counts as a network of its own.
 */
export function addressPrefix(address: string): string {
  const plain = withoutWrapping(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`
  return plain.slice(0, 64)
}

/**
 * A caller, by address: the whole of an IPv4 address, /64 of an IPv6 address, which is the least that one line gets.
 */
export function callerAddress(address: string): string {
  const plain = withoutWrapping(address)
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain.slice(0, 64)
}

/**
 * An IPv4 address without the ::ffff: that a dual-stack socket puts before it, and any address without the interface
 * name.
 */
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
