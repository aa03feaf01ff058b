import type { Verdict } from '#server/formats/message.ts'
import { elementsAt, type Reading, text, textOf } from './fields.ts'
import { type XmlElement, xpathOf } from './xml.ts'

/**
 * The status for each response code: UN/EDIFACT 4343 (Peppol), its predecessor 1225 (BII, OIOUBL) and plain words. An
 * acceptance with amendments confirms the order; its lines hold the amendments.
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

/** Specifications of an order agreement (Peppol's T110 and BII's before it): a response that answers no order. */
const agreementPattern = /order_agreement|biitrns110|bii42/i

/** Whether a response is an order agreement, which needs no Order before it. */
export function isAgreement(root: XmlElement): boolean {
  return ['cbc:CustomizationID', 'cbc:ProfileID'].some((path) =>
    elementsAt(root, path).some((element) => agreementPattern.test(textOf(element))),
  )
}

/** The order's status by a response; undefined for an unknown code, which causes a warning. */
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
