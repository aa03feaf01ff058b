import { elementsAt, type Reading, words, wordsOf } from './ubl-fields.ts'
import { type XmlElement, xpathOf } from './ubl-xml.ts'

/** What a response decides: of the order, and of each line that it names. */
export type Verdict = {
  status?: 'received' | 'confirmed' | 'rejected'
  /** Lines that the supplier added, or whose quantity, price and amount it changed. */
  changed: string[]
}

/**
 * The response codes in use: UN/EDIFACT 4343 (Peppol), its 1225 predecessors (BII, OIOUBL) and plain words. An acceptance
 * with amendments confirms the order; what is amended stands in its lines.
 */
const statuses: Readonly<Record<string, NonNullable<Verdict['status']>>> = {
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

/** UN/EDIFACT 1229 and UBL's own list of line statuses, as far as they change or end a line. */
const changes = new Set(['1', '3', 'ADDED', 'CHANGED', 'REVISED'])
const refusals = new Set(['7', '2', 'CANCELLED', 'REJECTED', 'DISPUTED'])

/** Reads what a response decides. A code that nobody knows decides nothing, and is reported. */
export function readVerdict(root: XmlElement, reading: Reading): Verdict {
  const status = statusOf(root, reading)
  const changed: string[] = []
  for (const item of elementsAt(root, 'cac:OrderLine/cac:LineItem')) {
    const line = elementsAt(item, 'cbc:ID').map(wordsOf)[0] ?? ''
    const [element] = elementsAt(item, 'cbc:LineStatusCode')
    const code = element ? wordsOf(element).toUpperCase() : ''
    if (changes.has(code)) changed.push(line)
    if (element && refusals.has(code)) {
      const message = `Line ${line} was not accepted (${code}). The order shows the line as it was ordered.`
      reading.warnings.push({ path: xpathOf(element), message })
    }
  }
  return { ...(status ? { status } : {}), changed }
}

function statusOf(root: XmlElement, reading: Reading): Verdict['status'] {
  const accepted = words(10, 'cbc:AcceptedIndicator')(root, reading)
  if (accepted !== undefined) return /^(true|1)$/i.test(accepted) ? 'confirmed' : 'rejected'
  const [element] = elementsAt(root, 'cbc:OrderResponseCode')
  if (!element) return undefined
  const code = wordsOf(element).toUpperCase()
  const status = statuses[code]
  if (status) return status
  reading.warnings.push({
    path: xpathOf(element),
    message: `The response code "${code.slice(0, 40)}" is not known: the order's status stays as it is.`,
  })
  return undefined
}
