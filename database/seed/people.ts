import type { AddressUse } from '#contract/company/addresses.ts'
import type { IngestParty } from '#contract/ingest/values.ts'
import type { Role } from '#contract/permissions.ts'
import { companyAt, newcomer } from './companies.ts'

/** A person who can sign in to the demo. */
export type DemoPerson = {
  name: string
  email: string
  password: string
  /** What this sign-in shows to a visitor. */
  shows: string
  memberships: readonly { account: string; role: Role }[]
}

/** Returns the accounts that exist before any document names them. */
export function demoAccounts(): { number: string; name: string }[] {
  return [companyAt(0, 1), companyAt(1, 1), newcomer].map(({ number, name }) => ({ number, name }))
}

/** Returns the addresses of the first two accounts by number; the new customer has ordered nothing, so it has none. */
export function demoAddresses(): { number: string; addresses: (IngestParty & { use: AddressUse; code: string })[] }[] {
  return [companyAt(0, 1), companyAt(1, 1)].map(({ number, shipTo: [plant, ...others], billTo }) => ({
    number,
    addresses: [
      { ...plant, use: 'shipTo', code: 'WORKS' },
      ...others.map((party) => ({ ...party, use: 'shipTo' as const, code: 'OFFICE' })),
      { ...billTo, use: 'billTo', code: 'HEAD OFFICE' },
    ],
  }))
}

/**
 * Returns the demo's sign-ins. They give access only to invented documents; an installation with DEMO=off never has
 * them.
 */
export function demoPeople(): readonly DemoPerson[] {
  const [first, second, fresh] = demoAccounts().map((account) => account.number) as [string, string, string]
  return [
    {
      name: 'Åsa Lindqvist',
      email: 'asa@demo.example',
      password: 'quiet harbour lantern seventeen',
      shows: 'a customer with two accounts',
      memberships: [
        { account: first, role: 'admin' },
        { account: second, role: 'buyer' },
      ],
    },
    {
      name: 'Nils Månsson',
      email: 'nils@demo.example',
      password: 'early morning gravel bicycle',
      shows: 'a new customer with nothing yet',
      memberships: [{ account: fresh, role: 'admin' }],
    },
    {
      name: 'Leila Haddad',
      email: 'leila@demo.example',
      password: 'seven pallets under the rain',
      shows: 'logistics: shipments without prices',
      memberships: [{ account: first, role: 'logistics' }],
    },
  ]
}

/** The sign-in to the console of the demo: everybody knows it, as they know those of its customers. */
export const demoStaff = {
  name: 'Sol Moreau',
  email: 'sol@demo.example',
  password: 'four green ledgers and tea',
  /** What an authenticator app makes its codes of. */
  appKey: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
} as const
