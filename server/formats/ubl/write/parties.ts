import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentParty, IngestParty } from '#contract/ingest/values.ts'
import type { ElectronicAddress } from '#contract/values/electronic-addresses.ts'
import { basic, type Element, group, type XmlPart } from './xml.ts'

/** The two parties of a document: the supplier as it describes itself, and the account as the supplier knows it. */
export type TradeParties = {
  seller: DocumentParty
  /** Where the supplier is reached in networks such as Peppol. */
  sellerAddress?: ElectronicAddress | undefined
  account: {
    number: string
    name: string
    identifiers: readonly { scheme: string; value: string }[]
    /** Where the customer is reached in networks such as Peppol, where somebody has said so. */
    electronicAddress?: ElectronicAddress | undefined
  }
}

const countryCode = (country: string | undefined) => group('Country', basic('IdentificationCode', country))

/** The address: its first two lines as street names, any others as address lines. */
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

function contact(name: string, person: Person | undefined): Element | undefined {
  if (!person) return undefined
  return group(
    name,
    basic('Name', person.name),
    basic('Telephone', person.phone),
    basic('ElectronicMail', person.email),
  )
}

/** The UBL element for a party's name; undefined if the name is unknown. */
export const partyName = (name: string | undefined) => group('PartyName', basic('Name', name))

/** ISO 6523 codes of the schemes that identifiers are stored under; other schemes keep their own names. */
const iso6523: Readonly<Record<string, string>> = { GLN: '0088', DUNS: '0060' }

function identifiersOf({ account }: TradeParties, matches: (scheme: string) => boolean) {
  return account.identifiers.filter(({ scheme }) => matches(scheme))
}
const specialSchemes = new Set(['account', 'VAT', 'LEGAL', 'ENDPOINT'])

/** The content of a party: its name, address, numbers and contact. */
export function partyContent(party: DocumentParty): XmlPart {
  const { name, legalName, taxNumber, companyNumber, contact: person, phone, email } = party
  return [
    partyName(name),
    address('PostalAddress', party),
    taxNumber
      ?.split(', ')
      .map((number) => group('PartyTaxScheme', basic('CompanyID', number), group('TaxScheme', basic('ID', 'VAT')))),
    companyNumber || legalName
      ? group('PartyLegalEntity', basic('RegistrationName', legalName ?? name), basic('CompanyID', companyNumber))
      : undefined,
    contact('Contact', {
      ...(person ? { name: person } : {}),
      ...(phone ? { phone } : {}),
      ...(email ? { email } : {}),
    }),
  ]
}

/** The customer as a party: as the document describes it, with the account's identifiers. */
function customer(parties: TradeParties, { billTo }: IngestDocument): Element | undefined {
  const [vat] = identifiersOf(parties, (scheme) => scheme === 'VAT')
  const [legal] = identifiersOf(parties, (scheme) => scheme === 'LEGAL')
  return group(
    'Party',
    identifiersOf(parties, (scheme) => !specialSchemes.has(scheme)).map(({ scheme, value }) =>
      group(
        'PartyIdentification',
        basic('ID', value, scheme === 'PARTY' ? {} : { schemeID: iso6523[scheme] ?? scheme }),
      ),
    ),
    partyContent({
      ...(vat ? { taxNumber: vat.value } : {}),
      ...(legal ? { companyNumber: legal.value } : {}),
      ...billTo,
      name: billTo?.name ?? parties.account.name,
    }),
  )
}

/** The customer under one of UBL's names for it, with its account number and the contact. */
export function customerParty(
  name: 'AccountingCustomerParty' | 'BuyerCustomerParty',
  parties: TradeParties,
  document: IngestDocument,
): Element | undefined {
  return group(
    name,
    basic('SupplierAssignedAccountID', parties.account.number),
    customer(parties, document),
    contact(name === 'AccountingCustomerParty' ? 'AccountingContact' : 'BuyerContact', document.contact),
  )
}

/** The supplier under one of UBL's names for it, with the salesperson as contact. */
export function supplierParty(
  name: 'AccountingSupplierParty' | 'SellerSupplierParty' | 'DespatchSupplierParty',
  parties: TradeParties,
  { seller, salesperson }: IngestDocument,
): Element | undefined {
  // The document may name another company of the supplier; otherwise the supplier's own details fill the gaps.
  const isSameCompany = seller?.name === undefined || seller.name === parties.seller.name
  const party = isSameCompany ? { ...parties.seller, ...seller } : seller
  return group(name, group('Party', partyContent(party)), contact('SellerContact', salesperson))
}

/** The party that receives the goods; undefined if the address has no details of it. */
export function deliveryParty(shipTo: DocumentParty | undefined): Element | undefined {
  if (!shipTo) return undefined
  const { name, contact: person, email, phone, legalName, taxNumber, companyNumber } = shipTo
  const receiver = { name, contact: person, email, phone, legalName, taxNumber, companyNumber }
  return group('DeliveryParty', partyContent(withoutUndefined(receiver)))
}

/** The object without its undefined values. */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
