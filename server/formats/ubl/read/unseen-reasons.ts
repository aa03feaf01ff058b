/*
 * Values of UBL that no page shows, and why no reader needs them. A path is the end of an element's path without
 * positions ("Party/EndpointID"); a star matches one name or a part of it.
 */

type Explanation = {
  paths: readonly string[]
  /** The values that the explanation is limited to; if absent, it applies to all. */
  value?: RegExp
  why: string
}

const explanations: readonly Explanation[] = [
  {
    paths: ['CustomizationID', 'ProfileID', 'ProfileExecutionID', 'UBLVersionID', 'UUID', 'LineCountNumeric'],
    why: 'It says which rules the file follows, identifies the file, or counts its lines; it says nothing of the deal.',
  },
  {
    paths: ['TaxScheme/ID', 'TaxScheme/Name', 'TaxScheme/TaxTypeCode', 'TaxLevelCode', 'CorporateRegistrationScheme/*'],
    why: 'It names the tax or the register that a number or a rate belongs to; the number, the rate and the amount are shown.',
  },
  {
    paths: ['TaxCategory/ID', 'ClassifiedTaxCategory/ID'],
    value: /^[A-Z]{1,2}$/,
    why: 'The rate says what tax it is; that there is none, and why, is said in words.',
  },
  {
    paths: ['TaxEvidenceIndicator', 'CopyIndicator', 'PartialDeliveryIndicator', 'FreeOfChargeIndicator'],
    value: /^(false|0)$/i,
    why: 'It says that something is not so, which is what everybody expects.',
  },
  {
    paths: ['TaxEvidenceIndicator'],
    why: 'It tells tax offices that the document proves the tax; every invoice does.',
  },
  {
    paths: ['AllowanceCharge/ChargeIndicator', 'AcceptedIndicator'],
    why: 'An allowance is shown as a minus, a charge as a plus, and an accepted order as confirmed.',
  },
  {
    paths: [
      'EndpointID',
      'PartyIdentification/ID',
      'PostalAddress/ID',
      'Address/ID',
      'DeliveryAddress/ID',
      'DeliveryLocation/ID',
      'Contact/ID',
    ],
    why: 'By it computers find a party or a place; its name and its address are shown.',
  },
  {
    paths: ['SupplierAssignedAccountID', 'CustomerAssignedAccountID'],
    why: 'By it each side finds the other in its books; the portal shows one account at a time, by its name.',
  },
  { paths: ['*Contact/Telefax'], why: 'Who wants to ask finds a phone number and an address for mails.' },
  {
    paths: ['Contact/Note', 'Person/JobTitle', 'PartyTaxScheme/ExemptionReason'],
    why: 'Who somebody is and how to reach them is shown; the rest is small print of the party.',
  },
  {
    paths: [
      ...['*SupplierParty/Party/PartyLegalEntity/CompanyLegalForm', '*SupplierParty/Party/PartyName/Name'],
      ...[
        '*SupplierParty/Party/PhysicalLocation/Address/*',
        '*SupplierParty/Party/PartyLegalEntity/ShareholderParty/*',
      ],
      'ShareholderParty/Party/PartyTaxScheme/*',
    ],
    why: 'Small print of the supplier itself: a second name, who owns it, where else it stands. Its name, address and numbers are shown.',
  },
  {
    paths: ['RegistrationAddress/*', 'RegistrationAddress/AddressLine/Line', 'RegistrationAddress/Country/Name'],
    why: 'The seat in the register; the address that mail goes to is shown.',
  },
  {
    paths: ['DeliveryParty/PhysicalLocation/Address/*', 'DeliveryParty/PhysicalLocation/Address/AddressLine/Line'],
    why: 'Where the receiver resides; the address to which the goods go is shown.',
  },
  {
    paths: ['Country/Name', 'CountrySubentityCode', 'AddressFormatCode'],
    why: 'The country is shown in the words of its reader, by its code; the region by its name.',
  },
  {
    paths: ['*MonetaryTotal/TaxExclusiveAmount'],
    why: 'The total before tax: total and tax are shown, and what the lines, allowances and charges come to.',
  },
  {
    paths: ['PaymentMeansCode'],
    value: /^(1|30|31|42|57|58)$/,
    why: 'A transfer, which is what the account to pay to says.',
  },
  {
    paths: ['PaymentMeans/ID', 'PaymentMeans/PaymentChannelCode', 'PayeeFinancialAccount/AccountTypeCode'],
    why: 'The account itself is shown; how banks route to it is theirs.',
  },
  {
    paths: [
      'FinancialInstitutionBranch/Address/*',
      'FinancialInstitution/Address/*',
      'FinancialInstitution*/Address/AddressLine/Line',
    ],
    why: 'Where the bank stands; its name and its code are shown.',
  },
  {
    paths: [
      'Signature/*',
      'Signature/SignatoryParty/PartyIdentification/ID',
      'Signature/DigitalSignatureAttachment/ExternalReference/URI',
    ],
    why: 'The signature is checked on the original file, which is kept and offered.',
  },
  {
    paths: [
      'TransportModeCode',
      'TransportHandlingUnitTypeCode',
      'OrderResponseCode',
      '*DocumentReference/DocumentTypeCode',
    ],
    why: 'It is shown in words: how the goods travel and are packed, how the order stands, what a reference is for.',
  },
  {
    paths: ['HandlingUnitDespatchLine/ID'],
    why: 'Which package a line lies in stands at the line.',
  },
  {
    paths: ['LineStatusCode', 'DocumentStatusCode', 'DespatchAdviceTypeCode'],
    why: 'What it means for the document or the line is shown as its status.',
  },
  {
    paths: [
      'IssueTime',
      'InvoicePeriod/StartTime',
      'InvoicePeriod/EndTime',
      'PrepaidPayment/PaidTime',
      'PrepaidPayment/ReceivedDate',
    ],
    why: 'The day is shown, of a payment the day on which it was made; nobody pays or books by the minute.',
  },
  {
    paths: ['RequestForQuotationDocumentReference/IssueDate', 'InvoiceDocumentReference/DocumentDescription'],
    why: 'The number of that document is shown, and the document itself where the portal has it.',
  },
  {
    paths: ['AllowanceChargeReasonCode', 'AllowanceCharge/ID'],
    why: 'The reason is shown in words; without words the code stands for them.',
  },
  {
    paths: [
      'Price/AllowanceCharge/MultiplierFactorNumeric',
      'Price/BaseQuantity',
      'AlternativeConditionPrice/PriceType*',
    ],
    why: 'The list price, what is taken off and the price of one unit are shown; so is a price for comparison.',
  },
  {
    paths: ['TaxTotal/TaxAmount'],
    why: 'One of several taxes as a whole: each is shown by its rate, and the sum of all.',
  },
  {
    paths: [
      'LineItem/SalesOrderID',
      'OrderLineReference/SalesOrderLineID',
      'QuotationLine/LineItem/ID',
      'Shipment/ID',
      'Consignment/ID',
    ],
    why: 'A second number of a line or of the shipment within the file; the first one is shown.',
  },
]

const rules = explanations.flatMap(({ paths, value, why }) =>
  paths.map((path) => ({ pattern: new RegExp(`(^|/)${path.replaceAll('*', '[^/]*')}$`), valuePattern: value, why })),
)

/** Why no reader needs a value; undefined if there is no explanation. `path` has no positions: "Invoice/UUID". */
export function explanationOf(path: string, value: string): string | undefined {
  return rules.find(({ pattern, valuePattern }) => pattern.test(path) && (valuePattern?.test(value) ?? true))?.why
}

/** The path patterns of the explanations that apply to none of these values, and so are superfluous. */
export function unusedExplanations(values: readonly { path: string; value: string }[]): string[] {
  return rules
    .filter(
      ({ pattern, valuePattern }) =>
        !values.some(({ path, value }) => pattern.test(path) && (valuePattern?.test(value) ?? true)),
    )
    .map(({ pattern }) => pattern.source)
}
