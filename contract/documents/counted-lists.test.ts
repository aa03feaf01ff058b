import { expect, test } from 'vitest'
import {
  type ageBands,
  ageingList,
  arrivalList,
  disputedList,
  figures,
  monthsBack,
  needsActionList,
  plusDays,
  spendList,
} from '../dashboard.ts'
import { movementTextKey } from '../statement.ts'

const today = '2026-03-10'

test('each figure of the first page leads to the list that it counts', () => {
  const underway = 'picked_up,in_transit,customs,out_for_delivery'
  const { arriving, lateOrders, lateShipments, openInvoices, overdue } = figures
  expect(figures.underway).toEqual({ type: 'shipments', filter: { status: underway } })
  expect(figures.openQuotes).toMatchObject({ type: 'quotes', filter: { status: expect.stringContaining('open') } })
  expect(figures.openOrders.filter.status.split(',')).toContain('confirmed')
  expect(arriving).toMatchObject({
    type: 'shipments',
    filter: { dateField: 'keyDate', period: 'next_7_days', sort: 'keyDate' },
  })
  for (const late of [lateOrders, lateShipments]) expect(late.filter).toMatchObject({ late: 'true', sort: 'keyDate' })
  expect([lateOrders.type, lateShipments.type, openInvoices.type]).toEqual(['orders', 'shipments', 'invoices'])
  expect(openInvoices.filter.sort).toBe('keyDate')
  expect(overdue).toEqual({ type: 'invoices', filter: { status: 'overdue', undisputed: 'true', sort: 'keyDate' } })
  expect(needsActionList('quotes')).toEqual({ type: 'quotes', filter: { needsAction: 'true', sort: 'keyDate' } })
})

test('what is overdue is told in ranges that meet and leave no day out', () => {
  const list = (band: (typeof ageBands)[number]['name']) => ageingList(band, 'EUR', today).filter
  const of = { status: 'overdue', currency: 'EUR', undisputed: 'true', dateField: 'keyDate', sort: 'keyDate' }
  const notDue = { status: 'open,partially_paid', currency: 'EUR', undisputed: 'true', sort: 'keyDate' }
  expect(list('notDue')).toEqual(notDue)
  expect(disputedList('EUR').filter).toMatchObject({ disputed: 'true', currency: 'EUR', sort: 'keyDate' })
  expect(list('days30')).toEqual({ ...of, from: '2026-02-08', to: '2026-03-09' })
  expect(list('days60')).toEqual({ ...of, from: '2026-01-09', to: '2026-02-07' })
  expect(list('days90')).toEqual({ ...of, from: '2025-12-10', to: '2026-01-08' })
  expect(list('older')).toEqual({ ...of, to: '2025-12-09' })
})

test('a month of spending is its invoices from its first to its last day, those taken back left out', () => {
  const { type, filter } = spendList('2028-02-01', 'EUR')
  expect(type).toBe('invoices')
  expect(filter).toMatchObject({ from: '2028-02-01', to: '2028-02-29', currency: 'EUR' })
  expect(filter.status?.split(',')).toEqual(expect.arrayContaining(['open', 'paid']))
  expect(filter.status).not.toContain('cancelled')
  expect(monthsBack).toBe(12)
})

test('what arrives on a day is the shipments on their way of that day', () => {
  expect(arrivalList(today)).toMatchObject({
    type: 'shipments',
    filter: { status: expect.stringContaining('in_transit'), dateField: 'keyDate', from: today, to: today },
  })
  expect([plusDays('2026-02-28', 1), plusDays('2026-03-01', -1)]).toEqual(['2026-03-01', '2026-02-28'])
})

test('what settles a credit is called used up, and everything else by its kind', () => {
  expect(movementTextKey({ kind: 'settlement', amount: '5.00' })).toBe('statement.kind.creditUsed')
  expect(movementTextKey({ kind: 'settlement', amount: '-5.00' })).toBe('statement.kind.settlement')
  expect(movementTextKey({ kind: 'payment', amount: '5.00' })).toBe('statement.kind.payment')
})
