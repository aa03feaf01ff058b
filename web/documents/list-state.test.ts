import { describe, expect, test } from 'vitest'
import { readListSearch } from '../paths.ts'
import {
  changed,
  daysOf,
  filtersOf,
  isNarrowed,
  openStatuses,
  periodOf,
  sortedBy,
  sortingOf,
  tabsOf,
} from './list-state.ts'

describe('the filters of a list stand in its address', () => {
  test('what an address says is what the server is asked', () => {
    const read = readListSearch({ status: 'open,overdue', from: '2026-01-01', q: 'PO 7781/ä', sort: '-keyDate' })
    expect(filtersOf('invoices', read)).toEqual({
      status: 'open,overdue',
      from: '2026-01-01',
      q: 'PO 7781/ä',
      sort: '-keyDate',
    })
  })

  test('what makes no sense for the type is left out instead of failing', () => {
    expect(filtersOf('orders', { status: 'overdue', from: '2026-02-30', to: '2026-13-01', q: '  ' })).toEqual({})
    expect(filtersOf('orders', { status: 'received,nonsense,received', sort: 'gross' })).toEqual({ status: 'received' })
  })

  test('taking a filter away leaves the others alone', () => {
    const search = { status: 'open', from: '2026-01-01', q: 'pump' }
    expect(changed(search, { from: undefined })).toEqual({ status: 'open', q: 'pump' })
    expect(changed(search, { q: '' })).toEqual({ status: 'open', from: '2026-01-01' })
  })

  test('sorting alone does not narrow a list', () => {
    expect(isNarrowed({ sort: 'number' })).toBe(false)
    expect(isNarrowed({ to: '2026-01-01' })).toBe(true)
  })
})

describe('a usual period is a first and a last day', () => {
  test('a week begins on Monday, also on a Sunday', () => {
    expect(daysOf('week', '2026-11-21')).toEqual({ from: '2026-11-16', to: '2026-11-21' })
    expect(daysOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(daysOf('week', '2026-11-16')).toEqual({ from: '2026-11-16', to: '2026-11-16' })
  })

  test('the last 30 days include today, across a leap day', () => {
    expect(daysOf('days30', '2028-03-10')).toEqual({ from: '2028-02-10', to: '2028-03-10' })
  })

  test('days that are a period today are called by its name, and no longer tomorrow', () => {
    const year = daysOf('year', '2026-11-21')
    expect(periodOf(year, '2026-11-21')).toBe('year')
    expect(periodOf(year, '2026-11-22')).toBeNull()
    expect(periodOf({}, '2026-11-21')).toBeNull()
  })
})

describe('a press on the head of a column', () => {
  test('sorts by it with the greatest first, then turns the order around', () => {
    const once = sortedBy({ q: 'pump' }, 'keyDate')
    expect(once).toEqual({ q: 'pump', sort: '-keyDate' })
    expect(sortedBy(once, 'keyDate')).toEqual({ q: 'pump', sort: 'keyDate' })
  })

  test('newest first needs no word in the address', () => {
    expect(sortingOf({})).toEqual({ by: 'issueDate', descending: true })
    expect(sortedBy({}, 'issueDate')).toEqual({ sort: 'issueDate' })
    expect(sortedBy({ sort: 'issueDate' }, 'issueDate')).toEqual({})
  })
})

describe('the tabs over a list', () => {
  const counts = [
    { status: 'open', count: 4, exact: true },
    { status: 'overdue', count: 10_000, exact: false },
    { status: 'paid', count: 7, exact: true },
    { status: 'credited', count: 0, exact: true },
  ]

  test('count what is open first, then all, then each status that has documents', () => {
    const tabs = tabsOf('invoices', counts, {})
    expect(tabs.map(({ group, status, count, exact }) => [group ?? status, count, exact])).toEqual([
      ['open', 10_004, false],
      ['all', 10_011, false],
      ['open', 4, true],
      ['overdue', 10_000, false],
      ['paid', 7, true],
    ])
    expect(tabs[0]?.status).toBe(openStatuses('invoices'))
  })

  test('keep the chosen status in sight even when nothing is left in it', () => {
    expect(tabsOf('invoices', counts, { status: 'credited' }).at(-1)?.status).toBe('credited')
  })

  test('stand there without numbers until they are counted', () => {
    expect(tabsOf('orders', undefined, {}).map(({ count }) => count)).toEqual([null, null])
  })
})
