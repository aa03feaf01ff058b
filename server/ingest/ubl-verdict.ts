import { elementsAt, type Reading, text, textOf } from './ubl-fields.ts'
import { type XmlElement, xpathOf } from './ubl-xml.ts'

/** What a response decides: of the order, and of each line that it names. */
export type Verdict = {
  status?: 'received' | 'confirmed' | 'rejected'
  /** Lines of the order whose quantity, price and amount the supplier changed. */
  changed: string[]
  /** Lines that the supplier added under numbers of its own. */
  added?: string[]
}

/**
 * The response codes in use: UN/EDIFACT 4343 (Peppol), its 1225 predecessors (BII, OIOUBL) and plain words. An acceptance
 * with amendments confirms the order; what is amended stands in its lines.
 */
const responseStatuses: Readonly<Record<string, NonNullable<Verdict['status']>>> = {
  AB: 'received',
  AP: 'confirmed',
  CA: 'confirmed',
  AC: 'confirmed',
  RE: 'rejected',
  '27': 'rejected',
  '29': 'confirmed',
  '30': 'confirmed',
  ACCEPTED: 'confirmed',
  REJECTED: 'rejected',
}

/** Rules by which a response answers no order: it writes down what both sides have agreed (Peppol's T110, BII's before it). */
const agreementPattern = /order_agreement|biitrns110|bii42/i

/** Whether a response is an agreement on an order that nobody has sent. */
export function isAgreement(root: XmlElement): boolean {
  return ['cbc:CustomizationID', 'cbc:ProfileID'].some((path) =>
    elementsAt(root, path).some((element) => agreementPattern.test(textOf(element))),
  )
}

/** Reads what a response decides of the order as a whole. A code that nobody knows decides nothing, and is reported. */
export function readVerdict(root: XmlElement, reading: Reading): Verdict['status'] {
  const acceptedIndicator = text(10, 'cbc:AcceptedIndicator')(root, reading)
  if (acceptedIndicator !== undefined) return /^(true|1)$/i.test(acceptedIndicator) ? 'confirmed' : 'rejected'
  const [element] = elementsAt(root, 'cbc:OrderResponseCode')
  if (!element) return isAgreement(root) ? 'confirmed' : undefined
  const code = textOf(element).toUpperCase()
  const status = responseStatuses[code]
  if (status) return status
  reading.warnings.push({
    path: xpathOf(element),
    message: `The response code "${code.slice(0, 40)}" is not known: the order's status stays as it is.`,
  })
  return undefined
}
