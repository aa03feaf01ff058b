import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { IngestParty } from '../ingest/values.ts'
import { OptionalText } from '../values/nullable.ts'
import { Party } from '../values.ts'

/** What an address is used for: delivering goods, or sending invoices. */
export const addressUses = ['shipTo', 'billTo'] as const
export type AddressUse = (typeof addressUses)[number]

/** The most addresses that an ERP may send for one account. */
const maxAddresses = 500

export const Address = Type.Object({
  use: Type.Enum(addressUses),
  /** The supplier's code for the address, such as PLANT-2. */
  code: OptionalText,
  party: Party,
})
export type Address = Static<typeof Address>

export const Addresses = Type.Object({
  /** True when the supplier sent the addresses; false when they are read from the newest orders. */
  stated: Type.Boolean(),
  addresses: Type.Array(Address),
})
export type Addresses = Static<typeof Addresses>

export const listAddresses = endpoint('listAddresses', 'GET', '/profile/company/addresses', {
  access: 'viewer',
  summary: 'Where goods and invoices of the account go: as the supplier has stated, else as on the newest orders.',
  reply: Addresses,
})

export const setAddresses = endpoint('setAddresses', 'PUT', '/ingest/accounts/:number/addresses', {
  access: 'ingest',
  ofAccounts: true,
  summary: 'States all addresses of an account, in the order in which its people see them; earlier ones go.',
  params: Type.Object({ number: Type.String({ minLength: 1, maxLength: 200 }) }),
  body: Type.Object(
    {
      addresses: Type.Array(
        Type.Object(
          {
            use: Type.Enum(addressUses),
            code: Type.Optional(Type.String({ maxLength: 100 })),
            ...IngestParty.properties,
          },
          { additionalProperties: false },
        ),
        { maxItems: maxAddresses },
      ),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ account: Type.String(), addresses: Type.Integer() }),
})

/** Returns a party with all properties; texts that are absent or empty become null. */
export function completeParty(party: IngestParty): Party {
  const textOrNull = (text: string | null | undefined) => text?.trim() || null
  const { name, contact, lines, city, region, postalCode, country } = party
  return {
    ...{ name: textOrNull(name), contact: textOrNull(contact), city: textOrNull(city), region: textOrNull(region) },
    ...{ postalCode: textOrNull(postalCode), country: textOrNull(country) },
    lines: (lines ?? []).flatMap((line) => textOrNull(line) ?? []),
  }
}
