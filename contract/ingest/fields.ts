/*
 * The meaning of each field of the ingest format, by path: `lines[].sku` is the SKU of a line. The schema states type
 * and limits; the documentation and the OpenAPI description are made from both, and a test keeps them in step.
 */

/** The fields of a party, wherever it occurs. */
const partyFields: Readonly<Record<string, string>> = {
  name: 'Name of the company.',
  contact: 'Person or department there.',
  lines: 'Street, building, post office box: one text a line of the address.',
  city: 'Town.',
  region: 'State, province or county.',
  postalCode: 'Postal code.',
  country: 'Country by ISO 3166, two capital letters.',
}
/** Further fields of a party of a document. */
const documentPartyFields: Readonly<Record<string, string>> = {
  ...partyFields,
  email: 'E-mail address of the company or of its contact.',
  phone: 'Telephone number.',
  legalName: 'Name in the commercial register, where it differs from the name.',
  taxNumber: 'VAT or tax number.',
  companyNumber: 'Number in the commercial register.',
}
const partyNames = ['billTo', 'shipTo', 'shipFrom', 'seller', 'buyer', 'originator', 'payee', 'taxRepresentative']
const allowanceFields: Readonly<Record<string, string>> = {
  reason: 'Why it is taken off or added.',
  percent: 'Percent of the base, where it is worked out from one.',
  base: 'Amount that the percentage is of.',
  amount: 'Amount; negative where it is taken off.',
}
const paymentMeansFields: Readonly<Record<string, string>> = {
  code: 'How to pay, by UN/CEFACT 4461: 30 or 58 for a transfer, 49 or 59 for a direct debit, 48 for a card.',
  account: 'IBAN or number of the account to pay to.',
  holder: 'Holder of that account.',
  bank: 'BIC or another code of the bank.',
  bankName: 'Name of the bank.',
  reference: 'What to state with the payment.',
  dueDate: 'Day by which to pay in this way, where it differs from that of the document.',
  mandate: 'Reference of the mandate of a direct debit.',
  payerAccount: 'Account that a direct debit is taken from.',
  cardNumber: 'Last digits of the card.',
  cardHolder: 'Holder of the card.',
  note: 'Anything else about paying in this way.',
}
const personFields: Readonly<Record<string, string>> = {
  name: 'Name of the person.',
  email: 'E-mail address; the page offers to write to it.',
  phone: 'Telephone number.',
}

const withPathPrefix = (path: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${path}.${name}`, text]))

const headerFields = {
  type: 'Which of the four it is: enquiries and quotes, sales orders, shipments, or invoices and credit notes.',
  number:
    'Your number of the document; it names the document for ever, and belongs to one account: sent for another with a `modifiedAt` that is not older, the document moves there. Where numbers repeat per customer, the key says so. Blanks around it are cut off.',
  account:
    'Your number of the customer whose document it is; it appears when it is first named. Upper and lower case count.',
  accountName: 'Name of that customer; the name that the newest document states holds.',
  partial:
    'true: the message changes what it names and leaves the rest, as one without `lines` does. See "Parts of a document".',
  source:
    'Which of your companies or systems numbered it, where numbers of several repeat; that of the key when left out.',
  status:
    'Where it stands, one of the statuses of its type (below). Left out, it follows from dates and from other documents.',
  issueDate: 'Day on which it was issued; lists are sorted by it.',
  modifiedAt:
    'When your ERP last changed it. An older one never overwrites a newer one; more than a day ahead is refused. Without it the message that came last counts.',
  currency: 'Currency of all amounts by ISO 4217. Required as soon as there is an amount.',
  customerReference:
    'The customer’s own number: of their purchase order, or of their enquiry. What they search for first.',
  contact: 'Who it concerns at the customer’s.',
  salesperson: 'Who looks after it at yours; hears of what the customer asks about it.',
  billTo: 'Who is billed.',
  shipTo: 'Where the goods go.',
  shipFrom: 'Where they come from.',
  seller: 'Your company, where you sell under more than one.',
  buyer: 'Who bought, where another is billed.',
  originator: 'For whom it was bought.',
  payee: 'Who is paid, where it is not you.',
  taxRepresentative: 'Who represents you in matters of tax.',
  paymentTerms: 'Terms of payment, as people read them.',
  deliveryTerms: 'Terms of delivery, such as an Incoterm with its place.',
  project: 'The customer’s project.',
  costCentre: 'The customer’s cost centre.',
  note: 'Text for the customer; line breaks are kept, HTML is shown as text.',
  validUntil: 'Last day on which a quote can be accepted; the day after, it is expired.',
  dueDate: 'Day on which an invoice is due; the day after, it is overdue.',
  requestedDate: 'Day for which the customer asked.',
  promisedDate: 'Day that you promised; a change of it is told as a promise moved.',
  estimatedDate: 'Day that you expect today.',
  deliveredDate: 'Day on which a shipment arrived. Where you know the time too, send `shipment.deliveredAt`.',
  holdReason: 'Why an order is on hold, in words for the customer.',
  totals: 'Amounts of the whole document. They are shown as sent; where they do not add up, the answer warns.',
  'totals.net': 'Sum of the lines without tax; charges may be among them or beside them.',
  'totals.discount': 'What is taken off the whole document, as a positive amount.',
  'totals.charges': 'Freight and other charges of the whole document that are no lines.',
  'totals.tax': 'Tax.',
  'totals.gross': 'What is asked for: net + charges − discount + tax. Of a credit note positive too.',
  'totals.payable':
    'What is to be paid of an invoice in all, where that is not the gross amount: after rounding, with claims of third parties.',
  'totals.paid': 'What has been paid. Left out, the sum of the payments.',
  'totals.open':
    'What is still to be paid. Send it where your ledger knows it; left out, it follows from gross, payments and credit notes.',
  taxes: 'The tax by rate.',
  'taxes[].category': 'Kind of the tax, such as S of UN/CEFACT 5305.',
  'taxes[].rate': 'Percent.',
  'taxes[].base': 'Amount that is taxed.',
  'taxes[].amount': 'Tax on it.',
  'taxes[].reason': 'Why there is none, or another than usual.',
  references:
    'Documents that this one follows from: an order its quote, a shipment its order, an invoice its order or shipment, a credit note its invoice. They may arrive later.',
  'references[].type': 'Type of that document.',
  'references[].number': 'Its number.',
  payments:
    'Payments of an invoice. With an `id` each, a part of a document adds to them; without, its list replaces them.',
  'payments[].id': 'Your own id of the payment.',
  'payments[].date': 'Day of the payment.',
  'payments[].amount': 'Amount, in the currency of the invoice.',
  'payments[].method': 'How it was paid, in words.',
  'payments[].reference':
    'Reference on the bank statement. The number of a credit note of the account makes the payment what the invoice was credited with.',
  paymentMeans: 'Ways to pay.',
  invoiceKind: 'Of an invoice: 380 invoice, 381 credit note, 386 prepayment invoice (UN/CEFACT 1001).',
  attachments:
    'Papers beside the document, such as its PDF. One of the same name is replaced; none is taken away. Larger ones: POST /api/ingest/attachments.',
  'attachments[].name': 'File name. A PDF whose name holds the document’s number is offered first.',
  'attachments[].mimeType': 'Media type, such as application/pdf.',
  'attachments[].contentBase64': 'The file in Base64, without line breaks, padded with =.',
  'attachments[].purpose':
    'proof_of_delivery: a signature or a picture of the delivered goods, shown with the shipment.',
  details:
    'Fields that only one type has: of quotes enquiryNumber, revision, supersedes, sentAt, acceptedAt, acceptedBy, rejectedAt, rejectionReason; of orders placedBy; of shipments and credit notes returnNumber; of invoices paymentReference, bankAccount, earlyPayment.',
  lines: 'The positions. A message with them is the whole document; without them it changes what it names.',
} as const

const lineFields = {
  line: 'Number of the line, once in a document; keep it when the document changes, for shipments and invoices refer to it.',
  kind: 'item (goods, the default), charge (freight, packing, a service: never counted as goods still to come) or text (a heading or remark).',
  parent: 'Of a component: the line of the kit that it belongs to.',
  status: 'Of an order’s line of which nothing more will come: closed short, cancelled or never accepted.',
  sku: 'Your article number; lines that name no line of the order are matched by it.',
  customerSku: 'The customer’s article number.',
  gtin: 'GTIN (EAN).',
  name: 'What it is, in one line.',
  description: 'More about it; line breaks are kept.',
  quantity: 'How much. Negative on orders and shipments counts as a return.',
  unit: 'Unit, best by UN/ECE Recommendation 20 (EA, KGM, MTR), which is shown in the reader’s language.',
  unitPrice: 'Price of one unit, before the discount.',
  discountPercent: 'Discount on the line in percent.',
  taxRate: 'Tax in percent.',
  amount: 'Amount of the line without tax, after its discount.',
  allowances: 'What is taken off or added to make the amount, each with its reason.',
  properties: 'What the article is like: a colour, a size.',
  parts: 'What the line is made of.',
  deliveries: 'The parts in which the line comes, where it comes in several.',
  'properties[].name': 'What kind of property it is.',
  'properties[].value': 'Which it is.',
  'parts[].line': 'Number of the part within the line.',
  'parts[].sku': 'Your SKU of the part.',
  'parts[].name': 'Name of the part.',
  'parts[].quantity': 'How much of it is in the line.',
  'parts[].unit': 'Unit of that quantity.',
  'parts[].unitPrice': 'Price of one unit of the part.',
  'parts[].amount': 'Amount of the part.',
  'deliveries[].quantity': 'How much comes then.',
  'deliveries[].requestedDate': 'Day asked for.',
  'deliveries[].promisedDate': 'Day promised.',
  'deliveries[].estimatedDate': 'Day expected today.',
  details: 'Further values of the line.',
  requestedDate: 'Day asked for, where it differs from the document’s.',
  promisedDate: 'Day promised.',
  estimatedDate: 'Day expected today.',
  originCountry: 'Country of origin.',
  commodityCode: 'Customs tariff number.',
  unNumber: 'UN number of dangerous goods, such as UN1950.',
  note: 'Text for the customer.',
  references:
    'Lines that this one follows from: a shipment’s the order’s, an invoice’s the shipment’s or the order’s, a credit note’s the invoice’s.',
  'references[].type': 'Type of that document.',
  'references[].number': 'Its number.',
  'references[].line': 'Its line. Left out, the line is found by its SKU.',
  serials: 'Serial numbers; customers find the document by each.',
  lots: 'Batches.',
  'lots[].lot': 'Number of the batch.',
  'lots[].quantity': 'How much of the line is of it.',
  'lots[].expiry': 'Best before.',
  package: 'SSCC of the package in which the line lies.',
  option:
    'Of a quote: optional (need not be ordered) or alternative (instead of another); such lines are not in the totals.',
  leadTimeDays: 'Of a quote: days from the order to the despatch.',
} as const

const shipmentFields = {
  mode: 'How it travels: road, sea, air, rail, parcel.',
  carrier: 'Name of the carrier; the page links the tracking of those that it knows.',
  service: 'The carrier’s product.',
  trackingNumbers: 'Tracking numbers of the shipment as a whole.',
  trackingUrl: 'Address of the carrier’s tracking page, with https.',
  waybill: 'Number of the waybill or consignment note.',
  despatchDate: 'Day on which it left.',
  estimatedDelivery: 'Day on which it is expected; comes before `estimatedDate`.',
  deliveredAt: 'When it arrived. Where only the day is known, send `deliveredDate` beside `shipment` instead.',
  signedBy: 'Who signed for it.',
  grossWeight: 'Weight with packing.',
  'grossWeight.value': 'How much.',
  'grossWeight.unit': 'Unit, such as KGM.',
  packages: 'Packages and pallets.',
  'packages[].sscc': 'SSCC, 18 digits; EPCIS events find the shipment by it.',
  'packages[].type': 'Kind of package, such as CT (carton) or PX (pallet) of UN/ECE Recommendation 21.',
  'packages[].weight': 'Weight.',
  'packages[].weight.value': 'How much.',
  'packages[].weight.unit': 'Unit, such as KGM.',
  'packages[].dimensions': 'Outer size.',
  'packages[].dimensions.length': 'Length.',
  'packages[].dimensions.width': 'Width.',
  'packages[].dimensions.height': 'Height.',
  'packages[].dimensions.unit': 'Unit of all three, such as CMT.',
  'packages[].trackingNumber': 'Tracking number of this package.',
  'packages[].parent': 'SSCC of the package in or on which this one stands.',
  events: 'What happened on the way. A part of a document adds events; one with the same `id` replaces it.',
  'events[].id': 'Your own id of the event; without, it is known by what it says.',
  'events[].at': 'When, with its offset; the day is that of the place.',
  'events[].classifier': 'actual (it happened, the default), estimated or planned.',
  'events[].code': 'A milestone (below), or a code of `vocabulary`.',
  'events[].vocabulary': 'Whose code it is, where it is not the portal’s own; "rec24:21" as the code says the same.',
  'events[].place': 'Where.',
  'events[].place.name': 'Name of the place, such as a depot.',
  'events[].place.city': 'Town.',
  'events[].place.country': 'Country.',
  'events[].place.unlocode': 'UN/LOCODE, such as DEHAM; names place and point of the map.',
  'events[].place.lat': 'Latitude.',
  'events[].place.lon': 'Longitude.',
  'events[].description': 'What the carrier says about it.',
  'events[].reasonCode': 'The carrier’s code of a reason.',
  'events[].package': 'SSCC or tracking number of the one package that it concerns.',
  'events[].retracts': '`id` of an event that was told by mistake: this one takes it back.',
} as const

/** The meaning of each field of an ingest document, by its path. */
export const ingestFieldDescriptions: Readonly<Record<string, string>> = {
  ...headerFields,
  ...withPathPrefix('contact', personFields),
  ...withPathPrefix('salesperson', personFields),
  ...Object.assign({}, ...partyNames.map((partyName) => withPathPrefix(partyName, documentPartyFields))),
  ...withPathPrefix('paymentMeans[]', paymentMeansFields),
  ...withPathPrefix('lines[].allowances[]', allowanceFields),
  ...withPathPrefix('lines[]', lineFields),
  shipment: 'What only a shipment says; left out of other types.',
  ...withPathPrefix('shipment', shipmentFields),
}
