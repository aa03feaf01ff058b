import { describe, expect, test } from 'vitest'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import type { ListSearch } from '#contract/documents/list-search.ts'
import { formatDate } from '#web/ui/format.ts'
import { loadTexts } from '#web/ui/load-texts.ts'
import { withGroup } from '../search-changes.ts'
import { groupedStatuses, groupsOf } from './groups.ts'

await loadTexts(['shell'])

const today = '2026-11-27'
const invoice = (issueDate: string | null, dueDate: string | null, status = 'open') =>
  ({ type: 'invoices', number: `${issueDate}`, issueDate, dueDate, status }) as DocumentRow
const headings = (rows: DocumentRow[], search: ListSearch, counts = [{ status: 'open', count: 1234, exact: false }]) =>
  groupsOf('invoices', rows, search, counts, today).map(({ row, heading }) => `${row} ${heading}`)

describe('a list by weeks', () => {
  const rows = [
    invoice('2026-12-01', '2026-12-31'),
    invoice('2026-11-29', '2026-12-31'),
    invoice('2026-11-23', '2026-12-28'),
    invoice('2026-11-22', null),
    invoice('2025-12-31', null),
    invoice(null, null),
  ]

  test('begins a group with each Monday of the date by which it is sorted', () => {
    expect(headings(rows, { group: 'week' })).toEqual([
      '0 Next week',
      '1 This week',
      '3 Last week',
      `4 Week of ${formatDate('2025-12-29')}`,
      '5 Without a date',
    ])
    expect(headings(rows, { group: 'week', sort: 'keyDate' })).toEqual([
      `0 Week of ${formatDate('2026-12-28')}`,
      '3 Without a date',
    ])
  })
})

test('a list by status names each with the number of its documents, as far as that is known', () => {
  const rows = [invoice('2026-11-23', null), invoice('2026-11-22', null), invoice('2026-11-22', null, 'paid')]
  expect(headings(rows, { group: 'status' })).toEqual(['0 Open · 1,234+', '2 Paid'])
})

test('a list without groups has no headings', () => {
  expect(headings([invoice('2026-11-23', null)], {})).toEqual([])
})

test('groups by status are those that are chosen and have documents, in the order of a document’s life', () => {
  const counts = ['paid', 'open', 'overdue'].map((status) => ({ status, count: 1, exact: true }))
  const empty = { status: 'cancelled', count: 0, exact: true }
  const all = groupedStatuses('invoices', {}, [...counts, empty])
  expect(all.toSorted()).toEqual(['open', 'overdue', 'paid'])
  expect(all.indexOf('open')).toBeLessThan(all.indexOf('paid'))
  expect(groupedStatuses('invoices', { status: 'paid,cancelled' }, [...counts, empty])).toEqual(['paid'])
  // Before they are counted, any may have some.
  expect(groupedStatuses('invoices', { status: 'paid,cancelled' }, undefined)).toHaveLength(2)
})

test('a status of which none was counted yet has its group where not all were counted, under a heading without a number', () => {
  const counts = [
    { status: 'open', count: 0, exact: false },
    { status: 'overdue', count: 2, exact: false },
    { status: 'paid', count: 0, exact: true },
  ]
  expect(groupedStatuses('invoices', { q: 'pump', group: 'status' }, counts).toSorted()).toEqual(['open', 'overdue'])
  const rows = [invoice('2026-11-23', null), invoice('2026-11-22', null, 'overdue'), invoice(null, null, 'paid')]
  expect(headings(rows, { q: 'pump', group: 'status' }, counts)).toEqual(['0 Open', '1 Overdue · 2+', '2 Paid'])
})

test('a list by amount goes back to the usual order when it is grouped by weeks', () => {
  expect(withGroup({ sort: '-gross' }, 'week')).toEqual({ group: 'week' })
  expect(withGroup({ sort: 'keyDate' }, 'week')).toEqual({ group: 'week', sort: 'keyDate' })
  expect(withGroup({ sort: '-gross' }, 'status')).toEqual({ group: 'status', sort: '-gross' })
  expect(withGroup({ sort: '-gross', group: 'status' }, '')).toEqual({ sort: '-gross' })
})
