import { expect, test } from 'vitest'
import {
  electronicAddressFault,
  electronicSchemes,
  isGln,
  isPeppolScheme,
  readAddress,
  writtenAddress,
} from './electronic-addresses.ts'

test('An electronic address has a scheme of the list, and a value without blanks', () => {
  const fault = (scheme: string, value: string) => electronicAddressFault({ scheme, value })
  expect(fault('9930', 'DE123456788')).toBeUndefined()
  expect(fault('0001', 'x')).toBe('scheme')
  expect(fault('9930', 'DE 123')).toBe('value')
  expect(fault('9930', '')).toBe('value')
  expect(fault('0088', '4012345000009')).toBeUndefined()
  expect(fault('0088', '4012345000008')).toBe('gln')
  expect(fault('EM', 'ann@better.example')).toBeUndefined()
  expect(fault('EM', 'ann')).toBe('email')
})

test('Of the schemes each stands there once, and Peppol knows all but that of e-mail', () => {
  expect(new Set(electronicSchemes).size).toBe(electronicSchemes.length)
  expect(electronicSchemes.filter((scheme) => !isPeppolScheme(scheme))).toEqual(['EM'])
})

test('An address is read as it is written, whatever colons its value has', () => {
  const address = { scheme: '0204', value: '04011000-12:345-67' }
  expect(readAddress(writtenAddress(address))).toEqual(address)
  expect(readAddress(null)).toBeUndefined()
  expect(isGln('4012345000009')).toBe(true)
})
