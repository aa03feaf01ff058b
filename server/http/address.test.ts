import { expect, test } from 'vitest'
import { addressPrefix, callerAddress } from './address.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::', '0:0:0::/48'],
  ['unix socket', 'unix socket'],
])('The address %s belongs to the network %s', (address, network) => {
  expect(addressPrefix(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('Who calls from %s is the caller %s', (address, caller) => {
  expect(callerAddress(address)).toBe(caller)
})

test.each([
  ['::ffff:203.0.113.7%eth0', '203.0.113.0/24', '203.0.113.7'],
  ['2001:db8:1:2:3:4:203.0.113.7', '2001:db8:1::/48', '2001:db8:1:2::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0::/48', '2001:db8:0:0::/64'],
  ['1::8', '1:0:0::/48', '1:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0::/48', '64:ff9b:0:0::/64'],
  ['x::ffff:203.0.113.7', 'x::ffff:203.0.113.7', 'x::ffff:203.0.113.7'],
  ['x'.repeat(100), 'x'.repeat(64), 'x'.repeat(64)],
])('%s is in the network %s and is the caller %s', (address, network, caller) => {
  expect(addressPrefix(address)).toBe(network)
  expect(callerAddress(address)).toBe(caller)
})
