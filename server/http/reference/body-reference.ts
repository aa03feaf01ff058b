import { eventStatuses } from '#contract/documents/milestones.ts'
import { statusesOf } from '#contract/documents/types.ts'
import { vocabularyNames } from '#contract/documents/vocabularies.ts'
import { ciiExample, ciiHeader, ciiLine } from '#contract/ingest/cii-elements.ts'
import { IngestDocument } from '#contract/ingest/documents.ts'
import { EpcisDocument, epcisExample } from '#contract/ingest/epcis.ts'
import { type BodyExample, documentExamples, partialExamples } from '#contract/ingest/examples.ts'
import { ingestFieldDescriptions } from '#contract/ingest/fields.ts'
import { type UblElement, ublExample, ublHeader, ublLine } from '#contract/ingest/ubl-elements.ts'
import { documentTypes } from '#contract/values.ts'
import { requestBodyReferences } from './request-reference.ts'
import { type BodyReference, describeSchema, fieldRows, fieldTable, type Table } from './schema-fields.ts'

const parseExamples = (examples: readonly BodyExample[]) => examples.map(({ text }) => JSON.parse(text) as unknown)
const exampleDocuments = [...parseExamples(documentExamples), ...parseExamples(partialExamples)]

const curlCommand = (method: string, path: string, type: string, file: string) =>
  `curl -X ${method} -H "Authorization: Bearer $KEY" -H "Content-Type: ${type}" --data-binary @${file} "$PORTAL/api${path}"`

const documentRules = [
  'One document a line, as JSON in UTF-8, lines ended by LF or CR LF; no brackets around them all, no commas between them. A line has at most 32 MB.',
  'Only type, number and account are required. null, "" and a property left out all mean "not known".',
  'Amounts and quantities are texts with a point, such as "12.50": no comma, no sign for thousands, at most four places (quantities and unit prices six).',
  'Days are YYYY-MM-DD. Moments have Z or an offset.',
  'A property that is not named here is refused by its name, with the one that was probably meant.',
  'Documents come in any order: a reference may name what arrives later. Sending a file again changes nothing.',
  'A bad line stops no other: the answer is 200 with the counts, and an error with line, path and mend for each that was rejected. ?dryRun=true says the same and writes nothing.',
]

const partialMessageRules = [
  'A message with lines is the whole document and replaces what was there; lines and known dates that it does not hold any more are named in a warning.',
  'A message without lines, with "partial": true, or sent by PATCH is a part: it changes what it names and leaves the rest. Totals, details and shipment are changed property by property; lines, events, packages and payments are changed or added by line, id, sscc and id; any other list, and an address, is replaced whole.',
  'In a part, null or "" forgets what it names. Lines go only by a whole message, all of them by "lines": [].',
  'A part with "partial": true or by PATCH of a document that is not there is rejected; without lines it is the document.',
]

const derivedTable: Table = {
  caption: 'What the portal derives',
  head: ['What', 'From what'],
  rows: [
    [
      'expired (quotes), overdue (invoices), late',
      'The calendar: the day after validUntil, dueDate, or the date promised has passed. Never sent, never stored.',
    ],
    ['ordered (quotes)', 'An order that refers to the quote and is not cancelled or rejected.'],
    [
      'fulfilment of an order and of each line',
      'Shipments whose lines refer to its lines, or, when they name the order alone, have the same sku. Never more than was ordered.',
    ],
    ['billing of an order', 'Invoices that refer to its lines or to its shipments.'],
    ['payment of an order', 'The state of its invoices.'],
    [
      'status of a shipment',
      'Its latest actual event; without events status as sent, else its dates: deliveredDate, despatchDate. delivered, returned, lost_or_damaged and cancelled outlast later events of the way.',
    ],
    ['deliveredDate, estimatedDate of a shipment', 'Its events, where neither was sent.'],
    ['paid of an invoice', 'The sum of its payments, where totals.paid was not sent.'],
    [
      'open of an invoice',
      'totals.open where it was sent; else gross less what was paid, and nothing once it is paid, cancelled or credited.',
    ],
    ['credited (invoices)', 'Credit notes that refer to the invoice and cover its gross amount.'],
  ],
}

const statusTable: Table = {
  caption: 'Statuses and milestones',
  head: ['Of', 'Words'],
  rows: [
    ...documentTypes.map((type) => [`status of ${type}`, statusesOf(type).join(', ')]),
    ['code of an event', Object.keys(eventStatuses).join(', ')],
    ['vocabulary of an event', vocabularyNames.join(', ')],
  ],
}

const documentBody: BodyReference = {
  command: curlCommand('POST', '/ingest/documents', 'application/x-ndjson', 'documents.ndjson'),
  rules: [...documentRules, ...partialMessageRules],
  tables: [fieldTable(fieldRows(IngestDocument, ingestFieldDescriptions, exampleDocuments)), statusTable, derivedTable],
  examples: documentExamples,
  schema: describeSchema(IngestDocument, ingestFieldDescriptions, exampleDocuments),
}

const elementTable = (caption: string, rows: readonly UblElement[], third = 'In'): Table => ({
  caption,
  head: ['Element', 'Field', third, 'Example', 'Rule'],
  rows: rows.map(({ element, field, documents: kinds, value, note = '' }) => [element, field, kinds, value, note]),
})

const ublRules = [
  'One XML document of UBL 2.x, or a ZIP of up to 2,000 of them: Quotation, Order, OrderResponse, OrderResponseSimple, DespatchAdvice, Invoice, CreditNote. An order response changes the order that it answers; one by Peppol’s rules for order agreements answers none and is an order that both sides have agreed: confirmed, and known by its own number where it names no other.',
  'Whose it is: ?account= says it for all; else the buyer’s identifiers (EndpointID, PartyIdentification, PartyTaxScheme/CompanyID), as the operator has noted them with `account identifier add`. A document of an unknown buyer waits in quarantine.',
  'An invoice in CII, also inside a Factur-X or ZUGFeRD PDF, goes to POST /ingest/cii. Papers inside the XML (EmbeddedDocumentBinaryObject), those of lines and items too, become attachments.',
  'The file itself is kept byte for byte as long as its document is there, until a newer one of the same document comes; of an order the newest of its messages. Customers download it beside the portal’s own UBL, who may not see prices only where it tells no amount. A document that came as JSON has none; a later message in JSON leaves it.',
  'Amounts with more than four places are rounded, with a warning. What is derived is the same as for POST /ingest/documents.',
]

const ciiRules = [
  'One invoice or credit note as CrossIndustryInvoice of UN/CEFACT D16B, in any profile of XRechnung, Factur-X or ZUGFeRD (1.0 too): as XML, inside a PDF (factur-x.xml, zugferd-invoice.xml or xrechnung.xml), or a ZIP of up to 2,000 of either.',
  'It is read as the UBL Invoice or CreditNote of the same meaning by EN 16931, and so are its signs, its allowances and charges, and whose it is: ?account=, else the buyer’s identifiers (ram:ID, ram:GlobalID, ram:URIUniversalCommunication, ram:SpecifiedTaxRegistration, ram:SpecifiedLegalOrganization). A document of an unknown buyer waits in quarantine.',
  'The PDF becomes the document’s paper, which customers open before the portal’s own; the XML is kept byte for byte and offered as the original e-invoice. Files inside the XML (ram:AttachmentBinaryObject) become attachments; other files of the PDF stay in it.',
  'A PDF has at most 20 MB, 50 files and 20 MB of XML when unpacked; one with a password is refused.',
]

const epcisRules = [
  'One EPCIS 2.0 document as JSON-LD. Each event is told to the shipment that it names by despatch advice, package (SSCC) or piece, whichever is known; an event that comes before its shipment waits for it.',
  'An event that came before changes nothing. At most 20,000 events in one document; send more in parts.',
  'bizStep and disposition become a milestone; one that is none is shown by its word and moves nothing.',
]

const epcisExamples = [JSON.parse(epcisExample) as unknown]

/** The references of bodies that need more than a schema, by endpoint name. */
export const bodyReferences: Readonly<Record<string, BodyReference>> = {
  ingestDocuments: documentBody,
  changeDocuments: {
    command: curlCommand('PATCH', '/ingest/documents', 'application/x-ndjson', 'parts.ndjson'),
    rules: ['Lines as for POST /ingest/documents, each a part of its document.', ...partialMessageRules],
    tables: [],
    examples: partialExamples,
    schema: documentBody.schema,
  },
  ingestUbl: {
    command: curlCommand('POST', '/ingest/ubl?account=C-1001', 'application/xml', 'invoice.xml'),
    rules: ublRules,
    tables: [elementTable('Elements of the document', ublHeader), elementTable('Elements of a line', ublLine)],
    examples: [{ title: 'An invoice', text: ublExample }],
    schema: {
      type: 'string',
      contentMediaType: 'application/xml',
      description: `UBL 2.x. ${[...ublHeader, ...ublLine].map(({ element, field, documents: kinds }) => `${element} → ${field} (${kinds})`).join('; ')}`,
      examples: [ublExample],
    },
  },
  ingestCii: {
    command: curlCommand('POST', '/ingest/cii?account=C-1001', 'application/pdf', 'invoice.pdf'),
    rules: ciiRules,
    tables: [
      elementTable('Elements of the document', ciiHeader, 'Term'),
      elementTable('Elements of a line', ciiLine, 'Term'),
    ],
    examples: [{ title: 'An invoice', text: ciiExample }],
    schema: {
      type: 'string',
      contentMediaType: 'application/xml',
      description: `UN/CEFACT CII. ${[...ciiHeader, ...ciiLine].map(({ element, field, documents: term }) => `${element} (${term}) → ${field}`).join('; ')}`,
      examples: [ciiExample],
    },
  },
  ingestFiles: {
    command: curlCommand('POST', '/ingest/files?profile=orders', 'application/octet-stream', 'orders.csv'),
    rules: [
      'One file as the program writes it: CSV, text with fixed widths, XLSX, XML or JSON, up to 512 MB. The profile says how it is read and which column is which field; make one with npm run portal -- profile guess FILE and profile save.',
      'A profile that reads several files takes a ZIP of them. ?name= says what the file is called, by which the report names it.',
      'Each document goes the way of a line of POST /ingest/documents. In errors and warnings, line is the row of the file, and place names file, sheet, row, column and value.',
      'The same file twice changes nothing. ?dryRun=true says the same and writes nothing.',
    ],
    tables: [],
    examples: [],
    schema: { type: 'string', format: 'binary' },
  },
  captureEpcis: {
    command: curlCommand('POST', '/epcis/capture', 'application/ld+json', 'events.jsonld'),
    rules: epcisRules,
    tables: [fieldTable(fieldRows(EpcisDocument, {}, epcisExamples))],
    examples: [{ title: 'A package arrives', text: epcisExample }],
    schema: describeSchema(EpcisDocument, {}, epcisExamples),
  },
  ingestAttachment: {
    command: curlCommand(
      'POST',
      '/ingest/attachments/invoices/INV-9001?account=C-1001&name=INV-9001.pdf&mimeType=application/pdf',
      'application/octet-stream',
      'INV-9001.pdf',
    ),
    rules: ['The bytes of the file, at most 64 MB. The document must be there; a paper of the same name is replaced.'],
    tables: [],
    examples: [],
    schema: { type: 'string', format: 'binary' },
  },
  ...requestBodyReferences,
}
