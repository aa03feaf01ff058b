import type { StoredLine } from '../../contract/documents/stored.ts'
import { bareCode, codeTerms, type SearchHit } from '../../contract/search.ts'
import type { Party } from '../../contract/values.ts'
import { type Candidate, matchesOf } from './matches.ts'
import type { HitContent, HitRow } from './queries.ts'
import type { Group, Wanted } from './wanted.ts'

/** A document that was found, read whole. */
export type FoundDocument = HitRow & HitContent

export const readRow = (row: HitRow): FoundDocument => ({ ...row, ...(JSON.parse(row.content) as HitContent) })

/** A document as a hit with what matched; amounts only for who may see prices. */
export function hitOf(row: FoundDocument, { groups, fragments }: Wanted, prices: boolean): SearchHit {
  const firstLine = row.lines[0]?.details
  const candidates = candidatesOf(row, prices)
  const parts = fragments.map(({ term }): Group => ({ terms: [term] }))
  return {
    type: row.type,
    number: row.number,
    title: row.customerReference ?? firstLine?.name ?? null,
    status: row.status,
    date: row.date,
    matched: matchesOf(candidates, [...parts, ...groups]),
  }
}

/** How well a document answers to a whole reference: 0 it is its number, 1 a part of that, 2 another one of it, 3 none. */
export function rankOf(row: FoundDocument, exact: string): number {
  if (bareCode(row.number) === exact) return 0
  if (codeTerms(row.number).includes(exact)) return 1
  const holds = ({ kind, text }: Candidate) =>
    kind === 'code' && couldBe(text, exact) && codeTerms(text).includes(exact)
  return candidatesOf(row, false).some(holds) ? 2 : 3
}

/** Taking a reference apart costs more than seeing that it cannot be the one. */
const couldBe = (text: string, exact: string) =>
  text.length >= exact.length && text.toLowerCase().includes(exact.at(-1) ?? '')

/** The texts of a document in the order in which a person would expect to see the match. */
function candidatesOf(row: FoundDocument, prices: boolean): Candidate[] {
  const { details } = row
  const list: Candidate[] = []
  const add = (field: string, text: string | null | undefined, kind: Candidate['kind'] = 'words') => {
    if (text) list.push({ field, text, kind })
  }
  add('number', row.number, 'code')
  add('customerReference', row.customerReference, 'code')
  for (const tracking of row.trackingNumbers) add('trackingNumbers', tracking, 'code')
  add('waybill', details.waybill, 'code')
  add('enquiryNumber', details.enquiryNumber, 'code')
  for (const line of row.lines) addLine(line.details, line, add)
  for (const one of details.packages ?? []) {
    add('sscc', one.sscc, 'code')
    add('trackingNumbers', one.trackingNumber, 'code')
  }
  addParty('billTo', details.billTo, add)
  addParty('shipTo', details.shipTo, add)
  addParty('shipFrom', details.shipFrom, add)
  add('carrier', row.carrier)
  add('project', details.project)
  add('note', details.note)
  if (prices) for (const field of ['gross', 'net', 'open'] as const) add(field, row[field], 'amount')
  return list
}

type Add = (field: string, text: string | null | undefined, kind?: Candidate['kind']) => void

function addLine(stored: StoredLine, { sku, kind }: { sku: string | null; kind: string }, add: Add): void {
  add('sku', sku, 'code')
  add('customerSku', stored.customerSku, 'code')
  add('gtin', stored.gtin, 'code')
  add('name', stored.name)
  for (const serial of stored.serials ?? []) add('serials', serial, 'code')
  for (const { lot } of stored.lots ?? []) add('lots', lot, 'code')
  add('note', stored.note)
  if (kind === 'text') add('note', stored.description)
}

function addParty(field: string, party: { [K in keyof Party]?: Party[K] | null } | undefined, add: Add): void {
  add(field, party?.name)
  add(field, party?.contact)
  for (const line of party?.lines ?? []) add(field, line)
  add(field, [party?.postalCode, party?.city].filter((part) => part).join(' '))
}
