import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import type { IngestParty } from '#contract/ingest/values.ts'
import { alphanumericCode, amountTerm, codeTerms, wordTerms } from '#contract/search/search.ts'

/** The terms by which a document is found, without the account's prefix. */
export type SearchTerms = {
  /** Each term with the kinds of values that it comes from: a sum of `termKinds`. */
  terms: ReadonlyMap<string, number>
  /** References without punctuation, separated by spaces. */
  codes: string
  /** Words that a search with another spelling may find. */
  words: string[]
}

/** What a term comes from: the customer's own reference, an article, a serial number or lot, anything else. */
const termKinds = { reference: 1, article: 2, unit: 4, other: 8 } as const

/** Limits: a document of thousands of lines is still found by its numbers, and its index row stays small. */
const maxTerms = 5000
const maxCodes = 2000
const maxCached = 20_000

/** Numbers, names and places repeat from document to document: their terms are computed once. */
function memoise<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    if (cache.size >= maxCached) cache.clear()
    const computed = compute(text)
    if (text.length <= 200) cache.set(text, computed)
    return computed
  }
}
const codesOf = memoise(codeTerms)
const wordsOf = memoise(wordTerms)
const bareCodeOf = memoise(alphanumericCode)

/** The search terms of a document: references first, so that they are never cut off. */
export function searchTerms(document: IngestDocument): SearchTerms {
  const terms = new Map<string, number>()
  const codes = new Set<string>()
  const add = (term: string, kind: number) => {
    if (terms.size < maxTerms) terms.set(term, (terms.get(term) ?? 0) | kind)
  }
  const addCode = (text: string | undefined, kind: number = termKinds.other) => {
    if (text === undefined) return
    for (const term of codesOf(text)) add(term, kind)
    if (codes.size < maxCodes) codes.add(bareCodeOf(text))
  }
  const addWord = (text: string | undefined, kind: number = termKinds.other) => {
    if (text !== undefined) for (const term of wordsOf(text)) add(term, kind)
  }
  const { shipment, totals } = document
  const lines = document.lines ?? []
  addCode(document.number)
  addCode(document.customerReference, termKinds.reference)
  addCode(document.details?.enquiryNumber ?? undefined)
  addCode(document.details?.returnNumber ?? undefined)
  for (const number of shipmentCodes(shipment)) addCode(number)
  for (const line of lines) {
    addCode(line.sku, termKinds.article)
    addCode(line.customerSku, termKinds.article)
    if (line.gtin !== undefined) for (const term of codesOf(line.gtin)) add(term, termKinds.article)
  }
  addWord(document.customerReference, termKinds.reference)
  for (const amount of [totals?.gross, totals?.net, totals?.open])
    if (amount !== undefined) add(amountTerm(amount), termKinds.other)
  addWord(document.project)
  addWord(shipment?.carrier)
  for (const party of [document.billTo, document.shipTo, document.shipFrom]) partyWords(party, addWord)
  for (const line of lines) addWord(line.name)
  for (const unit of lines.flatMap(unitCodes)) addCode(unit, termKinds.unit)
  addWord(document.note)
  for (const line of lines) {
    addWord(line.note)
    if (line.kind === 'text') addWord(line.description)
  }
  codes.delete('')
  return { terms, codes: [...codes].join(' '), words: [...terms.keys()].filter((term) => /^\p{L}{4,30}$/u.test(term)) }
}

function shipmentCodes(shipment: IngestDocument['shipment']): (string | undefined)[] {
  const packages = shipment?.packages ?? []
  return [
    ...(shipment?.trackingNumbers ?? []),
    shipment?.waybill,
    ...packages.flatMap(({ sscc, trackingNumber }) => [sscc, trackingNumber]),
  ]
}

function unitCodes({ serials = [], lots = [] }: IngestLine): (string | undefined)[] {
  return [...serials, ...lots.map(({ lot }) => lot)]
}

function partyWords(party: IngestParty | undefined, addWord: (text: string | undefined) => void): void {
  addWord(party?.name)
  addWord(party?.contact)
  for (const line of party?.lines ?? []) addWord(line)
  addWord(party?.postalCode)
  addWord(party?.city)
}
