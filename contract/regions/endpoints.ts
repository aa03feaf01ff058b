import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { regionScope } from '../key-scopes.ts'
import { Region } from '../portal.ts'
import { OptionalText } from '../values/nullable.ts'

/*
 * A supplier may have several portals, each with a database and an address of its own, called regions. A person signs in
 * at one of them and goes on in another; what an ERP sends to one goes to the region of the account that it names.
 */

const RegionName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}$' })
const AccountNumber = Type.String({ minLength: 1, maxLength: 100 })
const RequestSecret = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
const AccountName = Type.Object({ number: Type.String(), name: Type.String() })

export const listRegionAccounts = endpoint('listRegionAccounts', 'GET', '/regions/accounts', {
  access: 'viewer',
  summary: 'The accounts that this person has in other regions, and the regions that do not answer just now.',
  personal: true,
  reply: Type.Object({
    accounts: Type.Array(Type.Object({ region: Region, number: Type.String(), name: Type.String() })),
    unavailable: Type.Array(Region),
  }),
})

export const visitRegion = endpoint('visitRegion', 'POST', '/regions/:region/visit', {
  access: 'viewer',
  summary: 'Gives the address at which the browser goes on in another region, signed in for one of its accounts.',
  personal: true,
  params: Type.Object({ region: RegionName }),
  body: Type.Object({ account: Type.Optional(AccountNumber) }, { additionalProperties: false }),
  reply: Type.Object({ url: Type.String() }),
})

export const vouchForPerson = endpoint('vouchForPerson', 'POST', '/regions/:region/vouch', {
  access: 'viewer',
  summary: 'Says to the region that sent the browser here who is signed in; gives the address to go back to.',
  personal: true,
  params: Type.Object({ region: RegionName }),
  body: Type.Object({ state: RequestSecret, nonce: RequestSecret }, { additionalProperties: false }),
  reply: Type.Object({ url: Type.String() }),
})

export const findPersonAccounts = endpoint('findPersonAccounts', 'POST', '/regions/person', {
  access: 'ingest',
  scope: regionScope,
  reads: true,
  summary: 'For another region: the accounts that the person with an e-mail has here.',
  body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }, { additionalProperties: false }),
  reply: Type.Object({ accounts: Type.Array(AccountName) }),
})

export const showRegion = endpoint('showRegion', 'GET', '/regions/self', {
  access: 'ingest',
  scope: regionScope,
  summary: 'For another region: which one answers here, and by which directory.',
  reply: Type.Object({
    region: Type.String(),
    /** A hash of the directory: all regions must have the same. */
    directory: Type.String(),
  }),
})

export const findBuyerAccount = endpoint('findBuyerAccount', 'POST', '/regions/buyer', {
  access: 'ingest',
  scope: regionScope,
  reads: true,
  summary: 'For another region: the account here that goes by the identifiers of a buyer, when exactly one does.',
  body: Type.Object(
    {
      identifiers: Type.Array(
        Type.Object(
          { scheme: Type.String({ maxLength: 40 }), value: Type.String({ maxLength: 200 }) },
          { additionalProperties: false },
        ),
        { maxItems: 100 },
      ),
      accountNumbers: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ account: OptionalText }),
})

/** The endpoints of regions. */
export const regionEndpoints = [
  listRegionAccounts,
  visitRegion,
  vouchForPerson,
  findPersonAccounts,
  findBuyerAccount,
  showRegion,
] as const
