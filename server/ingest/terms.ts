import type { IngestDocument, IngestParty } from '../../contract/ingest.ts'
import { codeTerms, wordTerms } from '../../contract/search.ts'

/** A document of thousands of lines stays findable by its numbers; its row in the index stays small. */
const mostTerms = 5000
const mostRemembered = 20_000

/** Numbers, names and places repeat from document to document: their terms are worked out once. */
function remembered(termsOf: (text: string) => string[]): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (text) => {
    const found = known.get(text)
    if (found) return found
    if (known.size >= mostRemembered) known.clear()
    const terms = termsOf(text)
    if (text.length <= 200) known.set(text, terms)
    return terms
  }
}
const codes = remembered(codeTerms)
const words = remembered(wordTerms)

/** What a document is found by, without the account's prefix: references first, so that they are never cut off. */
export function searchTerms(document: IngestDocument): string[] {
  const terms = new Set<string>()
  const code = (text: string | undefined) => {
    if (text !== undefined && terms.size < mostTerms) for (const term of codes(text)) terms.add(term)
  }
  const word = (text: string | undefined) => {
    if (text !== undefined && terms.size < mostTerms) for (const term of words(text)) terms.add(term)
  }
  code(document.number)
  code(document.customerReference)
  const { shipment } = document
  for (const number of shipment?.trackingNumbers ?? []) code(number)
  code(shipment?.waybill)
  for (const one of shipment?.packages ?? []) {
    code(one.sscc)
    code(one.trackingNumber)
  }
  for (const line of document.lines ?? []) {
    code(line.sku)
    code(line.customerSku)
    code(line.gtin)
  }
  word(document.customerReference)
  word(document.project)
  word(shipment?.carrier)
  for (const party of [document.billTo, document.shipTo, document.shipFrom]) partyWords(party, word)
  for (const line of document.lines ?? []) word(line.name)
  for (const line of document.lines ?? []) {
    for (const serial of line.serials ?? []) code(serial)
    for (const lot of line.lots ?? []) code(lot.lot)
  }
  word(document.note)
  return terms.size > mostTerms ? [...terms].slice(0, mostTerms) : [...terms]
}

function partyWords(party: IngestParty | undefined, word: (text: string | undefined) => void): void {
  word(party?.name)
  word(party?.contact)
  word(party?.city)
}
