import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { DocumentParty, IngestParty } from '#contract/ingest/values.ts'
import type { ElectronicAddress } from '#contract/values/electronic-addresses.ts'
import { type TradeParties, address as writeAddress } from '../parties.ts'
import { basic, type Element, group, type XmlPart } from '../xml.ts'
import type { Missing } from './missing.ts'

/* Seller, buyer and the other parties of an e-invoice (BG-4, BG-7, BG-10, BG-11, BG-13). */

/** Electronic addresses by the numbers of ISO 6523, as Peppol finds a receiver. */
const electronicSchemes: Readonly<Record<string, string>> = { GLN: '0088', DUNS: '0060' }
const isElectronic = (scheme: string) => scheme in electronicSchemes || /^\d{4}$/.test(scheme)

/** A tax number that EN 16931 takes for a VAT number: it begins with a country. */
const isVatNumber = (number: string) => /^[A-Z]{2}[0-9A-Z+*. -]{2,}$/.test(number) && /\d/.test(number)

/** An address; the standard has three lines of it (UBL-SR-51), so that the third holds all further ones. */
function address(name: string, party: IngestParty): Element | undefined {
  const { lines: [first, second, ...more] = [] } = party
  const lines = [first, second, more.join(', ')].flatMap((line) => line || [])
  return writeAddress(name, { ...party, lines })
}

const taxNumbersOf = ({ taxNumber }: DocumentParty) => (taxNumber ?? '').split(', ').filter((number) => number !== '')
const hasVatNumber = (party: DocumentParty) => taxNumbersOf(party).some(isVatNumber)

/** A party without its VAT numbers, which an invoice that is not subject to VAT may not name (BR-O-02). */
export function withoutVatNumbers(party: DocumentParty): DocumentParty {
  const others = taxNumbersOf(party).filter((number) => !isVatNumber(number))
  return { ...party, taxNumber: others.join(', ') }
}

function taxSchemes(party: DocumentParty): XmlPart {
  const numbers = taxNumbersOf(party)
  const vat = numbers.find(isVatNumber)
  const other = numbers.find((number) => !isVatNumber(number))
  const scheme = (number: string | undefined, id: string) =>
    number && group('PartyTaxScheme', basic('CompanyID', number), group('TaxScheme', basic('ID', id)))
  return [scheme(vat, 'VAT') || undefined, scheme(other, 'FC') || undefined]
}

function party(content: DocumentParty, identifiers: XmlPart, endpoint: XmlPart): Element | undefined {
  const { name, legalName, companyNumber, contact, phone, email } = content
  return group(
    'Party',
    endpoint,
    identifiers,
    legalName !== undefined && name !== undefined && legalName !== name
      ? group('PartyName', basic('Name', name))
      : undefined,
    address('PostalAddress', content),
    taxSchemes(content),
    group('PartyLegalEntity', basic('RegistrationName', legalName ?? name), basic('CompanyID', companyNumber)),
    group('Contact', basic('Name', contact), basic('Telephone', phone), basic('ElectronicMail', email)),
  )
}

/** The seller: the supplier of seller.json, or the company of it that the document names. */
export function sellerOf({ seller }: TradeParties, document: IngestDocument): DocumentParty {
  const isSame = document.seller?.name === undefined || document.seller.name === seller.name
  const { salesperson } = document
  const person = salesperson && {
    ...(salesperson.name ? { contact: salesperson.name } : {}),
    ...(salesperson.phone ? { phone: salesperson.phone } : {}),
    ...(salesperson.email ? { email: salesperson.email } : {}),
  }
  return { ...(isSame ? { ...seller, ...document.seller } : document.seller), ...person }
}

const endpoint = (address: ElectronicAddress | undefined) =>
  address && basic('EndpointID', address.value, { schemeID: address.scheme })

/** The seller as the standard wants it, without which there is no e-invoice. */
export function supplier(seller: DocumentParty, address: ElectronicAddress | undefined, missing: Missing): XmlPart {
  missing.need('sellerCountry', seller.country)
  return group('AccountingSupplierParty', party(seller, undefined, endpoint(address)))
}

/** Whether an invoice with these categories of tax is subject to VAT. */
export const isSubjectToVat = (categories: readonly string[]): boolean => !categories.includes('O')

/** Notes which number of the seller is missing with these categories of tax; `seller` has those that are written. */
export function needOfSeller(
  seller: DocumentParty,
  categories: readonly string[],
  document: IngestDocument,
  missing: Missing,
): void {
  if (hasVatNumber(seller)) return
  const isUnrepresented = isSubjectToVat(categories) && !taxRepresentative(document)
  // BR-IC-02, BR-G-02
  const needsVat = categories.some((category) => category === 'K' || category === 'G')
  if (isUnrepresented && needsVat) missing.add('sellerVatNumber')
  else if (isUnrepresented && taxNumbersOf(seller).length === 0) missing.add('sellerTaxNumber')
  // BR-CO-26: a tax number without a country does not identify a company.
  else if (!seller.companyNumber) missing.add('sellerCompanyNumber')
}

/** The buyer: as the document bills it, with what the portal knows of the account. */
export function buyerOf({ account }: TradeParties, { billTo, contact }: IngestDocument): DocumentParty {
  const identifier = (scheme: string) => account.identifiers.find((entry) => entry.scheme === scheme)?.value
  const [vat, legal] = [identifier('VAT'), identifier('LEGAL')]
  return {
    ...(vat ? { taxNumber: vat } : {}),
    ...(legal ? { companyNumber: legal } : {}),
    ...(contact?.name ? { contact: contact.name } : {}),
    ...(contact?.phone ? { phone: contact.phone } : {}),
    ...(contact?.email ? { email: contact.email } : {}),
    ...billTo,
    name: billTo?.name ?? account.name,
  }
}

/** Where the buyer is reached electronically: as somebody has said, else by an identifier of its account. */
export function buyerAddress({ account }: TradeParties): ElectronicAddress | undefined {
  if (account.electronicAddress) return account.electronicAddress
  const identifier = account.identifiers.find(({ scheme }) => isElectronic(scheme))
  return identifier && { ...identifier, scheme: electronicSchemes[identifier.scheme] ?? identifier.scheme }
}

/** The buyer with the number that the supplier gave it, and its electronic address. */
export function customer(parties: TradeParties, buyer: DocumentParty, missing: Missing): XmlPart {
  missing.need('buyerCountry', buyer.country)
  return group(
    'AccountingCustomerParty',
    party(buyer, group('PartyIdentification', basic('ID', parties.account.number)), endpoint(buyerAddress(parties))),
  )
}

/** The party to pay where it is not the seller. */
export function payee({ payee: party }: IngestDocument): XmlPart {
  return (
    (party?.name &&
      group(
        'PayeeParty',
        group('PartyName', basic('Name', party.name)),
        group('PartyLegalEntity', basic('CompanyID', party.companyNumber)),
      )) ||
    undefined
  )
}

/** The seller's tax representative, who must have an address and a VAT number. */
export function taxRepresentative({ taxRepresentative: party }: IngestDocument): XmlPart {
  const vat = party && taxNumbersOf(party).find(isVatNumber)
  if (!party?.name || !party.country || !vat) return undefined
  return group(
    'TaxRepresentativeParty',
    group('PartyName', basic('Name', party.name)),
    address('PostalAddress', party),
    group('PartyTaxScheme', basic('CompanyID', vat), group('TaxScheme', basic('ID', 'VAT'))),
  )
}

/** Where and when the goods were delivered; an address is one with a country. */
export function delivery({ shipTo, deliveredDate }: IngestDocument): XmlPart {
  return group(
    'Delivery',
    basic('ActualDeliveryDate', deliveredDate),
    shipTo?.country ? group('DeliveryLocation', address('Address', shipTo)) : undefined,
    shipTo?.name ? group('DeliveryParty', group('PartyName', basic('Name', shipTo.name))) : undefined,
  )
}

/** Notes what a category of tax wants to know of buyer and delivery. */
export function needForCategory(
  category: string,
  document: IngestDocument,
  buyer: DocumentParty,
  missing: Missing,
): void {
  const isIdentified = hasVatNumber(buyer)
  if ((category === 'AE' && !isIdentified && !buyer.companyNumber) || (category === 'K' && !isIdentified))
    missing.add('buyerTaxNumber')
  if (category !== 'K') return
  missing.need('deliveryCountry', document.shipTo?.country)
  const { periodStart, periodEnd } = document.details ?? {}
  if (!document.deliveredDate && !periodStart && !periodEnd) missing.add('deliveryDate')
}
