import { expect, test } from 'vitest'
import { documentTypes } from '../values.ts'
import { dateFields, fieldFilters, flagFilters } from './filter-patterns.ts'
import {
  filterNames,
  filtersWithoutStatus,
  isPeriod,
  queryParameters,
  readListSearch,
  searchOfState,
  validSearch,
  withoutEmptyValues,
} from './list-search.ts'

test.each([
  ['status=open,overdue', { status: 'open,overdue' }],
  ['status=Open', {}],
  ['from=2026-01-01&to=2026-12-31', { from: '2026-01-01', to: '2026-12-31' }],
  ['from=2026-13-01&to=x2026-12-31', {}],
  ['period=this_week&dateField=keyDate', { period: 'this_week', dateField: 'keyDate' }],
  ['period=this_weeks&dateField=anyDate', {}],
  ['over=12.50&under=-1&currency=EUR', { over: '12.50', under: '-1', currency: 'EUR' }],
  ['over=12,50&under=x1&currency=EURO', {}],
  [
    'late=true&needsAction=true&open=true&disputed=true&undisputed=true&dangerous=true',
    Object.fromEntries(flagFilters.map((name) => [name, 'true'])),
  ],
  ['late=1&open=truest&disputed=untrue', {}],
  [
    'columns=number,status&density=compact&sort=-keyDate&view=none',
    { columns: 'number,status', density: 'compact', sort: '-keyDate', view: 'none' },
  ],
  ['columns=number,&density=compactly&sort=key-date&view=nones', {}],
  ['view=018f0000-0000-7000-8000-000000000000', { view: '018f0000-0000-7000-8000-000000000000' }],
  ['view=018f0000-0000-7000-8000-000000000000x', {}],
  ['q=pump&q2=x', { q: 'pump' }],
])('of the address “%s” a list understands %j', (address, expected) => {
  expect(readListSearch(Object.fromEntries(new URLSearchParams(address)))).toEqual(expected)
})

test('a search takes up to 200 characters of any kind', () => {
  const q = 'ä\n'.repeat(100)
  expect(readListSearch({ q })).toEqual({ q })
  expect(readListSearch({ q: `${q}x` })).toEqual({})
})

test('each type keeps of an address what it has', () => {
  const everything = {
    ...{
      over: '1',
      under: '2',
      currency: 'EUR',
      late: 'true',
      disputed: 'true',
      open: 'true',
      q: ' pump ',
      status: 'x',
    },
    ...Object.fromEntries(Object.entries(fieldFilters).map(([name, [value]]) => [name, value])),
  }
  const keptBy = Object.fromEntries(
    documentTypes.map((type) => [type, Object.keys(validSearch(type, everything)).sort()]),
  )
  for (const type of documentTypes) expect(keptBy[type]).toEqual(expect.arrayContaining(['open', 'q']))
  expect(validSearch('orders', everything).q).toBe('pump')
  const amounts = ['currency', 'over', 'under']
  expect(keptBy.orders).toEqual(expect.arrayContaining([...amounts, 'late']))
  for (const name of amounts) expect(keptBy.shipments).not.toContain(name)
  expect(documentTypes.filter((type) => keptBy[type]?.includes('late'))).toEqual(['orders', 'shipments'])
  expect(documentTypes.filter((type) => keptBy[type]?.includes('disputed'))).toEqual(['invoices'])
  expect(documentTypes.filter((type) => keptBy[type]?.includes('invoiceKind'))).toEqual(['invoices'])
})

test('a list that is sorted by what its type does not have is sorted as usual', () => {
  expect(validSearch('invoices', { sort: '-keyDate' })).toEqual({ sort: '-keyDate' })
  expect(validSearch('invoices', { sort: '--keyDate' })).toEqual({})
  expect(validSearch('invoices', { sort: 'nothing', density: 'compact', columns: 'number', view: 'none' })).toEqual({
    ...{ density: 'compact', columns: 'number', view: 'none' },
  })
})

test('days that do not exist are left out, and the date they are of with them', () => {
  expect(dateFields).toEqual(['issueDate', 'keyDate'])
  expect(validSearch('orders', { from: '2026-02-29', to: '2026-02-28', dateField: 'keyDate' })).toEqual({
    ...{ to: '2026-02-28', dateField: 'keyDate' },
  })
  expect(validSearch('orders', { from: '2026-02-29', dateField: 'keyDate' })).toEqual({})
  expect(validSearch('orders', { from: '2026-02-28', dateField: 'issueDate' })).toEqual({ from: '2026-02-28' })
  expect(validSearch('orders', { period: 'past', from: '2026-02-28', dateField: 'keyDate' })).toEqual({
    ...{ period: 'past', dateField: 'keyDate' },
  })
  expect(['today', 'this_year', 'someday', undefined, ''].map((text) => isPeriod(text))).toEqual([
    ...[true, true, false, false, false],
  ])
})

test('what a list asks the server for is its filters and order, without how it looks', () => {
  const search = { status: 'open', q: 'x', sort: 'number', columns: 'number', density: 'compact', view: 'none' }
  expect(queryParameters(search)).toEqual({ status: 'open', q: 'x', sort: 'number' })
  expect(filtersWithoutStatus(search)).toEqual({ q: 'x' })
  expect(withoutEmptyValues({ q: '', status: undefined, late: 'true' })).toEqual({ late: 'true' })
  expect(filterNames).toEqual(expect.arrayContaining(['from', 'to', 'period', 'q', 'over', 'late', 'invoiceKind']))
  expect(filterNames).not.toContain('status')
})

test('a saved list is read like an address', () => {
  expect(searchOfState('orders', 'status=received,overdue&late=true&page=2')).toEqual({
    status: 'received',
    late: 'true',
  })
})
