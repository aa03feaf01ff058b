import type { IngestDocument, IngestParty } from '../../contract/ingest.ts'
import { basic, type Element, group } from './xml.ts'

/** Whose documents they are: the supplier by name, the customer as the supplier knows it. */
export type Sides = {
  supplier: string
  account: { number: string; name: string; identifiers: readonly { scheme: string; value: string }[] }
}

const countryCode = (country: string | undefined) => group('Country', basic('IdentificationCode', country))

/** The address: its first two lines as street, the others as they are. */
export function address(name: string, party: IngestParty): Element | undefined {
  const [street, second, ...more] = party.lines ?? []
  return group(
    name,
    basic('StreetName', street),
    basic('AdditionalStreetName', second),
    basic('CityName', party.city),
    basic('PostalZone', party.postalCode),
    basic('CountrySubentity', party.region),
    more.map((line) => group('AddressLine', basic('Line', line))),
    countryCode(party.country),
  )
}

type Person = NonNullable<IngestDocument['contact']>

/** A person to ask. */
function contact(name: string, person: Person | undefined): Element | undefined {
  if (!person) return undefined
  return group(
    name,
    basic('Name', person.name),
    basic('Telephone', person.phone),
    basic('ElectronicMail', person.email),
  )
}

/** A party's name. */
export const partyName = (name: string | undefined) => group('PartyName', basic('Name', name))

/** ISO 6523 numbers of the schemes that identifiers are stored under; others keep their own name. */
const iso6523: Readonly<Record<string, string>> = { GLN: '0088', DUNS: '0060' }

function identifiersOf({ account }: Sides, of: (scheme: string) => boolean) {
  return account.identifiers.filter(({ scheme }) => of(scheme))
}
const special = new Set(['account', 'VAT', 'LEGAL', 'ENDPOINT'])

/** The customer as a party: the name and address on the document, and the identifiers by which the account is known. */
function customer(sides: Sides, { billTo }: IngestDocument): Element | undefined {
  const [vat] = identifiersOf(sides, (scheme) => scheme === 'VAT')
  const [legal] = identifiersOf(sides, (scheme) => scheme === 'LEGAL')
  return group(
    'Party',
    identifiersOf(sides, (scheme) => !special.has(scheme)).map(({ scheme, value }) =>
      group(
        'PartyIdentification',
        basic('ID', value, scheme === 'PARTY' ? {} : { schemeID: iso6523[scheme] ?? scheme }),
      ),
    ),
    partyName(billTo?.name ?? sides.account.name),
    billTo && address('PostalAddress', billTo),
    vat && group('PartyTaxScheme', basic('CompanyID', vat.value), group('TaxScheme', basic('ID', 'VAT'))),
    legal && group('PartyLegalEntity', basic('CompanyID', legal.value)),
    contact('Contact', billTo?.contact === undefined ? undefined : { name: billTo.contact }),
  )
}

/** The customer under one of UBL's names for it, with the supplier's number for it and the person to ask. */
export function customerParty(
  name: 'AccountingCustomerParty' | 'BuyerCustomerParty',
  sides: Sides,
  document: IngestDocument,
): Element | undefined {
  return group(
    name,
    basic('SupplierAssignedAccountID', sides.account.number),
    customer(sides, document),
    contact(name === 'AccountingCustomerParty' ? 'AccountingContact' : 'BuyerContact', document.contact),
  )
}

/** The supplier under one of UBL's names for it, with the person to ask. */
export function supplierParty(
  name: 'AccountingSupplierParty' | 'SellerSupplierParty' | 'DespatchSupplierParty',
  { supplier }: Sides,
  { salesperson }: IngestDocument,
): Element | undefined {
  return group(name, group('Party', partyName(supplier)), contact('SellerContact', salesperson))
}

/** Who takes the goods in, as a delivery names them. */
export function deliveryParty(shipTo: IngestParty | undefined): Element | undefined {
  if (!shipTo) return undefined
  return group(
    'DeliveryParty',
    partyName(shipTo.name),
    contact('Contact', shipTo.contact ? { name: shipTo.contact } : undefined),
  )
}
