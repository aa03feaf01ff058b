import { describe, expect, test } from 'vitest'
import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'
import { linksOf } from './links.ts'

const document = (type: IngestDocument['type'], fields: Partial<IngestDocument>): IngestDocument => ({
  type,
  number: 'N-1',
  account: 'C-1',
  ...fields,
})
/** The links of a document, each as a text: "2 → orders SO-1/10 × 5". */
const written = (type: IngestDocument['type'], fields: Partial<IngestDocument>) =>
  linksOf(document(type, fields)).map(
    ({ position, toType, toNumber, toLine, quantity }) => `${position} → ${toType} ${toNumber}/${toLine} × ${quantity}`,
  )
const line = (number: string, fields: Omit<IngestLine, 'line'> = {}): IngestLine => ({ line: number, ...fields })

describe('the document', () => {
  test('refers once to all that it or one of its lines names', () => {
    const references = [
      { type: 'quotes', number: 'Q-1' },
      { type: 'quotes', number: 'Q-1' },
      { type: 'orders', number: 'Q-1' },
    ] as const
    const lines = [
      line('1', {
        references: [
          { type: 'quotes', number: 'Q-1' },
          { type: 'quotes', number: 'Q-2' },
        ],
      }),
    ]
    expect(written('orders', { references: [...references], lines })).toEqual([
      '0 → quotes Q-1/ × null',
      '0 → orders Q-1/ × null',
      '0 → quotes Q-2/ × null',
      '1 → quotes Q-1/ × null',
      '1 → quotes Q-2/ × null',
    ])
    expect(written('orders', {})).toEqual([])
  })

  test('a quote refers to the one that it supersedes; other types have nothing to supersede', () => {
    const details = { supersedes: 'Q-0' }
    expect(written('quotes', { details })).toEqual(['0 → quotes Q-0/ × null'])
    expect(written('orders', { details })).toEqual([])
    expect(written('quotes', { details: { revision: '2' } })).toEqual([])
  })
})

describe('a line', () => {
  test('counts its quantity for the first line of a type that it names', () => {
    const references = [
      { type: 'orders', number: 'SO-1', line: '10' },
      { type: 'orders', number: 'SO-1', line: '20' },
      { type: 'shipments', number: 'DN-1' },
    ] as const
    const lines = [line('1'), line('2', { quantity: '5', references: [...references] })]
    expect(written('invoices', { lines }).slice(2)).toEqual([
      '2 → orders SO-1/10 × 5',
      '2 → orders SO-1/20 × null',
      '2 → shipments DN-1/ × 5',
    ])
  })

  test('that names a document with and without its line is linked to the line', () => {
    const references = [
      { type: 'orders', number: 'SO-1' },
      { type: 'orders', number: 'SO-1', line: '10' },
      { type: 'orders', number: 'SO-1', line: '10' },
      { type: 'orders', number: 'SO-2' },
      { type: 'quotes', number: 'SO-1' },
    ] as const
    const lines = [line('1', { quantity: '5', references: [...references] })]
    expect(written('shipments', { lines }).filter((link) => !link.startsWith('0'))).toEqual([
      '1 → orders SO-1/10 × 5',
      '1 → orders SO-2/ × null',
      '1 → quotes SO-1/ × 5',
    ])
  })
})

describe('lines that name nothing', () => {
  const references = [{ type: 'orders', number: 'SO-1' } as const]
  const lines = [
    line('1', { sku: 'A', quantity: '2' }),
    line('2', { sku: 'B' }),
    line('3', { quantity: '3' }),
    line('4', { sku: 'FR', quantity: '1', kind: 'charge' }),
    line('5', { sku: 'C', quantity: '4', kind: 'item' }),
  ]
  const order = '0 → orders SO-1/ × null'
  const bySku = [order, '1 → orders SO-1/ × 2', '5 → orders SO-1/ × 4']

  test('belong to the only order of their shipment or invoice, if they are goods with article and quantity', () => {
    expect(written('shipments', { references, lines })).toEqual(bySku)
    expect(written('invoices', { references, lines })).toEqual(bySku)
    expect(written('quotes', { references, lines })).toEqual([order])
    expect(written('orders', { references, lines })).toEqual([order])
    expect(written('shipments', { references })).toEqual([order])
  })

  test('belong to no order where several are named, or none', () => {
    const second = { type: 'orders', number: 'SO-2' } as const
    expect(written('shipments', { references: [...references, second], lines })).toHaveLength(2)
    expect(written('shipments', { lines })).toEqual([])
    const shipment = { type: 'shipments', number: 'DN-1' } as const
    expect(written('invoices', { references: [shipment], lines })).toEqual(['0 → shipments DN-1/ × null'])
    expect(written('invoices', { references: [...references, shipment], lines })).toHaveLength(4)
  })

  test('belong to no order where another line names an order or a shipment; a quote does not matter', () => {
    const naming = (type: 'quotes' | 'orders' | 'shipments') =>
      written('invoices', {
        references,
        lines: [...lines, line('9', { references: [{ type, number: 'SO-1' }] })],
      }).filter((link) => /^[15] /.test(link))
    expect(naming('orders')).toEqual([])
    expect(naming('shipments')).toEqual([])
    expect(naming('quotes')).toHaveLength(2)
  })
})
