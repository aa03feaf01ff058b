import { expect, test } from 'vitest'
import { qrCodeSvg } from './bank-transfer.ts'

test('a code for banking apps is drawn only while the standard allows its length', () => {
  expect(qrCodeSvg('a'.repeat(331))).toMatch(/^<svg /)
  expect(qrCodeSvg('ä'.repeat(170))).toBeNull()
})
