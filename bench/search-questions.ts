import type { IngestDocument } from '../contract/ingest.ts'
import { alphanumericCode, fold } from '../contract/search.ts'
import { type Random, randomFrom } from '../database/seed/random.ts'
import { editDistance } from '../server/search/distance.ts'

/** What somebody types, and the numbers of the documents of which one should come first. */
export type Question = {
  account: string
  of: 'reference' | 'word'
  kind: string
  typed: string
  right: ReadonlySet<string>
}

type Known = { number: string; codes: string[]; words: Set<string> }

const perAccount = 40

/** Questions about some documents of an account. What is right is found by reading all of them, without the search. */
export function derivedQuestions(account: string, documents: readonly IngestDocument[]): Question[] {
  const random = randomFrom(documents.length)
  const known = documents.map(knownOf)
  const questions: Question[] = []
  for (let turn = 0; turn < perAccount; turn++) {
    const document = random.pick(documents)
    for (const [kind, typed, fits] of [...aboutReferences(document, random), ...aboutWords(document, random)]) {
      const right = new Set(known.filter(fits).map(({ number }) => number))
      const of = kind.startsWith('word') ? 'word' : 'reference'
      if (typed !== '' && right.size > 0)
        questions.push({ account, of, kind: kind.replace(/^word /, ''), typed, right })
    }
  }
  return questions
}

type Draft = [kind: string, typed: string, fits: (known: Known) => boolean]

type Sort = 'number' | 'customer’s reference' | 'article' | 'GTIN' | 'serial' | 'lot' | 'SSCC' | 'tracking number'

function aboutReferences(document: IngestDocument, random: Random): Draft[] {
  const bySort = Map.groupBy(
    codesOf(document).filter(({ code }) => alphanumericCode(code).length >= 5 && /\d/.test(code)),
    ({ sort }) => sort,
  )
  // One of each sort, so that a shipment of many serials is not asked for by those alone.
  return [...bySort].flatMap(([sort, codes]) => aboutReference(sort, random.pick(codes).code, random))
}

function aboutReference(sort: Sort, code: string, random: Random): Draft[] {
  const bare = alphanumericCode(code)
  const holds = ({ codes }: Known) => codes.includes(bare)
  const begins = bare.slice(0, Math.ceil(bare.length * 0.7))
  const from = random.between(1, Math.max(1, bare.length - 6))
  const part = bare.slice(from, from + Math.max(5, Math.ceil(bare.length / 2)))
  const at = bare.search(/(\d)(?!\1)\d(?=\d?$)/)
  const swapped = at < 0 ? '' : `${bare.slice(0, at)}${bare[at + 1]}${bare[at]}${bare.slice(at + 2)}`
  const within =
    (typed: string) =>
    ({ codes }: Known) =>
      codes.some((one) => one.includes(typed))
  const drafts: Draft[] = [
    [`${sort} exact`, code, holds],
    [`${sort} punctuation`, bare, holds],
    [`${sort} punctuation`, bare.replace(/(.{4})(?=.)/g, '$1 '), holds],
    [`${sort} partial`, begins, within(begins)],
  ]
  // Of a GTIN the middle says nothing: it is the maker’s part, the same for all of an article’s neighbours.
  if (sort !== 'GTIN' && /\d/.test(part)) drafts.push([`${sort} partial`, part, within(part)])
  if (sort === 'serial') drafts.push([`${sort} prefix`, `sn:${part}`, within(part)])
  // Of running numbers several lie one slip from what was typed: nobody can tell which was meant. Nor whether the order, its
  // shipment or its invoice, where they bear the same number behind other letters.
  const near = ({ codes }: Known) =>
    codes.some(
      (one) =>
        one.includes(swapped) ||
        editDistance(one, swapped, 1) <= 1 ||
        editDistance(one.replace(/^\p{L}+/u, ''), swapped, 1) <= 1,
    )
  drafts.push([`${sort} typo`, swapped, near])
  return drafts
}

function aboutWords(document: IngestDocument, random: Random): Draft[] {
  const words = [...wordsOf(document)].filter((word) => /^\p{L}{5,}$/u.test(word))
  if (words.length === 0) return []
  const [one, other] = [random.pick(words), random.pick(words)]
  const holds = ({ words }: Known) => words.has(one)
  const at = random.between(1, one.length - 2)
  const lacking = `${one.slice(0, at)}${one.slice(at + 1)}`
  const swapped = `${one.slice(0, at)}${one[at + 1]}${one[at]}${one.slice(at + 2)}`
  const starts =
    (typed: string) =>
    ({ words }: Known) =>
      [...words].some((word) => word.startsWith(typed))
  return [
    ['word exact', one, starts(one)],
    ['word partial', one.slice(0, 4), starts(one.slice(0, 4))],
    ['word typo', lacking, (known) => holds(known) || starts(lacking)(known)],
    ['word typo', swapped, (known) => holds(known) || starts(swapped)(known)],
    ['word two words', `${one} ${other}`, (known) => starts(one)(known) && starts(other)(known)],
  ]
}

function knownOf(document: IngestDocument): Known {
  const codes = codesOf(document).map(({ code }) => alphanumericCode(code))
  return { number: document.number, codes, words: wordsOf(document) }
}

function codesOf({ number, customerReference, shipment, lines = [] }: IngestDocument): { sort: Sort; code: string }[] {
  const packages = shipment?.packages ?? []
  const of = (sort: Sort, codes: readonly (string | undefined)[]) =>
    codes.flatMap((code) => (code === undefined ? [] : [{ sort, code }]))
  return [
    ...of('number', [number]),
    ...of('customer’s reference', [customerReference]),
    ...of('tracking number', shipment?.trackingNumbers ?? []),
    ...of(
      'tracking number',
      packages.map(({ trackingNumber }) => trackingNumber),
    ),
    ...of(
      'SSCC',
      packages.map(({ sscc }) => sscc),
    ),
    ...of(
      'article',
      lines.flatMap(({ sku, customerSku }) => [sku, customerSku]),
    ),
    ...of(
      'GTIN',
      lines.map(({ gtin }) => gtin),
    ),
    ...of(
      'serial',
      lines.flatMap(({ serials = [] }) => serials),
    ),
    ...of(
      'lot',
      lines.flatMap(({ lots = [] }) => lots.map(({ lot }) => lot)),
    ),
  ]
}

function wordsOf({
  lines = [],
  shipTo,
  billTo,
  note,
  customerReference,
  shipment,
  project,
}: IngestDocument): Set<string> {
  const texts = [
    ...lines.flatMap(({ name, note: said, kind, description }) => [
      name,
      said,
      kind === 'text' ? description : undefined,
    ]),
    ...[shipTo, billTo].flatMap((party) => [party?.name, party?.city, party?.contact, ...(party?.lines ?? [])]),
    note,
    customerReference,
    shipment?.carrier,
    project,
  ]
  return new Set(texts.flatMap((text) => fold(text ?? '').split(/[^\p{L}\p{N}]+/u)))
}
