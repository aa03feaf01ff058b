import type { StoredLine } from '#contract/documents/stored-details.ts'
import { alphanumericCode, codeTerms, type SearchHit } from '#contract/search/search.ts'
import type { Party } from '#contract/values.ts'
import { type Candidate, matchesOf } from './matches.ts'
import type { HitContent, HitRow } from './queries.ts'
import type { SearchCriteria, TermGroup } from './search-criteria.ts'

/** A document that was found, with its content parsed. */
export type HitDocument = HitRow & HitContent

/** A hit with its content parsed; that takes longer than all other work on a hit. */
export const parseRow = (row: HitRow): HitDocument => ({ ...row, ...(JSON.parse(row.content) as HitContent) })

/** A document as a hit with its matches; amounts match only for viewers who may see prices. */
export function hitOf(row: HitDocument, { groups, fragments }: SearchCriteria, prices: boolean): SearchHit {
  const firstLine = row.lines[0]?.details
  const candidates = candidatesOf(row, prices)
  const fragmentGroups = fragments.map(({ term }): TermGroup => ({ terms: [term] }))
  return {
    type: row.type,
    number: row.number,
    title: row.customerReference ?? firstLine?.name ?? null,
    status: row.status,
    date: row.date,
    keyDate: row.keyDate,
    matched: matchesOf(candidates, [...fragmentGroups, ...groups]),
  }
}

/**
 * How well a document matches a whole reference: 0 it is its number, 1 a part of the number, 2 another of its
 * references, 3 none.
 */
export function rankOf(row: HitDocument, exact: string): number {
  if (alphanumericCode(row.number) === exact) return 0
  if (codeTerms(row.number).includes(exact)) return 1
  const holds = ({ kind, text }: Candidate) =>
    kind === 'code' && mayContain(text, exact) && codeTerms(text).includes(exact)
  return candidatesOf(row, false).some(holds) ? 2 : 3
}

/** A cheap test comes first, because splitting a reference into terms costs more. */
const mayContain = (text: string, exact: string) =>
  text.length >= exact.length && text.toLowerCase().includes(exact.at(-1) ?? '')

/** The texts of a document in the order in which a person would expect to see the match. */
function candidatesOf(row: HitDocument, prices: boolean): Candidate[] {
  const { details } = row
  const candidates: Candidate[] = []
  const add = (field: string, text: string | null | undefined, kind: Candidate['kind'] = 'words') => {
    if (text) candidates.push({ field, text, kind })
  }
  add('number', row.number, 'code')
  add('customerReference', row.customerReference, 'code')
  for (const tracking of row.trackingNumbers) add('trackingNumbers', tracking, 'code')
  add('waybill', details.waybill, 'code')
  add('enquiryNumber', details.enquiryNumber, 'code')
  add('returnNumber', details.returnNumber, 'code')
  for (const line of row.lines) addLine(line.details, line, add)
  for (const pkg of details.packages ?? []) {
    add('sscc', pkg.sscc, 'code')
    add('trackingNumbers', pkg.trackingNumber, 'code')
  }
  addParty('billTo', details.billTo, add)
  addParty('shipTo', details.shipTo, add)
  addParty('shipFrom', details.shipFrom, add)
  add('carrier', row.carrier)
  add('project', details.project)
  add('note', details.note)
  if (prices) for (const field of ['gross', 'net', 'open'] as const) add(field, row[field], 'amount')
  return candidates
}

type AddCandidate = (field: string, text: string | null | undefined, kind?: Candidate['kind']) => void

function addLine(stored: StoredLine, { sku, kind }: { sku: string | null; kind: string }, add: AddCandidate): void {
  add('sku', sku, 'code')
  add('customerSku', stored.customerSku, 'code')
  add('gtin', stored.gtin, 'code')
  add('name', stored.name)
  for (const serial of stored.serials ?? []) add('serials', serial, 'code')
  for (const { lot } of stored.lots ?? []) add('lots', lot, 'code')
  add('note', stored.note)
  if (kind === 'text') add('note', stored.description)
}

function addParty(field: string, party: { [K in keyof Party]?: Party[K] | null } | undefined, add: AddCandidate): void {
  add(field, party?.name)
  add(field, party?.contact)
  for (const line of party?.lines ?? []) add(field, line)
  add(field, [party?.postalCode, party?.city].filter((part) => part).join(' '))
}
