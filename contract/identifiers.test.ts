import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalIdentifier } from './identifiers.ts'

test.each([
  ['0088', '4012345000009', 'GLN', '4012345000009'],
  ['ean', '4012345000009', 'GLN', '4012345000009'],
  ['ILN', '4012345000009', 'GLN', '4012345000009'],
  ['gs1:gln', ' 4012345000009 ', 'GLN', '4012345000009'],
  ['0060', '312345678', 'DUNS', '312345678'],
  ['Account', 'C-1001', 'account', 'C-1001'],
  [' VAT ', 'de 123.456-788', 'VAT', 'DE123456788'],
  ['DE:VAT', 'DE123456788', 'VAT', 'DE123456788'],
  ['atvat', 'atu 12345678', 'VAT', 'ATU12345678'],
  ['0106', 'kvk 12.34-5', '0106', 'kvk 12.34-5'],
  ['PRIVATE', 'a b', 'PRIVATE', 'a b'],
  ['EVATS', 'a b', 'EVATS', 'a b'],
  ['XDEVAT', 'a b', 'XDEVAT', 'a b'],
  ['DEVATX', 'a b', 'DEVATX', 'a b'],
])('a customer who is known by %s %s is found by %s %s', (scheme, value, canonicalScheme, canonicalValue) => {
  expect(canonicalIdentifier(scheme, value)).toEqual({ scheme: canonicalScheme, value: canonicalValue })
})

test('a name with an accent is the same, however its letters were put together', () => {
  expect(canonicalIdentifier('account', 'Caf\u0065\u0301')).toEqual(canonicalIdentifier('ACCOUNT', 'Caf\u00e9'))
})

test('an identifier that has been stored once is stored in the same way again', () => {
  const scheme = fc.oneof(fc.constantFrom('VAT', 'DEVAT', '0088', 'account', 'GLN'), fc.string({ maxLength: 8 }))
  fc.assert(
    fc.property(scheme, fc.string({ maxLength: 20 }), (name, value) => {
      const once = canonicalIdentifier(name, value)
      expect(canonicalIdentifier(once.scheme, once.value)).toEqual(once)
    }),
  )
})
