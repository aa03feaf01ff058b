import { describe, expect, test } from 'vitest'
import { filtersWithoutStatus, queryParameters, readListSearch, validSearch } from '#contract/documents/list-search.ts'
import { parseSearch, stringifySearch } from '#contract/search-parameters.ts'
import { beginningWith } from './GoToDate.tsx'
import {
  hasFilters,
  openStatuses,
  sortingOf,
  statusTabsOf,
  withChanges,
  withoutFilters,
  withSortToggled,
} from './list-state.ts'
import { withDays } from './search-changes.ts'

describe('the filters of a list stand in its address', () => {
  test('what an address says is what the server is asked', () => {
    const read = readListSearch({ status: 'open,overdue', from: '2026-01-01', q: 'PO 7781/ä', sort: '-keyDate' })
    expect(validSearch('invoices', read)).toEqual({
      status: 'open,overdue',
      from: '2026-01-01',
      q: 'PO 7781/ä',
      sort: '-keyDate',
    })
  })

  test('what makes no sense for the type is left out instead of failing', () => {
    expect(validSearch('orders', { status: 'overdue', from: '2026-02-30', to: '2026-13-01', q: '  ' })).toEqual({})
    expect(validSearch('orders', { status: 'received,nonsense,received', sort: 'open' })).toEqual({
      status: 'received',
    })
  })

  test('taking a filter away leaves the others alone', () => {
    const search = { status: 'open', from: '2026-01-01', q: 'pump' }
    expect(withChanges(search, { from: undefined })).toEqual({ status: 'open', q: 'pump' })
    expect(withChanges(search, { q: '' })).toEqual({ status: 'open', from: '2026-01-01' })
  })

  test('sorting alone does not narrow a list', () => {
    expect(hasFilters({ sort: 'number' })).toBe(false)
    expect(hasFilters({ to: '2026-01-01' })).toBe(true)
  })
})

describe('the days of a list', () => {
  test('are a period that keeps its meaning, or two days, never both', () => {
    expect(validSearch('orders', { period: 'this_week', from: '2026-01-01' })).toEqual({ period: 'this_week' })
    expect(withDays({ q: 'pump', period: 'this_week' }, { from: '2026-01-01' })).toEqual({
      q: 'pump',
      from: '2026-01-01',
    })
    expect(withDays({ from: '2026-01-01', to: '2026-01-02' }, { period: 'past' })).toEqual({ period: 'past' })
  })

  test('that nobody knows are left out, and the date that they mean with them', () => {
    expect(validSearch('orders', { period: 'some_week', dateField: 'keyDate' })).toEqual({})
    expect(validSearch('orders', { period: 'past', dateField: 'keyDate' })).toEqual({
      period: 'past',
      dateField: 'keyDate',
    })
    expect(validSearch('orders', { period: 'past', dateField: 'issueDate' })).toEqual({ period: 'past' })
  })
})

describe('what only some types have', () => {
  test('is left out of the others instead of failing', () => {
    const allFilters = {
      over: '100',
      under: '2000.50',
      currency: 'EUR',
      late: 'true',
      needsAction: 'true',
      open: 'true',
    }
    expect(validSearch('orders', allFilters)).toEqual(allFilters)
    expect(validSearch('shipments', allFilters)).toEqual({ late: 'true', needsAction: 'true', open: 'true' })
    expect(validSearch('invoices', allFilters)).not.toHaveProperty('late')
  })
})

describe('what the server is asked', () => {
  const search = {
    status: 'open',
    q: 'pump',
    late: 'true',
    sort: 'gross',
    columns: 'gross',
    density: 'compact',
    view: 'none',
  }

  test('is nothing of how the list looks', () => {
    expect(queryParameters(search)).toEqual({ status: 'open', q: 'pump', late: 'true', sort: 'gross' })
    expect(filtersWithoutStatus(search)).toEqual({ q: 'pump', late: 'true' })
  })

  test('is everything again once the filters are cleared; order and looks stay', () => {
    expect(withoutFilters(search)).toEqual({ sort: 'gross', columns: 'gross', density: 'compact', view: 'none' })
    expect(hasFilters(withoutFilters(search))).toBe(false)
  })
})

describe('an address', () => {
  test('is read back as it was written, and reads like words', () => {
    const search = { status: 'open,overdue', q: '7781', late: 'true', over: '100.50' }
    const text = stringifySearch(search)
    expect(text).toBe('?status=open,overdue&q=7781&late=true&over=100.50')
    expect(readListSearch(parseSearch(text.slice(1)))).toEqual(search)
    expect(stringifySearch({ q: undefined })).toBe('')
  })

  test('takes no parameter of a list that is none', () => {
    expect(
      readListSearch({ over: '1e9', currency: 'eur', late: 'yes', view: '7', density: 'huge', columns: '<b>' }),
    ).toEqual({})
  })
})

describe('a press on the head of a column', () => {
  test('sorts by it with the greatest first, then turns the order around', () => {
    const sortedOnce = withSortToggled({ q: 'pump' }, 'keyDate')
    expect(sortedOnce).toEqual({ q: 'pump', sort: '-keyDate' })
    expect(withSortToggled(sortedOnce, 'keyDate')).toEqual({ q: 'pump', sort: 'keyDate' })
  })

  test('newest first needs no word in the address', () => {
    expect(sortingOf({})).toEqual({ by: 'issueDate', descending: true })
    expect(withSortToggled({}, 'issueDate')).toEqual({ sort: 'issueDate' })
    expect(withSortToggled({ sort: 'issueDate' }, 'issueDate')).toEqual({})
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
    const tabs = statusTabsOf('invoices', counts, {})
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
    expect(statusTabsOf('invoices', counts, { status: 'credited' }).at(-1)?.status).toBe('credited')
  })

  test('leave out a status only where nothing can have it, and show no number where nothing is known', () => {
    const searched = [
      { status: 'open', count: 0, exact: false },
      { status: 'overdue', count: 0, exact: false },
      { status: 'paid', count: 3, exact: false },
      { status: 'credited', count: 0, exact: true },
    ]
    const tabs = statusTabsOf('invoices', searched, { q: 'pump' })
    expect(tabs.map(({ group, status, count, exact }) => [group ?? status, count, exact])).toEqual([
      ['open', null, true],
      ['all', 3, false],
      ['open', null, true],
      ['overdue', null, true],
      ['paid', 3, false],
    ])
  })

  test('stand there without numbers until they are counted', () => {
    expect(statusTabsOf('orders', undefined, {}).map(({ count }) => count)).toEqual([null, null])
  })
})

describe('going to a month or a week', () => {
  const august = { from: '2026-08-01', to: '2026-08-31' }

  test('the list begins with its last day where the newest come first, else with its first', () => {
    expect(beginningWith({ q: 'pump' }, 'issueDate', august)).toEqual({ q: 'pump', to: '2026-08-31' })
    expect(beginningWith({ sort: 'issueDate' }, 'issueDate', august)).toEqual({ sort: 'issueDate', from: '2026-08-01' })
    expect(beginningWith({ sort: '-keyDate' }, 'keyDate', august)).toEqual({
      ...{ sort: '-keyDate', dateField: 'keyDate', to: '2026-08-31' },
    })
  })

  test('a list in another order is put into that of the date; days that were chosen before no longer count', () => {
    const search = { sort: '-gross', from: '2026-01-01', to: '2026-02-01', period: 'this_week' }
    expect(beginningWith(search, 'issueDate', august)).toEqual({ to: '2026-08-31' })
    expect(beginningWith(search, 'keyDate', august)).toEqual({
      ...{ sort: 'keyDate', dateField: 'keyDate', from: '2026-08-01' },
    })
  })
})
