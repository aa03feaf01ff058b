import { expect, test } from 'vitest'
import { trackingPageUrl } from './carriers.ts'

test('a number of a known carrier leads to its page, however the name is written', () => {
  expect(trackingPageUrl('DHL Freight GmbH', '12 34')).toMatch(/^https:\/\/www\.dhl\.com\/.*freight.*tracking-id=1234$/)
  expect(trackingPageUrl(' ups ', '1Z 999')).toBe('https://www.ups.com/track?tracknum=1Z999')
  expect(trackingPageUrl('GLS Germany', '1&2/3#x')).toBe('https://gls-group.com/track/1%262%2F3%23x')
})

test('an unknown carrier, one that only sounds alike, or no number has no page', () => {
  for (const carrier of [null, '', 'Nordstrang Logistik', 'Upsala Transport', 'Glsson'])
    expect(trackingPageUrl(carrier, '1')).toBeNull()
  expect(trackingPageUrl('UPS', ' ')).toBeNull()
})
