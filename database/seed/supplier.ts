import type { Seller } from '#contract/seller.ts'

const name = 'Varnholt Drive & Fluid Components GmbH'
const address = { lines: ['Am Industriehafen 27'], city: 'Bremen', postalCode: '28237', country: 'DE' }

/** The address from which the demo's supplier sends goods. */
export const warehouseAddress = { name, ...address }

/**
 * The demo's supplier as its papers show it. Its registration numbers and its bank do not exist; the check digits of its
 * account are right, so that the demo shows codes for banking apps.
 */
export const demoSeller: Seller = {
  name,
  ...address,
  phone: '+49 421 5550 170',
  email: 'sales@varnholt.example',
  web: 'www.varnholt.example',
  vatNumber: 'DE000000000',
  legal: ['Amtsgericht Bremen, HRB 00000', 'Geschäftsführung: Dr. Inga Varnholt'],
  bank: { iban: 'DE86 0000 0000 4170 0000 00', name: 'Bank von Nebenan' },
}
