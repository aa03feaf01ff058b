import type { Problem, TradeReadResult } from '#server/formats/message.ts'
import { readDocument } from '#server/formats/ubl/read/read-ubl.ts'
import { parseXml, UblRefused, type XmlElement } from '#server/formats/ubl/read/xml.ts'
import { documentRules } from './terms/header.ts'
import { partyRules } from './terms/parties.ts'
import { find, newElement, translate } from './translate.ts'
import { ciiPrefixes, formerNames } from './vocabulary.ts'

/** Codes of UN/CEFACT 1001 by which an invoice credits, as EN 16931 lists them. */
const creditNoteCodes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532'])

/**
 * Reads one invoice or credit note of UN/CEFACT CII, of any profile of Factur-X, ZUGFeRD or XRechnung: it is translated
 * into the UBL document of the same meaning and read as that. Returns the message, or all problems with their XPaths;
 * never throws for invalid content.
 */
export async function readCii(content: Uint8Array): Promise<TradeReadResult> {
  try {
    const { element: root, namespace } = await parseXml(content, ciiPrefixes)
    const problem = foreignDocument(root, namespace)
    if (problem) return { problems: [problem] }
    if (root.name === 'CrossIndustryDocument') renameFormer(root)
    const { ubl, kind } = toUbl(root)
    if (find(ubl, 'cbc:ID').length === 0)
      return { problems: [{ path: `/${root.name}`, message: 'The number of the document, ram:ID, is missing.' }] }
    return readDocument(ubl, kind)
  } catch (error) {
    if (error instanceof UblRefused) return { problems: [{ path: error.path, message: error.message }] }
    throw error
  }
}

function foreignDocument({ name }: XmlElement, namespace: string): Problem | undefined {
  if (ciiPrefixes[namespace] === 'rsm' && /^CrossIndustry(Invoice|Document)$/.test(name)) return undefined
  const isUbl = namespace.startsWith('urn:oasis:names:specification:ubl:')
  const where = isUbl
    ? 'UBL goes to POST /api/ingest/ubl.'
    : 'Taken are CrossIndustryInvoice of UN/CEFACT D16B, as XRechnung and Factur-X write it, and ZUGFeRD 1.0.'
  return {
    path: `/${name}`,
    message: `"${name.slice(0, 80)}" of the namespace "${namespace.slice(0, 200)}" is no CII invoice. ${where}`,
  }
}

/** Gives the elements of ZUGFeRD 1.0 the names that they have in CII. */
function renameFormer(root: XmlElement): void {
  for (const child of root.children) {
    // The names below are looked up by the former name of their parent, so children come first.
    renameFormer(child)
    const name = formerNames[`${root.name}/${child.name}`] ?? formerNames[child.name]
    if (name) Object.assign(child, { name })
  }
}

/** The tree of the UBL document that says the same. */
function toUbl(cii: XmlElement): { ubl: XmlElement; kind: 'Invoice' | 'CreditNote' } {
  const [code] = find(cii, 'rsm:ExchangedDocument/ram:TypeCode')
  const kind = creditNoteCodes.has(code?.text.trim() ?? '') ? 'CreditNote' : 'Invoice'
  const ubl = newElement(kind, null, cii)
  translate(documentRules(kind), 'ubl', cii, ubl)
  numberLines(ubl, kind)
  const settlement = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'
  for (const invoicee of find(cii, `${settlement}/ram:InvoiceeTradeParty`).slice(0, 1)) billInvoicee(ubl, invoicee)
  for (const reference of find(cii, `${settlement}/ram:PaymentReference`).slice(0, 1)) setReference(ubl, reference)
  for (const mandate of find(cii, `${settlement}/ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID`).slice(0, 1))
    setMandate(ubl, mandate)
  return { ubl, kind }
}

/** Where somebody else than the buyer is billed, that is UBL's accounting customer, and the buyer the one who bought. */
function billInvoicee(ubl: XmlElement, invoicee: XmlElement): void {
  for (const buyer of find(ubl, 'cac:AccountingCustomerParty')) Object.assign(buyer, { name: 'cac:BuyerCustomerParty' })
  const customer = newElement('cac:AccountingCustomerParty', ubl, invoicee)
  translate(partyRules, 'ubl', invoicee, newElement('cac:Party', customer, invoicee))
}

/** CII states the reference of a payment once; in UBL each way to pay has it. */
function setReference(ubl: XmlElement, reference: XmlElement): void {
  const means = find(ubl, 'cac:PaymentMeans')
  for (const way of means.length > 0 ? means : [newElement('cac:PaymentMeans', ubl, reference)])
    newElement('cbc:PaymentID', way, reference).text = reference.text
}

/** CII states the mandate of a direct debit with the terms; in UBL the way to pay has it that names the debited account. */
function setMandate(ubl: XmlElement, mandate: XmlElement): void {
  const means = find(ubl, 'cac:PaymentMeans')
  const way =
    means.find((one) => find(one, 'cac:PaymentMandate').length > 0) ??
    means[0] ??
    newElement('cac:PaymentMeans', ubl, mandate)
  const group = find(way, 'cac:PaymentMandate')[0] ?? newElement('cac:PaymentMandate', way, mandate)
  newElement('cbc:ID', group, mandate).text = mandate.text
}

/** A line without a number and an item is a remark between others, as ZUGFeRD 1.0 has them. */
function numberLines(ubl: XmlElement, kind: string): void {
  const lines = find(ubl, `cac:${kind}Line`)
  const taken = new Set(lines.flatMap((line) => find(line, 'cbc:ID').map(({ text }) => text.trim())))
  for (const [index, line] of lines.entries()) {
    if (line.children.some(({ name }) => name !== 'cbc:Note')) continue
    let number = `T${index + 1}`
    while (taken.has(number)) number = `${number}'`
    newElement('cbc:ID', line).text = number
    const item = newElement('cac:Item', line)
    for (const note of find(line, 'cbc:Note')) newElement('cbc:Description', item, note).text = note.text
    line.children.splice(0, line.children.length, ...line.children.filter(({ name }) => name !== 'cbc:Note'))
    const property = newElement('cac:AdditionalItemProperty', item)
    newElement('cbc:Name', property).text = 'LineKind'
    newElement('cbc:Value', property).text = 'text'
  }
}
