import type { Rule } from '../translate.ts'

/* Parties: BG-4 seller, BG-7 buyer, BG-10 payee, BG-11 tax representative, BG-13 delivery, with their addresses. */

const addressRules: readonly Rule[] = [
  { cii: 'ram:PostcodeCode', ubl: 'cbc:PostalZone' },
  { cii: 'ram:LineOne', ubl: 'cbc:StreetName' },
  { cii: 'ram:LineTwo', ubl: 'cbc:AdditionalStreetName' },
  { cii: 'ram:LineThree', ubl: '+cac:AddressLine/cbc:Line' },
  { cii: 'ram:CityName', ubl: 'cbc:CityName' },
  { cii: 'ram:CountryID', ubl: 'cac:Country/cbc:IdentificationCode' },
  { cii: 'ram:CountrySubDivisionName', ubl: 'cbc:CountrySubentity' },
]

/** A postal address; in UBL it has several names. */
const address = (ubl: string): Rule => ({ cii: 'ram:PostalTradeAddress', ubl, rules: addressRules })

const contactRules: readonly Rule[] = [
  { cii: 'ram:PersonName', ubl: 'cbc:Name' },
  { cii: 'ram:DepartmentName', ubl: 'cbc:Name', readOnly: true },
  { cii: 'ram:TelephoneUniversalCommunication/ram:CompleteNumber', ubl: 'cbc:Telephone' },
  { cii: 'ram:EmailURIUniversalCommunication/ram:URIID', ubl: 'cbc:ElectronicMail' },
]

const identifiers: readonly Rule[] = [
  { cii: 'ram:ID', ubl: '+cac:PartyIdentification/cbc:ID[!@schemeID]' },
  {
    cii: 'ram:GlobalID[@schemeID]',
    ubl: '+cac:PartyIdentification/cbc:ID[@schemeID]',
    attributes: ['schemeID'],
  },
]

const legalNumber: Rule = {
  cii: 'ram:SpecifiedLegalOrganization/ram:ID',
  ubl: 'cac:PartyLegalEntity/cbc:CompanyID',
  attributes: ['schemeID'],
}

const vat = 'cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]'
const otherTax = 'cac:PartyTaxScheme[!cac:TaxScheme/cbc:ID=VAT]'

const registrations: readonly Rule[] = [
  {
    cii: '+ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]',
    ubl: `+${vat}`,
    rules: [
      { cii: '', ubl: 'cbc:CompanyID' },
      { cii: '', ubl: 'cac:TaxScheme/cbc:ID', codec: { toUbl: () => 'VAT', toCii: () => undefined } },
    ],
  },
  {
    cii: '+ram:SpecifiedTaxRegistration/ram:ID[@schemeID=FC]',
    ubl: `+${otherTax}`,
    rules: [
      { cii: '', ubl: 'cbc:CompanyID' },
      { cii: '', ubl: 'cac:TaxScheme/cbc:ID', codec: { toUbl: () => 'FC', toCii: () => undefined } },
    ],
  },
]

const contact: Rule = { cii: 'ram:DefinedTradeContact', ubl: 'cac:Contact', rules: contactRules }
const endpoint: Rule = {
  cii: 'ram:URIUniversalCommunication/ram:URIID',
  ubl: 'cbc:EndpointID',
  attributes: ['schemeID'],
}

/** A company: its registered name is the one that the standard asks for, its trading name may differ. */
export const partyRules: readonly Rule[] = [
  ...identifiers,
  { cii: 'ram:Name', ubl: 'cac:PartyLegalEntity/cbc:RegistrationName' },
  legalNumber,
  { cii: 'ram:SpecifiedLegalOrganization/ram:TradingBusinessName', ubl: 'cac:PartyName/cbc:Name' },
  contact,
  address('cac:PostalAddress'),
  endpoint,
  ...registrations,
]

/** A party of which the standard names only one name: payee and tax representative. */
export const furtherPartyRules: readonly Rule[] = [
  ...identifiers,
  { cii: 'ram:Name', ubl: 'cac:PartyName/cbc:Name' },
  legalNumber,
  contact,
  address('cac:PostalAddress'),
  ...registrations,
]

/** The receiver of the goods, at cac:Delivery. */
export const deliveryRules: readonly Rule[] = [
  { cii: 'ram:ID', ubl: 'cac:DeliveryLocation/cbc:ID' },
  { cii: 'ram:GlobalID', ubl: 'cac:DeliveryLocation/cbc:ID', attributes: ['schemeID'], readOnly: true },
  { cii: 'ram:Name', ubl: 'cac:DeliveryParty/cac:PartyName/cbc:Name' },
  { cii: 'ram:DefinedTradeContact', ubl: 'cac:DeliveryParty/cac:Contact', rules: contactRules },
  address('cac:DeliveryLocation/cac:Address'),
]
