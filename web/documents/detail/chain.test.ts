import { describe, expect, test } from 'vitest'
import type { RelatedDocument } from '#contract/documents/endpoints.ts'
import { permissions, roles } from '#contract/permissions.ts'
import type { DocumentType } from '#contract/values.ts'
import { type ChainCard, chainStages, collapsedCards } from './chain.ts'

const related = (type: DocumentType, number: string, status: string): RelatedDocument => ({
  type,
  number,
  status,
  issueDate: null,
  keyDate: null,
  currency: null,
  gross: null,
  invoiceKind: null,
  share: null,
})
const order = related('orders', 'SO-1', 'in_progress')
const cardText = (card: ChainCard) =>
  card.kind === 'document'
    ? `${card.document.number}${card.current ? '*' : ''}`
    : card.kind === 'missing'
      ? `?${card.number}`
      : '…'
const chainTexts = (
  detail: Parameters<typeof chainStages>[0],
  granted: readonly (typeof permissions)[number][] = permissions,
): string[] => chainStages(detail, granted).map(({ type, cards }) => `${type}: ${cards.map(cardText).join(' ')}`)

describe('the way from quote to invoice', () => {
  test('an order shows its shipments and that it is not invoiced yet; a quote that never was is not mentioned', () => {
    const chain = [order, related('shipments', 'D-1', 'delivered'), related('shipments', 'D-2', 'planned')]
    expect(chainTexts({ type: 'orders', number: 'SO-1', chain, missing: [] })).toEqual([
      'orders: SO-1*',
      'shipments: D-1 D-2',
      'invoices: …',
    ])
  })

  test('a reference that has not arrived keeps its place', () => {
    expect(
      chainTexts({ type: 'orders', number: 'SO-1', chain: [order], missing: [{ type: 'quotes', number: 'Q-9' }] }),
    ).toEqual(['quotes: ?Q-9', 'orders: SO-1*', 'shipments: …', 'invoices: …'])
  })

  test('after a rejected quote or a cancelled order nothing more is to come', () => {
    const quote = related('quotes', 'Q-1', 'rejected')
    expect(chainTexts({ type: 'quotes', number: 'Q-1', chain: [quote], missing: [] })).toEqual(['quotes: Q-1*'])
    const cancelled = { ...order, status: 'cancelled' }
    expect(chainTexts({ type: 'orders', number: 'SO-1', chain: [cancelled], missing: [] })).toEqual(['orders: SO-1*'])
  })

  test('of one quote that was replaced by another, the other still leads on', () => {
    const chain = [related('quotes', 'Q-1', 'withdrawn'), related('quotes', 'Q-2', 'open')]
    expect(chainTexts({ type: 'quotes', number: 'Q-2', chain, missing: [] })[1]).toBe('orders: …')
  })

  test('a member who may not see invoices is not told that there are none', () => {
    expect(chainTexts({ type: 'orders', number: 'SO-1', chain: [order], missing: [] }, roles.logistics)).toEqual([
      'orders: SO-1*',
      'shipments: …',
    ])
  })

  test('a document of the same number but another type is not the current one', () => {
    const chain = [related('orders', 'A', 'completed'), related('invoices', 'A', 'open')]
    expect(chainTexts({ type: 'invoices', number: 'A', chain, missing: [] })).toEqual([
      'orders: A',
      'shipments: …',
      'invoices: A*',
    ])
  })
})

describe('a long stage, folded', () => {
  const cards = Array.from({ length: 9 }, (_, index): ChainCard => {
    return { kind: 'document', document: related('shipments', String(index), 'delivered'), current: index === 7 }
  })

  test('shows the first few, and always the current document', () => {
    expect(collapsedCards(cards, 4).map(cardText)).toEqual(['0', '1', '2', '7*'])
    expect(collapsedCards(cards.slice(0, 4), 4)).toHaveLength(4)
  })
})
