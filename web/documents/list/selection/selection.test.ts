import { describe, expect, test } from 'vitest'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { emptySelection, isSelected, rowsBetween, selectionIn, withRowsSelected } from './selection.ts'
import { countSelected, selectionTotals } from './selection-totals.ts'

const invoice = (number: string, gross: string | null, currency = 'EUR', invoiceKind = '380') =>
  ({ type: 'invoices', number, gross, currency, invoiceKind }) as DocumentRow
const rows = [
  invoice('A', '0.10'),
  invoice('B', '0.20'),
  invoice('C', '1000000000000.01'),
  invoice('D', '5.00', 'USD'),
  invoice('E', '2.30', 'EUR', '381'),
]

describe('ticked documents', () => {
  test('add up exactly, per currency, and a credit note takes away', () => {
    const all = withRowsSelected(emptySelection, rows, true, rows)
    expect(selectionTotals(all)).toEqual([
      { currency: 'EUR', amount: '999999999998.01' },
      { currency: 'USD', amount: '5.00' },
    ])
    expect(selectionTotals(withRowsSelected(all, rows.slice(2), false, rows))).toEqual([
      { currency: 'EUR', amount: '0.30' },
    ])
  })

  test('have no total without amounts', () => {
    const shipment = { type: 'shipments', number: 'S' } as DocumentRow
    expect(selectionTotals(withRowsSelected(emptySelection, [shipment, invoice('F', null)], true, []))).toEqual([])
  })

  test('stay ticked when their rows are no longer loaded', () => {
    const some = withRowsSelected(emptySelection, rows.slice(0, 2), true, rows)
    const more = withRowsSelected(some, rows.slice(3, 4), true, rows.slice(3))
    expect([...'ABCDE'].filter((number) => isSelected(more, number))).toEqual(['A', 'B', 'D'])
    expect(countSelected(more, 5)).toBe(3)
  })

  test('are a range from the last tick to this one, whichever comes first', () => {
    expect(rowsBetween(rows, 3, 1).map(({ number }) => number)).toEqual(['B', 'C', 'D'])
    expect(rowsBetween(rows, 1, 1).map(({ number }) => number)).toEqual(['B'])
  })

  test('can be all that match; unticking one leaves the others that are loaded', () => {
    const all = { kind: 'all', filters: { status: 'open' } } as const
    expect(isSelected(all, 'not loaded')).toBe(true)
    expect(countSelected(all, 4711)).toBe(4711)
    expect(countSelected(all, null)).toBeNull()
    const fewer = withRowsSelected(all, rows.slice(0, 1), false, rows)
    expect([...'ABCDE'].filter((number) => isSelected(fewer, number))).toEqual(['B', 'C', 'D', 'E'])
  })

  test('that were all of one filter are none of another, and can be ticked there one by one', () => {
    const all = { kind: 'all', filters: { status: 'open' } } as const
    expect(selectionIn({ status: 'open', sort: '-gross' }, all)).toBe(all)
    const ticked = withRowsSelected(selectionIn({ status: 'paid' }, all), rows.slice(1, 2), true, rows)
    expect([...'ABCDE'].filter((number) => isSelected(ticked, number))).toEqual(['B'])
  })
})
