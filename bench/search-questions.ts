import type { IngestDocument } from '../contract/ingest.ts'
import { bareCode, fold } from '../contract/search.ts'
import { type Random, randomFrom } from '../database/seed/random.ts'
import { slipsBetween } from '../server/search/distance.ts'

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

function aboutReferences(document: IngestDocument, random: Random): Draft[] {
  const drafts: Draft[] = []
  for (const code of codesOf(document)) {
    const bare = bareCode(code)
    if (bare.length < 5 || !/\d/.test(bare)) continue
    const holds = ({ codes }: Known) => codes.includes(bare)
    const from = random.between(1, Math.max(1, bare.length - 6))
    const part = bare.slice(from, from + Math.max(5, Math.ceil(bare.length / 2)))
    const at = bare.search(/(\d)(?!\1)\d(?=\d?$)/)
    const swapped = at < 0 ? '' : `${bare.slice(0, at)}${bare[at + 1]}${bare[at]}${bare.slice(at + 2)}`
    drafts.push(
      ['exact', code, holds],
      ['punctuation', bare, holds],
      ['punctuation', bare.replace(/(.{4})(?=.)/g, '$1 '), holds],
      [
        'partial',
        bare.slice(0, Math.ceil(bare.length * 0.7)),
        ({ codes }) => codes.some((one) => one.includes(bare.slice(0, Math.ceil(bare.length * 0.7)))),
      ],
      ['partial', /\d/.test(part) ? part : '', ({ codes }) => codes.some((one) => one.includes(part))],
      // Of running numbers several lie one slip from what was typed: nobody can tell which was meant.
      [
        'typo',
        swapped,
        ({ codes }) => codes.some((one) => one.includes(swapped) || slipsBetween(one, swapped, 1) <= 1),
      ],
    )
  }
  return drafts.length > 6 ? drafts.slice(0, 6).concat(drafts.slice(-6)) : drafts
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
  return { number: document.number, codes: codesOf(document).map(bareCode), words: wordsOf(document) }
}

function codesOf({ number, customerReference, shipment, lines = [] }: IngestDocument): string[] {
  const packages = shipment?.packages ?? []
  return [
    number,
    customerReference,
    ...(shipment?.trackingNumbers ?? []),
    ...packages.flatMap(({ sscc, trackingNumber }) => [sscc, trackingNumber]),
    ...lines.flatMap(({ sku, customerSku, serials = [], lots = [] }) => [
      sku,
      customerSku,
      ...serials,
      ...lots.map(({ lot }) => lot),
    ]),
  ].filter((code) => code !== undefined)
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
