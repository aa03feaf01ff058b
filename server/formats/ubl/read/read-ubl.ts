import type { IngestLine } from '#contract/ingest/documents.ts'
import { withCreditSigns } from '#server/formats/credit-signs.ts'
import type { TradeMessage, TradeReadResult } from '#server/formats/message.ts'
import { type AnsweredLines, readAnsweredLines } from './answers.ts'
import { readAttachments } from './attachments.ts'
import { readCharges } from './charges.ts'
import { handlingUnitNumber } from './despatch.ts'
import { headerMappings, type UblKind, ublKinds } from './documents.ts'
import { currency, distinct, elementsAt, type FieldReader, type Reading, text, textOf } from './fields.ts'
import { lineMappings, readLines } from './lines.ts'
import { readBuyer, readSupplier } from './parties.ts'
import { readTaxes, readTotals, withPayable } from './totals.ts'
import { readVerdict } from './verdict.ts'
import { parseXml, UblRefused, type XmlElement, type XmlRoot, xpathOf } from './xml.ts'

/** Reads one UBL document. Returns the message, or all problems with their XPaths; never throws for invalid content. */
export async function readUbl(content: Uint8Array): Promise<TradeReadResult> {
  const foreign = foreignFormatMessage(content)
  if (foreign !== undefined) return { problems: [{ path: '/', message: foreign }] }
  try {
    const root = await parseXml(content)
    return readDocument(root.element, kindOf(root))
  } catch (error) {
    if (error instanceof UblRefused) return { problems: [{ path: error.path, message: error.message }] }
    throw error
  }
}

/** The message for a PDF or JSON file, with where to send it; undefined for other content. */
function foreignFormatMessage(content: Uint8Array): string | undefined {
  const head = String.fromCharCode(...content.subarray(0, 5))
  if (head === '%PDF-')
    return 'This is a PDF; UBL is taken as XML. A Factur-X or ZUGFeRD file, with its XML inside, goes to POST /api/ingest/cii, another PDF beside its document: POST /api/ingest/attachments/{type}/{number}.'
  if (/^\s*[{[]/.test(head)) return 'This is JSON; UBL is taken as XML. JSON goes to POST /api/ingest/documents.'
  return undefined
}

const supportedKinds = 'Quotation, Order, OrderResponse, OrderResponseSimple, DespatchAdvice, Invoice, CreditNote'

function kindOf({ element, namespace, kind, version }: XmlRoot): UblKind {
  const path = `/${element.name}`
  if (kind === null) {
    const where = /^CrossIndustry/.test(element.name)
      ? 'An invoice in CII goes to POST /api/ingest/cii.'
      : `Taken are: ${supportedKinds}.`
    throw new UblRefused(
      `"${element.name.slice(0, 80)}" of the namespace "${namespace.slice(0, 200)}" is not a UBL document. ${where}`,
      path,
    )
  }
  if (version !== '2') throw new UblRefused(`This is ${kind} of UBL ${version}; only UBL 2 is taken.`, path)
  if (!isSupported(kind))
    throw new UblRefused(`UBL documents of the kind ${kind} are not taken. Taken are: ${supportedKinds}.`, path)
  return kind
}

function isSupported(kind: string): kind is UblKind {
  return (ublKinds as readonly string[]).includes(kind)
}

/** Reads a tree of UBL's elements, of a file or translated from another format. */
export function readDocument(root: XmlElement, kind: UblKind): TradeReadResult {
  const reading: Reading = { errors: [], warnings: [], currency: undefined }
  const { type, fields, totals: totalsPath } = headerMappings[kind]
  reading.currency = currencyOf(root, totalsPath, reading)
  const header = fields(root, reading) ?? {}
  const { number } = header
  if (number === undefined) reading.errors.push({ path: `/${root.name}`, message: missingNumberMessage(kind) })
  const mapping = lineMappings[kind]
  const parsedLines = mapping ? readLines(root, mapping, header.references, reading) : []
  const answers = kind === 'OrderResponse' ? readAnsweredLines(root, parsedLines, reading) : undefined
  const items = answers?.lines ?? parsedLines
  const lines = [...items, ...(kind === 'DespatchAdvice' ? [] : readCharges(root, items, reading))]
  const documentFields = {
    ...header,
    status: type === 'quotes' ? 'open' : undefined,
    currency: reading.currency,
    modifiedAt: issuedAt(root, header.issueDate, reading),
    totals: totalsPath === null ? undefined : readTotals(root, totalsPath, type, reading),
    taxes: totalsPath === null ? undefined : readTaxes(root, reading),
    lines: lines.length > 0 ? withPackages(root, lines) : undefined,
    attachments: readAttachments(root, reading),
  }
  if (reading.errors.length === 0 && reading.currency === undefined && hasAmounts(documentFields)) {
    reading.errors.push({ path: `/${root.name}`, message: 'The document has amounts but names no currency.' })
  }
  if (reading.errors.length > 0 || number === undefined) return { problems: reading.errors }

  const definedFields = Object.fromEntries(Object.entries(documentFields).filter(([, value]) => value !== undefined))
  const document = { ...definedFields, type, number } as TradeMessage['document']
  const message: TradeMessage = {
    kind,
    document: withCreditSigns(type === 'invoices' ? withPayable(document) : document),
    buyer: readBuyer(root),
    supplier: readSupplier(root),
    buyersReferences: type === 'orders' ? [] : buyersReferences(root, mapping?.path),
    ...(type === 'orders' && document.customerReference ? { buyersNumber: document.customerReference } : {}),
    ...(kind.startsWith('OrderResponse') ? { response: responseOf(root, answers, reading) } : {}),
  }
  const linePaths = mapping ? elementsAt(root, mapping.path).map(xpathOf) : []
  return { message, warnings: reading.warnings, linePaths }
}

function missingNumberMessage(kind: UblKind): string {
  return kind.startsWith('OrderResponse')
    ? 'The order that is answered is not named: cac:OrderReference/cbc:ID is missing.'
    : 'The number of the document, cbc:ID, is missing.'
}

type MonetaryFields = { totals: unknown; taxes: unknown; lines: readonly IngestLine[] | undefined }

function hasAmounts({ totals, taxes, lines = [] }: MonetaryFields): boolean {
  if (totals !== undefined || taxes !== undefined) return true
  return lines.some(({ amount, unitPrice }) => amount !== undefined || unitPrice !== undefined)
}

function responseOf(
  root: XmlElement,
  answers: AnsweredLines | undefined,
  reading: Reading,
): NonNullable<TradeMessage['response']> {
  const status = readVerdict(root, reading)
  const { changed = [], added = [] } = answers ?? {}
  const verdict = { ...(status ? { status } : {}), changed, ...(added.length > 0 ? { added } : {}) }
  return { number: text(200, 'cbc:ID')(root, reading) ?? '', verdict }
}

function buyersReferences(root: XmlElement, linePath: string | undefined): string[] {
  const paths = ['cac:OrderReference', ...(linePath ? [`${linePath}/cac:OrderLineReference/cac:OrderReference`] : [])]
  const withoutSalesOrder = paths
    .flatMap((path) => elementsAt(root, path))
    .filter((reference) => elementsAt(reference, 'cbc:SalesOrderID').length === 0)
  const numbers = withoutSalesOrder.flatMap((reference) => elementsAt(reference, 'cbc:ID').map(textOf))
  return distinct(numbers.filter((number) => !/^n\/?a$/i.test(number))) ?? []
}

/** The document's own currency code, otherwise the currency of its totals. */
function currencyOf(root: XmlElement, totalsPath: string | null, reading: Reading): string | undefined {
  const documentCurrency = currency('cbc:DocumentCurrencyCode', 'cbc:PricingCurrencyCode')(root, reading)
  if (documentCurrency !== undefined || reading.errors.length > 0 || totalsPath === null) return documentCurrency
  const amounts = elementsAt(root, totalsPath).flatMap(({ children }) => children)
  const currencyOfAmount: FieldReader<string> = (node, innerReading) => {
    const code = node.attributes.currencyID
    return code === undefined
      ? undefined
      : currency('cbc:ID')({ ...node, children: [{ ...node, name: 'cbc:ID', text: code, parent: node }] }, innerReading)
  }
  return amounts.map((element) => currencyOfAmount(element, reading)).find((code) => code !== undefined)
}

/** When the message was issued, to find the newest message; the start of the day if it has no time. */
function issuedAt(root: XmlElement, issueDate: string | undefined, reading: Reading): string | undefined {
  if (issueDate === undefined) return undefined
  const issueTime = text(40, 'cbc:IssueTime')(root, reading) ?? ''
  const [, time = '00:00:00', zone = 'Z'] =
    /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/.exec(issueTime) ?? []
  return `${issueDate}T${time}${zone}`
}

/** The lines of a despatch advice, with the package if the line or the package's list of lines names it. */
function withPackages(root: XmlElement, lines: IngestLine[]): IngestLine[] {
  const packageOf = new Map<string, string>()
  for (const unit of elementsAt(root, 'cac:Shipment/cac:TransportHandlingUnit')) {
    const sscc = elementsAt(unit, 'cbc:ID').map(textOf)[0]
    const packedLinePaths = [
      'cac:HandlingUnitDespatchLine/cbc:ID',
      'cac:ActualPackage/cac:ContainedPackage/cac:DespatchLine/cbc:ID',
      'cac:ActualPackage/cac:DespatchLine/cbc:ID',
    ]
    for (const path of packedLinePaths)
      for (const line of elementsAt(unit, path)) if (sscc) packageOf.set(textOf(line), sscc)
  }
  return lines.map((line) => {
    const sscc = line.package ?? packageOf.get(line.line)
    return sscc === undefined ? line : { ...line, package: handlingUnitNumber(sscc) }
  })
}
