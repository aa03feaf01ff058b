import { canonicalIdentifier, type PartyIdentifier } from '#contract/identifiers.ts'
import type { Buyer } from '#server/formats/message.ts'
import {
  country,
  distinct,
  either,
  elementsAt,
  type FieldReader,
  inside,
  type Reading,
  shape,
  text,
  textOf,
} from './fields.ts'
import type { XmlElement } from './xml.ts'

/* The parties of a UBL document: addresses, contacts, and the identifiers by which the customer's account is found. */

/** The lines of an address above the city, in the usual order. */
const addressLines: FieldReader<string[]> = (node) => {
  const first = (name: string) =>
    elementsAt(node, `cbc:${name}`)
      .map(textOf)
      .find((text) => text !== '') ?? ''
  const box = first('Postbox')
  const lines = [
    first('Department'),
    `${first('StreetName')} ${first('BuildingNumber')}`.trim(),
    first('AdditionalStreetName'),
    [first('BuildingName'), first('Floor'), first('Room')].filter((text) => text !== '').join(', '),
    box && (/^\d+$/.test(box) ? `PO Box ${box}` : box),
    ...elementsAt(node, 'cac:AddressLine/cbc:Line').map(textOf),
  ]
  return distinct(lines.filter((line) => line !== '').map((line) => line.slice(0, 300)))?.slice(0, 10)
}

const address = shape({
  lines: addressLines,
  city: text(200, 'cbc:CityName'),
  region: text(200, 'cbc:CountrySubentity', 'cbc:CountrySubentityCode', 'cbc:Region', 'cbc:District'),
  postalCode: text(40, 'cbc:PostalZone'),
  country: country('cac:Country/cbc:IdentificationCode'),
})
type Address = NonNullable<ReturnType<typeof address>>

const fullName: FieldReader<string> = (node, reading) => {
  const part = (name: string) => text(100, `cbc:${name}`)(node, reading) ?? ''
  const name = `${part('FirstName')} ${part('MiddleName')} ${part('FamilyName')}`.replace(/\s+/g, ' ').trim()
  return name === '' ? undefined : name
}

const partyName = either(
  text(300, 'cac:PartyName/cbc:Name', 'cac:PartyLegalEntity/cbc:RegistrationName'),
  text(300, 'cac:PartyTaxScheme/cbc:RegistrationName'),
  inside(fullName, 'cac:Person'),
)

type Party = Address &
  NonNullable<ReturnType<typeof registration>> & { name?: string; contact?: string; legalName?: string }

const legalNamePaths = ['cac:PartyLegalEntity/cbc:RegistrationName', 'cac:PartyTaxScheme/cbc:RegistrationName']

/** A party's e-mail address, telephone number and registration numbers. */
const registration = shape({
  email: text(254, 'cac:Contact/cbc:ElectronicMail'),
  phone: text(80, 'cac:Contact/cbc:Telephone'),
  taxNumber: (node) =>
    distinct(
      elementsAt(node, 'cac:PartyTaxScheme/cbc:CompanyID')
        .map(textOf)
        .filter((text) => text !== ''),
    )
      ?.join(', ')
      .slice(0, 100),
  companyNumber: text(100, 'cac:PartyLegalEntity/cbc:CompanyID'),
})

function withRegistration<T extends { name?: string } | undefined>(names: T, node: XmlElement, reading: Reading): T {
  const legalNames = legalNamePaths.flatMap((path) => elementsAt(node, path).map(textOf))
  const others = distinct(legalNames.filter((name) => name !== '' && name !== names?.name))
  const legalName = others?.join(', ').slice(0, 300)
  const registrationFields = { ...registration(node, reading), ...(legalName ? { legalName } : {}) }
  return Object.keys(registrationFields).length === 0 ? names : ({ ...names, ...registrationFields } as T)
}

/** A company with its names, contact and postal address. */
const party: FieldReader<Party> = (node, reading) => {
  const name = partyName(node, reading)
  const person = inside(fullName, 'cac:Person')(node, reading)
  const contact = text(300, 'cac:Contact/cbc:Name')(node, reading) ?? (person === name ? undefined : person)
  const names = withRegistration(shape({ name: () => name, contact: () => contact })(node, reading), node, reading)
  const postalAddress = inside(
    address,
    'cac:PostalAddress',
    'cac:PhysicalLocation/cac:Address',
    'cac:PartyLegalEntity/cac:RegistrationAddress',
  )(node, reading)
  return names || postalAddress ? { ...names, ...postalAddress } : undefined
}

/** The delivery's address with the name of the consignee. Read at cac:Delivery. */
const deliveryAddress: FieldReader<Party> = (node, reading) => {
  const postalAddress = inside(address, 'cac:DeliveryAddress', 'cac:DeliveryLocation/cac:Address')(node, reading)
  const names = shape({
    name: either(
      inside(partyName, 'cac:DeliveryParty'),
      text(300, 'cac:DeliveryLocation/cbc:Name', 'cac:DeliveryLocation/cbc:Description'),
    ),
    contact: text(300, 'cac:DeliveryParty/cac:Contact/cbc:Name'),
  })(node, reading)
  const [consignee] = elementsAt(node, 'cac:DeliveryParty')
  const consigneeNames = consignee ? withRegistration(names, consignee, reading) : names
  return consigneeNames || postalAddress ? { ...consigneeNames, ...postalAddress } : undefined
}

/** A reader of the address that goods come from, for cac:Despatch. */
export const despatchAddress: FieldReader<Address & { name?: string; contact?: string }> = (node, reading) => {
  const postalAddress = inside(address, 'cac:DespatchAddress', 'cac:DespatchLocation/cac:Address')(node, reading)
  const names = shape({
    name: inside(partyName, 'cac:DespatchParty'),
    contact: text(300, 'cac:Contact/cbc:Name'),
  })(node, reading)
  return names || postalAddress ? { ...names, ...postalAddress } : undefined
}

const contact = shape({
  name: text(300, 'cbc:Name'),
  email: text(254, 'cbc:ElectronicMail'),
  phone: text(80, 'cbc:Telephone'),
})

/** A party's contact; if it has no name, the name comes from cac:Person. Read at cac:Party. */
const partyContact: FieldReader<NonNullable<ReturnType<typeof contact>>> = (node, reading) => {
  const contactFields = inside(contact, 'cac:Contact')(node, reading)
  const name = contactFields?.name ?? inside(fullName, 'cac:Person')(node, reading)
  return contactFields || name ? { ...contactFields, ...(name === undefined ? {} : { name }) } : undefined
}

const customers = [
  'cac:AccountingCustomerParty',
  'cac:BuyerCustomerParty',
  'cac:DeliveryCustomerParty',
  'cac:OriginatorCustomerParty',
]
const suppliers = ['cac:SellerSupplierParty', 'cac:AccountingSupplierParty', 'cac:DespatchSupplierParty']
const partyPaths = (parties: readonly string[], path: string) => parties.map((name) => `${name}/${path}`)
const billedCustomers = customers.filter((name) => name !== 'cac:DeliveryCustomerParty')

const billedParty = inside(party, ...partyPaths(billedCustomers, 'cac:Party'))
/** A party, if it differs from the billed party. */
const otherParty =
  (...paths: string[]): FieldReader<Party> =>
  (root, reading) => {
    const candidate = inside(party, ...paths)(root, reading)
    return candidate && JSON.stringify(candidate) !== JSON.stringify(billedParty(root, reading)) ? candidate : undefined
  }

/** The party that receives the goods: from the delivery, completed by the header's DeliveryCustomerParty. */
const shipToParty: FieldReader<Party> = (root, reading) => {
  const consignee = inside(party, 'cac:DeliveryCustomerParty/cac:Party')(root, reading)
  const delivery = inside(deliveryAddress, 'cac:Delivery', 'cac:Shipment/cac:Delivery')(root, reading)
  const {
    lines: _lines,
    city: _city,
    region: _region,
    postalCode: _code,
    country: _country,
    ...identity
  } = consignee ?? {}
  const deliveryContact = inside(contact, ...partyPaths(customers, 'cac:DeliveryContact'))(root, reading) ?? {}
  const base: Partial<Party> = delivery ? { ...identity, ...delivery } : { ...consignee }
  const joined = (first?: string, second?: string) =>
    distinct([first, second].filter((text) => text !== undefined))?.join(', ')
  const contacted = shape({
    contact: () => joined(base.contact, deliveryContact.name)?.slice(0, 300),
    email: () => joined(base.email, deliveryContact.email)?.slice(0, 254),
    phone: () => joined(base.phone, deliveryContact.phone)?.slice(0, 80),
  })(root, reading)
  const merged = { ...base, ...contacted }
  return Object.keys(merged).length === 0 ? undefined : (merged as Party)
}

const sellerContact = inside(contact, ...partyPaths(suppliers, 'cac:SellerContact'))

/** The supplier; its contact is left out if it serves as the salesperson, because no SellerContact is given. */
const seller: FieldReader<Party> = (root, reading) => {
  const supplierParty = inside(party, ...partyPaths(suppliers, 'cac:Party'))(root, reading)
  if (!supplierParty || sellerContact(root, reading)) return supplierParty
  const { contact: _contact, phone: _phone, email: _email, ...rest } = supplierParty
  return Object.keys(rest).length === 0 ? undefined : rest
}

/** The parties and contacts that every kind of document may name. */
export const partyFields = {
  billTo: billedParty,
  buyer: otherParty('cac:BuyerCustomerParty/cac:Party'),
  originator: otherParty('cac:OriginatorCustomerParty/cac:Party'),
  payee: inside(party, 'cac:PayeeParty'),
  taxRepresentative: inside(party, 'cac:TaxRepresentativeParty'),
  seller,
  shipTo: shipToParty,
  // A contact inside the customer's party is part of `billTo` already.
  contact: inside(
    contact,
    ...partyPaths(customers, 'cac:BuyerContact'),
    ...partyPaths(customers, 'cac:AccountingContact'),
  ),
  salesperson: either(sellerContact, inside(partyContact, ...partyPaths(suppliers, 'cac:Party'))),
}

/** The customer's name and the identifiers of all parties on the customer's side. */
export function readBuyer(root: XmlElement): Buyer {
  const identifiers: PartyIdentifier[] = []
  const accountNumbers: string[] = []
  for (const customer of customers.flatMap((name) => elementsAt(root, name))) {
    const addIdentifiers = (path: string, scheme: (element: XmlElement) => string) => {
      for (const element of elementsAt(customer, path)) {
        const value = textOf(element)
        if (value !== '' && value.length <= 200)
          identifiers.push(canonicalIdentifier(scheme(element).slice(0, 60), value))
      }
    }
    const schemeOr = (otherwise: string) => (element: XmlElement) => element.attributes.schemeID?.trim() || otherwise
    addIdentifiers('cbc:SupplierAssignedAccountID', () => 'account')
    addIdentifiers('cbc:CustomerAssignedAccountID', () => 'account')
    addIdentifiers('cac:Party/cac:PartyIdentification/cbc:ID', schemeOr('PARTY'))
    addIdentifiers('cac:Party/cbc:EndpointID', schemeOr('ENDPOINT'))
    addIdentifiers('cac:Party/cac:PartyTaxScheme/cbc:CompanyID', () => 'VAT')
    addIdentifiers('cac:Party/cac:PartyLegalEntity/cbc:CompanyID', schemeOr('LEGAL'))
    accountNumbers.push(
      ...elementsAt(customer, 'cbc:SupplierAssignedAccountID')
        .map(textOf)
        .filter((text) => text !== ''),
    )
  }
  // For orders and quotes, the buyer's name: the billed party is often only a department of the buyer.
  const preferredParties = /^Order|^Quotation/.test(root.name) ? ['cac:BuyerCustomerParty'] : []
  const name = inside(partyName, ...partyPaths([...preferredParties, ...customers], 'cac:Party'))(root, {
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

/** The company that numbered the document: the seller's first identifier, otherwise its name, otherwise ''. */
export function readSupplier(root: XmlElement): string {
  const schemeOr = (otherwise: string) => (element: XmlElement) => element.attributes.schemeID?.trim() || otherwise
  const identifiers = [
    ['cac:PartyLegalEntity/cbc:CompanyID', schemeOr('LEGAL')],
    ['cac:PartyTaxScheme/cbc:CompanyID', () => 'VAT'],
    ['cac:PartyIdentification/cbc:ID', schemeOr('PARTY')],
    ['cbc:EndpointID', schemeOr('ENDPOINT')],
  ] as const
  for (const [path, scheme] of identifiers) {
    for (const element of suppliers.flatMap((name) => elementsAt(root, `${name}/cac:Party/${path}`))) {
      const identifier = canonicalIdentifier(scheme(element).slice(0, 60), textOf(element))
      if (identifier.value !== '') return `${identifier.scheme} ${identifier.value}`.slice(0, 100)
    }
  }
  const silent = { errors: [], warnings: [], currency: undefined }
  return inside(partyName, ...partyPaths(suppliers, 'cac:Party'))(root, silent)?.slice(0, 100) ?? ''
}
