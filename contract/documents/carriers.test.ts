import { expect, test } from 'vitest'
import { trackingPageUrl } from './carriers.ts'

test('a number of a known carrier leads to its page, however the name is written', () => {
  expect(trackingPageUrl('DHL Freight GmbH', '12 34')).toMatch(/^https:\/\/www\.dhl\.com\/.*freight.*tracking-id=1234$/)
  expect(trackingPageUrl(' ups ', '1Z 999')).toBe('https://www.ups.com/track?tracknum=1Z999')
  expect(trackingPageUrl('GLS Germany', '1&2/3#x')).toBe('https://gls-group.com/track/1%262%2F3%23x')
})

test.each([
  ['DHL Express', 'dhl.com'],
  ['United Parcel Service', 'ups.com'],
  ['FedEx Ground', 'fedex.com'],
  ['Federal Express', 'fedex.com'],
  ['USPS', 'usps.com'],
  ['United States Postal Service', 'usps.com'],
  ['TNT', 'tnt.com'],
  ['GLS', 'gls-group.com'],
  ['DPD', 'dpdgroup.com'],
  ['Royal Mail', 'royalmail.com'],
  ['PostNL', 'postnl.nl'],
  ['bpost', 'bpost.cloud'],
  ['La Poste', 'laposte.fr'],
  ['Colissimo', 'laposte.fr'],
  ['Chronopost', 'chronopost.fr'],
  ['Österreichische Post', 'post.at'],
  ['O\u0308sterreichische Post', 'post.at'],
  ['Austrian Post', 'post.at'],
  ['Swiss Post', 'post.ch'],
  ['Schweizerische Post', 'post.ch'],
  ['PostNord', 'postnord.com'],
  ['Bring', 'bring.com'],
  ['Correos', 'correos.es'],
  ['InPost', 'inpost.pl'],
  ['Canada Post', 'canadapost-postescanada.ca'],
  ['Australia Post', 'auspost.com.au'],
  ['AusPost', 'auspost.com.au'],
  ['Aramex', 'aramex.com'],
  ['Maersk', 'maersk.com'],
  ['MÆRSK', 'maersk.com'],
  ['Hapag-Lloyd', 'hapag-lloyd.com'],
])('a parcel of %s is followed at %s, and no other carrier’s', (carrier, host) => {
  const address = trackingPageUrl(carrier, 'A 1')
  expect(new URL(address ?? '').host).toMatch(new RegExp(`(^|\\.)${host.replaceAll('.', '\\.')}$`))
  expect(address?.endsWith('A1')).toBe(true)
  expect(trackingPageUrl(`Not ${carrier}`, '1')).toBeNull()
})

test('an unknown carrier, one that only sounds alike, or no number has no page', () => {
  for (const carrier of [null, '', 'Nordstrang Logistik', 'Upsala Transport', 'Glsson'])
    expect(trackingPageUrl(carrier, '1')).toBeNull()
  expect(trackingPageUrl('UPS', ' ')).toBeNull()
})
