import { canonicalIdentifier, type PartyIdentifier } from '../../contract/identifiers.ts'
import {
  country,
  distinct,
  either,
  elementsAt,
  type Field,
  inside,
  type Reading,
  shape,
  words,
  wordsOf,
} from './ubl-fields.ts'
import type { XmlElement } from './ubl-xml.ts'

/* Who is who in a UBL document: addresses to show, people to call, and the names by which the customer is recognised. */

/** The address as lines above the city, in the order in which a person writes them. */
const addressLines: Field<string[]> = (at) => {
  const first = (name: string) =>
    elementsAt(at, `cbc:${name}`)
      .map(wordsOf)
      .find((text) => text !== '') ?? ''
  const box = first('Postbox')
  const lines = [
    first('Department'),
    `${first('StreetName')} ${first('BuildingNumber')}`.trim(),
    first('AdditionalStreetName'),
    [first('BuildingName'), first('Floor'), first('Room')].filter((text) => text !== '').join(', '),
    box && (/^\d+$/.test(box) ? `PO Box ${box}` : box),
    ...elementsAt(at, 'cac:AddressLine/cbc:Line').map(wordsOf),
  ]
  return distinct(lines.filter((line) => line !== '').map((line) => line.slice(0, 300)))?.slice(0, 10)
}

const address = shape({
  lines: addressLines,
  city: words(200, 'cbc:CityName'),
  region: words(200, 'cbc:CountrySubentity', 'cbc:CountrySubentityCode', 'cbc:Region', 'cbc:District'),
  postalCode: words(40, 'cbc:PostalZone'),
  country: country('cac:Country/cbc:IdentificationCode'),
})
type Address = NonNullable<ReturnType<typeof address>>

const fullName: Field<string> = (at, reading) => {
  const part = (name: string) => words(100, `cbc:${name}`)(at, reading) ?? ''
  const name = `${part('FirstName')} ${part('MiddleName')} ${part('FamilyName')}`.replace(/\s+/g, ' ').trim()
  return name === '' ? undefined : name
}

const partyName = either(
  words(300, 'cac:PartyName/cbc:Name', 'cac:PartyLegalEntity/cbc:RegistrationName'),
  words(300, 'cac:PartyTaxScheme/cbc:RegistrationName'),
  inside(fullName, 'cac:Person'),
)

type Known = Address &
  NonNullable<ReturnType<typeof registered>> & { name?: string; contact?: string; legalName?: string }

const registers = ['cac:PartyLegalEntity/cbc:RegistrationName', 'cac:PartyTaxScheme/cbc:RegistrationName']

/** How a party is reached, and under which name and numbers it is registered. */
const registered = shape({
  email: words(254, 'cac:Contact/cbc:ElectronicMail'),
  phone: words(80, 'cac:Contact/cbc:Telephone'),
  taxNumber: (at) =>
    distinct(
      elementsAt(at, 'cac:PartyTaxScheme/cbc:CompanyID')
        .map(wordsOf)
        .filter((text) => text !== ''),
    )
      ?.join(', ')
      .slice(0, 100),
  companyNumber: words(100, 'cac:PartyLegalEntity/cbc:CompanyID'),
})

function withRegister<T extends { name?: string } | undefined>(names: T, at: XmlElement, reading: Reading): T {
  const legalNames = registers.flatMap((path) => elementsAt(at, path).map(wordsOf))
  const others = distinct(legalNames.filter((name) => name !== '' && name !== names?.name))
  const legalName = others?.join(', ').slice(0, 300)
  const more = { ...registered(at, reading), ...(legalName ? { legalName } : {}) }
  return Object.keys(more).length === 0 ? names : ({ ...names, ...more } as T)
}

/** A company with its postal address. */
const party: Field<Known> = (at, reading) => {
  const name = partyName(at, reading)
  const person = inside(fullName, 'cac:Person')(at, reading)
  const contact = words(300, 'cac:Contact/cbc:Name')(at, reading) ?? (person === name ? undefined : person)
  const names = withRegister(shape({ name: () => name, contact: () => contact })(at, reading), at, reading)
  const place = inside(
    address,
    'cac:PostalAddress',
    'cac:PhysicalLocation/cac:Address',
    'cac:PartyLegalEntity/cac:RegistrationAddress',
  )(at, reading)
  return names || place ? { ...names, ...place } : undefined
}

/** Where goods go: the delivery's address with the name of who takes them in. Read at cac:Delivery. */
const deliveryPlace: Field<Known> = (at, reading) => {
  const place = inside(address, 'cac:DeliveryAddress', 'cac:DeliveryLocation/cac:Address')(at, reading)
  const names = shape({
    name: either(
      inside(partyName, 'cac:DeliveryParty'),
      words(300, 'cac:DeliveryLocation/cbc:Name', 'cac:DeliveryLocation/cbc:Description'),
    ),
    contact: words(300, 'cac:DeliveryParty/cac:Contact/cbc:Name'),
  })(at, reading)
  const [consignee] = elementsAt(at, 'cac:DeliveryParty')
  const known = consignee ? withRegister(names, consignee, reading) : names
  return known || place ? { ...known, ...place } : undefined
}

/** Where goods come from. Read at cac:Despatch. */
export const despatchPlace: Field<Address & { name?: string; contact?: string }> = (at, reading) => {
  const place = inside(address, 'cac:DespatchAddress', 'cac:DespatchLocation/cac:Address')(at, reading)
  const names = shape({
    name: inside(partyName, 'cac:DespatchParty'),
    contact: words(300, 'cac:Contact/cbc:Name'),
  })(at, reading)
  return names || place ? { ...names, ...place } : undefined
}

const contact = shape({
  name: words(300, 'cbc:Name'),
  email: words(254, 'cbc:ElectronicMail'),
  phone: words(80, 'cbc:Telephone'),
})

/** The person to ask at a party: a contact, its name taken from the person beside it when it has none. Read at cac:Party. */
const partyContact: Field<NonNullable<ReturnType<typeof contact>>> = (at, reading) => {
  const found = inside(contact, 'cac:Contact')(at, reading)
  const name = found?.name ?? inside(fullName, 'cac:Person')(at, reading)
  return found || name ? { ...found, ...(name === undefined ? {} : { name }) } : undefined
}

const customers = [
  'cac:AccountingCustomerParty',
  'cac:BuyerCustomerParty',
  'cac:DeliveryCustomerParty',
  'cac:OriginatorCustomerParty',
]
const suppliers = ['cac:SellerSupplierParty', 'cac:AccountingSupplierParty', 'cac:DespatchSupplierParty']
const at = (parties: readonly string[], place: string) => parties.map((name) => `${name}/${place}`)
const notConsignee = customers.filter((name) => name !== 'cac:DeliveryCustomerParty')

const billed = inside(party, ...at(notConsignee, 'cac:Party'))
/** A party that is another than the one that is billed. */
const other =
  (...paths: string[]): Field<Known> =>
  (root, reading) => {
    const found = inside(party, ...paths)(root, reading)
    return found && JSON.stringify(found) !== JSON.stringify(billed(root, reading)) ? found : undefined
  }

/** Where the goods go; what the delivery leaves open of who takes them in, the header may tell. */
const consigned: Field<Known> = (root, reading) => {
  const consignee = inside(party, 'cac:DeliveryCustomerParty/cac:Party')(root, reading)
  const found = inside(deliveryPlace, 'cac:Delivery', 'cac:Shipment/cac:Delivery')(root, reading)
  const { lines: _lines, city: _city, region: _region, postalCode: _code, country: _country, ...who } = consignee ?? {}
  const asked = inside(contact, ...at(customers, 'cac:DeliveryContact'))(root, reading) ?? {}
  const base: Partial<Known> = found ? { ...who, ...found } : { ...consignee }
  const both = (one?: string, two?: string) => distinct([one, two].filter((text) => text !== undefined))?.join(', ')
  const contacted = shape({
    contact: () => both(base.contact, asked.name)?.slice(0, 300),
    email: () => both(base.email, asked.email)?.slice(0, 254),
    phone: () => both(base.phone, asked.phone)?.slice(0, 80),
  })(root, reading)
  const told = { ...base, ...contacted }
  return Object.keys(told).length === 0 ? undefined : (told as Known)
}

const sellerContact = inside(contact, ...at(suppliers, 'cac:SellerContact'))

/** The supplier; whom to ask there is the salesperson, unless both are told. */
const seller: Field<Known> = (root, reading) => {
  const found = inside(party, ...at(suppliers, 'cac:Party'))(root, reading)
  if (!found || sellerContact(root, reading)) return found
  const { contact: _contact, phone: _phone, email: _email, ...rest } = found
  return Object.keys(rest).length === 0 ? undefined : rest
}

/** The parties and people that every kind of document may name. */
export const parties = {
  billTo: billed,
  buyer: other('cac:BuyerCustomerParty/cac:Party'),
  originator: other('cac:OriginatorCustomerParty/cac:Party'),
  payee: inside(party, 'cac:PayeeParty'),
  taxRepresentative: inside(party, 'cac:TaxRepresentativeParty'),
  seller,
  shipTo: consigned,
  // Whom to ask at the customer's is told beside its address, where no contact is.
  contact: inside(contact, ...at(customers, 'cac:BuyerContact'), ...at(customers, 'cac:AccountingContact')),
  salesperson: either(sellerContact, inside(partyContact, ...at(suppliers, 'cac:Party'))),
}

/** How the document names its customer: a name to read, and every identifier, as the operator registers them. */
export type Buyer = {
  name?: string
  identifiers: PartyIdentifier[]
  /** Numbers that the supplier gave the customer: these match an account's own number too. */
  accountNumbers: string[]
}

/** Reads every identifier of every party on the customer's side. */
export function readBuyer(root: XmlElement): Buyer {
  const identifiers: PartyIdentifier[] = []
  const accountNumbers: string[] = []
  for (const customer of customers.flatMap((name) => elementsAt(root, name))) {
    const take = (path: string, scheme: (element: XmlElement) => string) => {
      for (const element of elementsAt(customer, path)) {
        const value = wordsOf(element)
        if (value !== '' && value.length <= 200)
          identifiers.push(canonicalIdentifier(scheme(element).slice(0, 60), value))
      }
    }
    const schemed = (otherwise: string) => (element: XmlElement) => element.attributes.schemeID?.trim() || otherwise
    take('cbc:SupplierAssignedAccountID', () => 'account')
    take('cbc:CustomerAssignedAccountID', () => 'account')
    take('cac:Party/cac:PartyIdentification/cbc:ID', schemed('PARTY'))
    take('cac:Party/cbc:EndpointID', schemed('ENDPOINT'))
    take('cac:Party/cac:PartyTaxScheme/cbc:CompanyID', () => 'VAT')
    take('cac:Party/cac:PartyLegalEntity/cbc:CompanyID', schemed('LEGAL'))
    accountNumbers.push(
      ...elementsAt(customer, 'cbc:SupplierAssignedAccountID')
        .map(wordsOf)
        .filter((text) => text !== ''),
    )
  }
  // Who orders; whom the invoice goes to is a department of theirs more often than not.
  const first = /^Order|^Quotation/.test(root.name) ? ['cac:BuyerCustomerParty'] : []
  const name = inside(partyName, ...at([...first, ...customers], 'cac:Party'))(root, {
    errors: [],
    warnings: [],
    currency: undefined,
  })
  return {
    ...(name === undefined ? {} : { name }),
    identifiers: distinct(identifiers) ?? [],
    accountNumbers: distinct(accountNumbers) ?? [],
  }
}

/** Which company made the document's number: the first identifier of the seller, failing that its name; '' when it gives neither. */
export function readSupplier(root: XmlElement): string {
  const schemed = (otherwise: string) => (element: XmlElement) => element.attributes.schemeID?.trim() || otherwise
  const identifiers = [
    ['cac:PartyLegalEntity/cbc:CompanyID', schemed('LEGAL')],
    ['cac:PartyTaxScheme/cbc:CompanyID', () => 'VAT'],
    ['cac:PartyIdentification/cbc:ID', schemed('PARTY')],
    ['cbc:EndpointID', schemed('ENDPOINT')],
  ] as const
  for (const [path, scheme] of identifiers) {
    for (const element of suppliers.flatMap((name) => elementsAt(root, `${name}/cac:Party/${path}`))) {
      const identifier = canonicalIdentifier(scheme(element).slice(0, 60), wordsOf(element))
      if (identifier.value !== '') return `${identifier.scheme} ${identifier.value}`.slice(0, 100)
    }
  }
  const silent = { errors: [], warnings: [], currency: undefined }
  return inside(partyName, ...at(suppliers, 'cac:Party'))(root, silent)?.slice(0, 100) ?? ''
}
