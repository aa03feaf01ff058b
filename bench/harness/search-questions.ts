import type { IngestDocument } from '#contract/ingest/documents.ts'
import { alphanumericCode, fold } from '#contract/search/search.ts'
import { type Random, randomFrom } from '#database/seed/random.ts'
import { editDistance } from '#server/search/edit-distance.ts'

/** A search text, and the numbers of the documents any of which should come first. */
export type Question = {
  account: string
  of: 'reference' | 'word'
  kind: string
  typed: string
  right: ReadonlySet<string>
}

type DocumentKey = { number: string; codes: string[]; words: Set<string> }

const perAccount = 40

/**
 * Questions about some documents of an account. The right answers come from reading all documents, without the search.
 */
export function derivedQuestions(account: string, documents: readonly IngestDocument[]): Question[] {
  const random = randomFrom(documents.length)
  const documentKeys = documents.map(keysOf)
  const questions: Question[] = []
  for (let turn = 0; turn < perAccount; turn++) {
    const document = random.pick(documents)
    for (const [kind, typed, matches] of [
      ...questionsAboutReferences(document, random),
      ...questionsAboutWords(document, random),
    ]) {
      const right = new Set(documentKeys.filter(matches).map(({ number }) => number))
      const of = kind.startsWith('word') ? 'word' : 'reference'
      if (typed !== '' && right.size > 0)
        questions.push({ account, of, kind: kind.replace(/^word /, ''), typed, right })
    }
  }
  return questions
}

type Draft = [kind: string, typed: string, fits: (known: DocumentKey) => boolean]

type CodeSort = 'number' | 'customer’s reference' | 'article' | 'GTIN' | 'serial' | 'lot' | 'SSCC' | 'tracking number'

function questionsAboutReferences(document: IngestDocument, random: Random): Draft[] {
  const bySort = Map.groupBy(
    codesOf(document).filter(({ code }) => alphanumericCode(code).length >= 5 && /\d/.test(code)),
    ({ sort }) => sort,
  )
  // One reference of each sort, so that the many serials of a shipment are not the only questions.
  return [...bySort].flatMap(([sort, codes]) => questionsAboutReference(sort, random.pick(codes).code, random))
}

function questionsAboutReference(sort: CodeSort, code: string, random: Random): Draft[] {
  const compactCode = alphanumericCode(code)
  const hasCode = ({ codes }: DocumentKey) => codes.includes(compactCode)
  const prefix = compactCode.slice(0, Math.ceil(compactCode.length * 0.7))
  const from = random.between(1, Math.max(1, compactCode.length - 6))
  const part = compactCode.slice(from, from + Math.max(5, Math.ceil(compactCode.length / 2)))
  const at = compactCode.search(/(\d)(?!\1)\d(?=\d?$)/)
  const swapped =
    at < 0 ? '' : `${compactCode.slice(0, at)}${compactCode[at + 1]}${compactCode[at]}${compactCode.slice(at + 2)}`
  const contains =
    (typed: string) =>
    ({ codes }: DocumentKey) =>
      codes.some((candidate) => candidate.includes(typed))
  const drafts: Draft[] = [
    [`${sort} exact`, code, hasCode],
    [`${sort} punctuation`, compactCode, hasCode],
    [`${sort} punctuation`, compactCode.replace(/(.{4})(?=.)/g, '$1 '), hasCode],
    [`${sort} partial`, prefix, contains(prefix)],
  ]
  // The middle of a GTIN identifies nothing: it is the maker’s part, the same for neighbouring articles.
  if (sort !== 'GTIN' && /\d/.test(part)) drafts.push([`${sort} partial`, part, contains(part)])
  if (sort === 'serial') drafts.push([`${sort} prefix`, `sn:${part}`, contains(part)])
  // Running numbers have several neighbours one slip away, so the meant one is unknown. The same holds for an order,
  // its shipment and its invoice when they have the same number behind other letters.
  const isNearSwapped = ({ codes }: DocumentKey) =>
    codes.some(
      (candidate) =>
        candidate.includes(swapped) ||
        editDistance(candidate, swapped, 1) <= 1 ||
        editDistance(candidate.replace(/^\p{L}+/u, ''), swapped, 1) <= 1,
    )
  drafts.push([`${sort} typo`, swapped, isNearSwapped])
  return drafts
}

function questionsAboutWords(document: IngestDocument, random: Random): Draft[] {
  const words = [...wordsOf(document)].filter((word) => /^\p{L}{5,}$/u.test(word))
  if (words.length === 0) return []
  const [first, second] = [random.pick(words), random.pick(words)]
  const hasWord = ({ words }: DocumentKey) => words.has(first)
  const at = random.between(1, first.length - 2)
  const withoutLetter = `${first.slice(0, at)}${first.slice(at + 1)}`
  const swapped = `${first.slice(0, at)}${first[at + 1]}${first[at]}${first.slice(at + 2)}`
  const startsWith =
    (typed: string) =>
    ({ words }: DocumentKey) =>
      [...words].some((word) => word.startsWith(typed))
  return [
    ['word exact', first, startsWith(first)],
    ['word partial', first.slice(0, 4), startsWith(first.slice(0, 4))],
    ['word typo', withoutLetter, (known) => hasWord(known) || startsWith(withoutLetter)(known)],
    ['word typo', swapped, (known) => hasWord(known) || startsWith(swapped)(known)],
    ['word two words', `${first} ${second}`, (known) => startsWith(first)(known) && startsWith(second)(known)],
  ]
}

function keysOf(document: IngestDocument): DocumentKey {
  const codes = codesOf(document).map(({ code }) => alphanumericCode(code))
  return { number: document.number, codes, words: wordsOf(document) }
}

function codesOf({
  number,
  customerReference,
  shipment,
  lines = [],
}: IngestDocument): { sort: CodeSort; code: string }[] {
  const packages = shipment?.packages ?? []
  const of = (sort: CodeSort, codes: readonly (string | undefined)[]) =>
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
    ...lines.flatMap(({ name, note: lineNote, kind, description }) => [
      name,
      lineNote,
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
