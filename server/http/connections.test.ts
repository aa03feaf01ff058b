import { expect, test } from 'vitest'
import { trustedProxies } from './connections.ts'

test.each([
  [true, ['203.0.113.7', '2001:db8::1', ''], []],
  [false, [], ['127.0.0.1', '::1']],
  ['10.0.0.1', ['10.0.0.1'], ['10.0.0.2', '::1']],
  [
    ['10.0.0.0/8', '192.168.1.7'],
    ['10.255.0.1', '192.168.1.7'],
    ['11.0.0.1', '192.168.1.8', '2001:db8::1'],
  ],
  [
    ['2001:db8::/32', '::1'],
    ['2001:db8:ffff::7', '::1'],
    ['2001:db9::1', '127.0.0.1', '::2'],
  ],
])('of the proxies %j their addresses are trusted, and no other', (proxies, trusted, strangers) => {
  const isTrusted = trustedProxies(proxies)
  for (const address of trusted) expect(isTrusted(address), address).toBe(true)
  for (const address of strangers) expect(isTrusted(address), address).toBe(false)
})
