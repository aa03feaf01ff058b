import { expect, test } from 'vitest'
import { minorUnits } from './minor-units.ts'

test('each currency has its places', () => {
  for (const none of 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
    expect(minorUnits(none), none).toBe(0)
  for (const three of 'BHD IQD JOD KWD LYD OMR TND'.split(' ')) expect(minorUnits(three), three).toBe(3)
  for (const two of ['EUR', 'USD', 'CHF']) expect(minorUnits(two)).toBe(2)
})
