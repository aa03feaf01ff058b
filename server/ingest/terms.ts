import type { IngestDocument, IngestLine } from '../../contract/ingest.ts'
import type { IngestParty } from '../../contract/ingest-values.ts'
import { amountTerm, bareCode, codeTerms, wordTerms } from '../../contract/search.ts'

/** What a document is found by, without the account's prefix. */
export type SearchTerms = {
  /** Each term with what it was said as: a sum of `said`. */
  terms: ReadonlyMap<string, number>
  /** References without punctuation, separated by spaces. */
  codes: string
  /** Words that are worth another spelling. */
  words: string[]
}

/** What a term was said as: the customer's own reference, an article, a serial or lot, anything else. */
const said = { reference: 1, article: 2, unit: 4, other: 8 } as const

/** A document of thousands of lines stays findable by its numbers; its row in the index stays small. */
const mostTerms = 5000
const mostCodes = 2000
const mostRemembered = 20_000

/** Numbers, names and places repeat from document to document: their terms are worked out once. */
function remembered<T>(made: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= mostRemembered) known.clear()
    const one = made(text)
    if (text.length <= 200) known.set(text, one)
    return one
  }
}
const codesOf = remembered(codeTerms)
const wordsOf = remembered(wordTerms)
const bare = remembered(bareCode)

/** What a document is found by: references first, so that they are never cut off. */
export function searchTerms(document: IngestDocument): SearchTerms {
  const terms = new Map<string, number>()
  const codes = new Set<string>()
  const add = (term: string, as: number) => {
    if (terms.size < mostTerms) terms.set(term, (terms.get(term) ?? 0) | as)
  }
  const code = (text: string | undefined, as: number = said.other) => {
    if (text === undefined) return
    for (const term of codesOf(text)) add(term, as)
    if (codes.size < mostCodes) codes.add(bare(text))
  }
  const word = (text: string | undefined, as: number = said.other) => {
    if (text !== undefined) for (const term of wordsOf(text)) add(term, as)
  }
  const { shipment, totals } = document
  const lines = document.lines ?? []
  code(document.number)
  code(document.customerReference, said.reference)
  code(document.details?.enquiryNumber ?? undefined)
  for (const number of shipmentCodes(shipment)) code(number)
  for (const line of lines) {
    code(line.sku, said.article)
    code(line.customerSku, said.article)
    if (line.gtin !== undefined) for (const term of codesOf(line.gtin)) add(term, said.article)
  }
  word(document.customerReference, said.reference)
  for (const amount of [totals?.gross, totals?.net, totals?.open])
    if (amount !== undefined) add(amountTerm(amount), said.other)
  word(document.project)
  word(shipment?.carrier)
  for (const party of [document.billTo, document.shipTo, document.shipFrom]) partyWords(party, word)
  for (const line of lines) word(line.name)
  for (const unit of lines.flatMap(unitCodes)) code(unit, said.unit)
  word(document.note)
  for (const line of lines) {
    word(line.note)
    if (line.kind === 'text') word(line.description)
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

function partyWords(party: IngestParty | undefined, word: (text: string | undefined) => void): void {
  word(party?.name)
  word(party?.contact)
  for (const line of party?.lines ?? []) word(line)
  word(party?.postalCode)
  word(party?.city)
}
