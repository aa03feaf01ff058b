/*
 * Messages as an ERP sends them, from the quote to the invoice. The API description prints them next to the meanings of
 * the fields, and a test sends each message and reads it back as the customer.
 */

const customer = { account: 'C-1001', accountName: 'Better Bikes' }
const address = {
  name: 'Better Bikes Ltd',
  contact: 'Goods in',
  lines: ['12 Mill Lane', 'Unit 4'],
  city: 'Leeds',
  region: 'West Yorkshire',
  postalCode: 'LS1 4DY',
  country: 'GB',
}
const warehouse = {
  name: 'Nordwind Parts GmbH',
  lines: ['Am Hafen 1'],
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}
const sscc = '340123450000000014'
const pallet = '340123450000000021'

const quote = {
  type: 'quotes',
  number: 'Q-2041',
  ...customer,
  status: 'open',
  issueDate: '2026-03-02',
  modifiedAt: '2026-03-02T08:00:00Z',
  currency: 'EUR',
  customerReference: 'ENQ-77',
  validUntil: '2026-04-15',
  totals: { net: '500.00', tax: '95.00', gross: '595.00' },
  lines: [
    {
      line: '10',
      sku: 'BK-42',
      name: 'Wheel 28"',
      quantity: '10',
      unit: 'EA',
      unitPrice: '50.00',
      amount: '500.00',
      leadTimeDays: '14',
    },
    {
      line: '20',
      sku: 'BK-43',
      name: 'Wheel 28", disc brake',
      quantity: '10',
      unit: 'EA',
      unitPrice: '62.00',
      amount: '620.00',
      option: 'alternative',
    },
  ],
  details: { enquiryNumber: 'ENQ-77', revision: '2', sentAt: '2026-03-02T08:05:00+01:00' },
}

const order = {
  type: 'orders',
  number: 'SO-10042',
  ...customer,
  status: 'confirmed',
  issueDate: '2026-03-05',
  modifiedAt: '2026-03-05T09:30:00Z',
  currency: 'EUR',
  customerReference: 'PO-7781',
  contact: { name: 'Ann Ash', email: 'ann@better.example', phone: '+44 113 496 0000' },
  salesperson: { name: 'Jan Kruse', email: 'jan@nordwind.example', phone: '+49 40 555 010' },
  billTo: address,
  shipTo: address,
  paymentTerms: '30 days net',
  deliveryTerms: 'DAP Leeds',
  project: 'Spring range',
  costCentre: '4711',
  note: 'Please deliver before noon.',
  requestedDate: '2026-03-20',
  promisedDate: '2026-03-24',
  estimatedDate: '2026-03-24',
  totals: { net: '515.00', discount: '15.00', tax: '95.00', gross: '595.00' },
  taxes: [{ category: 'S', rate: '19', base: '500.00', amount: '95.00' }],
  references: [{ type: 'quotes', number: 'Q-2041' }],
  lines: [
    {
      line: '10',
      sku: 'BK-42',
      customerSku: 'W28',
      gtin: '04012345000016',
      name: 'Wheel 28"',
      description: 'Aluminium, 36 spokes',
      quantity: '10',
      unit: 'EA',
      unitPrice: '50.00',
      discountPercent: '0',
      taxRate: '19',
      amount: '500.00',
      requestedDate: '2026-03-20',
      promisedDate: '2026-03-24',
      estimatedDate: '2026-03-24',
      originCountry: 'DE',
      commodityCode: '87149210',
      references: [{ type: 'quotes', number: 'Q-2041', line: '10' }],
    },
    { line: '20', kind: 'charge', name: 'Freight', quantity: '1', amount: '15.00' },
    { line: '30', kind: 'text', name: 'Replaces our order of January.' },
  ],
  details: { placedBy: 'Ann Ash' },
}

const shipment = {
  type: 'shipments',
  number: 'DN-5501',
  ...customer,
  issueDate: '2026-03-23',
  modifiedAt: '2026-03-24T10:20:00Z',
  customerReference: 'PO-7781',
  shipFrom: warehouse,
  shipTo: address,
  promisedDate: '2026-03-24',
  references: [{ type: 'orders', number: 'SO-10042' }],
  lines: [
    {
      line: '1',
      sku: 'BK-42',
      name: 'Wheel 28"',
      quantity: '6',
      unit: 'EA',
      note: 'The other four follow.',
      package: sscc,
      serials: ['W28-000141', 'W28-000142'],
      lots: [{ lot: 'L-2603', quantity: '6', expiry: '2036-03-01' }],
      references: [{ type: 'orders', number: 'SO-10042', line: '10' }],
    },
  ],
  shipment: {
    mode: 'road',
    carrier: 'DHL',
    service: 'Freight',
    trackingNumbers: ['JD014600003RU'],
    waybill: 'WB-900',
    despatchDate: '2026-03-23',
    estimatedDelivery: '2026-03-24',
    grossWeight: { value: '14.5', unit: 'KGM' },
    packages: [
      { sscc: pallet, type: 'PX' },
      {
        sscc,
        type: 'CT',
        weight: { value: '14.5', unit: 'KGM' },
        dimensions: { length: '80', width: '80', height: '40', unit: 'CMT' },
        trackingNumber: 'JD014600003RU',
        parent: pallet,
      },
    ],
    events: [
      {
        id: '1',
        at: '2026-03-23T16:05:00+01:00',
        code: 'despatched',
        place: { name: 'Depot', city: 'Hamburg', country: 'DE', unlocode: 'DEHAM', lat: 53.55, lon: 9.99 },
      },
      { id: '2', at: '2026-03-24T12:00:00+00:00', classifier: 'estimated', code: 'delivered' },
      {
        id: '3',
        at: '2026-03-24T07:10:00+00:00',
        code: '113',
        vocabulary: 'rec24',
        description: 'On the vehicle',
        package: sscc,
      },
    ],
  },
}

const invoice = {
  type: 'invoices',
  number: 'INV-9001',
  ...customer,
  invoiceKind: '380',
  issueDate: '2026-03-24',
  modifiedAt: '2026-03-24T15:00:00Z',
  currency: 'EUR',
  customerReference: 'PO-7781',
  billTo: address,
  dueDate: '2026-04-23',
  totals: { net: '300.00', charges: '15.00', tax: '59.85', gross: '374.85', paid: '100.00', open: '274.85' },
  references: [{ type: 'orders', number: 'SO-10042' }],
  lines: [
    {
      line: '1',
      sku: 'BK-42',
      name: 'Wheel 28"',
      quantity: '6',
      unit: 'EA',
      unitPrice: '50.00',
      amount: '300.00',
      references: [{ type: 'shipments', number: 'DN-5501', line: '1' }],
    },
  ],
  payments: [{ id: 'P-1', date: '2026-03-25', amount: '100.00', method: 'Transfer', reference: 'INV-9001 part 1' }],
  attachments: [{ name: 'INV-9001.pdf', mimeType: 'application/pdf', contentBase64: 'JVBERi0xLjQKJUVPRgo=' }],
  details: {
    paymentReference: 'RF18 5390 0754 7034',
    bankAccount: 'DE02 1203 0000 0000 2020 51',
    earlyPayment: '2 % (2026-04-03)',
  },
}

/** Partial messages about those documents: what has happened to them since. */
const delivered = {
  type: 'shipments',
  number: 'DN-5501',
  account: 'C-1001',
  shipment: {
    deliveredAt: '2026-03-24T11:40:00+00:00',
    signedBy: 'A. Ash',
    trackingUrl: 'https://carrier.example/JD014600003RU',
    events: [
      { id: '4', at: '2026-03-24T11:40:00+00:00', code: 'delivered' },
      { id: '5', at: '2026-03-24T11:45:00+00:00', code: 'unknown', reasonCode: '14', retracts: '3' },
    ],
  },
}
const paid = {
  type: 'invoices',
  number: 'INV-9001',
  account: 'C-1001',
  status: 'paid',
  totals: { open: '0.00', paid: '374.85' },
  payments: [{ id: 'P-2', date: '2026-04-02', amount: '274.85', method: 'Transfer' }],
}
const held = {
  type: 'orders',
  number: 'SO-10042',
  account: 'C-1001',
  partial: true,
  status: 'on_hold',
  holdReason: 'One wheel is being checked.',
  lines: [{ line: '10', estimatedDate: '2026-03-31' }],
}

/** An example of a request body, with its title. */
export type BodyExample = { title: string; text: string }
const example = (title: string, document: object): BodyExample => ({ title, text: JSON.stringify(document) })

/** One line each of POST /ingest/documents, in an order in which they can be sent. */
export const documentExamples: readonly BodyExample[] = [
  example('A quote with an alternative', quote),
  example('The order, with addresses, freight and a remark', order),
  example('A shipment of a part of it, with packages and events', shipment),
  example('The invoice, with a payment and its PDF', invoice),
  example('A part of the shipment: it has arrived', delivered),
  example('A part of the order: it is on hold, and one line comes later', held),
]

/** A line of PATCH /ingest/documents. */
export const partialExamples: readonly BodyExample[] = [example('A part of the invoice: it is paid', paid)]
