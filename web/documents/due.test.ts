import { describe, expect, test } from 'vitest'
import { loadTexts } from '../ui/load-texts.ts'
import { type DatedDocument, dueHint, keyDateOf } from './due.ts'

await loadTexts(['shell'])

const today = '2026-11-21'
const dueText = (document: DatedDocument) => dueHint(document, today)?.text ?? null

describe('how late or how soon, in words', () => {
  test('an order that is expected after its promise says by how many days, and is not overdue yet', () => {
    const order = {
      type: 'orders',
      status: 'confirmed',
      promisedDate: '2026-11-24',
      estimatedDate: '2026-11-28',
    } as const
    expect(dueHint(order, today)).toEqual({ text: '4 days after promise', tone: 'warn' })
  })

  test('an order whose expected day has passed is overdue since that day, whatever was promised', () => {
    const promised = { type: 'orders', status: 'in_progress', promisedDate: '2026-11-20' } as const
    expect(dueHint(promised, today)).toEqual({ text: '1 day overdue', tone: 'bad' })
    expect(dueText({ ...promised, promisedDate: null, requestedDate: '2026-11-18' })).toBe('3 days overdue')
    expect(dueText({ ...promised, promisedDate: '2026-11-10', estimatedDate: '2026-11-18' })).toBe('3 days overdue')
  })

  test('an order on time says how soon, within a week', () => {
    const order = { type: 'orders', status: 'confirmed', estimatedDate: '2026-11-24' } as const
    expect(dueText(order)).toBe('in 3 days')
    expect(dueText({ ...order, estimatedDate: '2026-11-30' })).toBeNull()
  })

  test('what has arrived or ended is no longer late', () => {
    const order = { type: 'orders', status: 'in_progress', promisedDate: '2026-11-01' } as const
    expect(dueText({ ...order, fulfilment: 'delivered' })).toBeNull()
    expect(dueText({ ...order, status: 'cancelled' })).toBeNull()
  })

  test('a shipment that came after the promise says by how many days', () => {
    const shipment = { type: 'shipments', status: 'delivered', deliveredDate: '2026-11-12' } as const
    expect(dueText({ ...shipment, promisedDate: '2026-11-10' })).toBe('2 days after promise')
    expect(dueText({ ...shipment, promisedDate: '2026-11-12' })).toBeNull()
    expect(dueText(shipment)).toBeNull()
  })

  test('a shipment on the road is overdue once its estimate has passed, never when it comes tomorrow', () => {
    const shipment = { type: 'shipments', status: 'in_transit', estimatedDate: '2026-11-19' } as const
    expect(dueText(shipment)).toBe('2 days overdue')
    expect(dueText({ ...shipment, estimatedDate: '2026-11-26', promisedDate: '2026-11-23' })).toBe(
      '3 days after promise',
    )
    expect(dueText({ ...shipment, estimatedDate: '2026-11-22', promisedDate: '2026-11-20' })).toBe(
      '2 days after promise',
    )
    expect(dueText({ ...shipment, estimatedDate: '2026-11-22' })).toBe('tomorrow')
  })

  test('an unpaid invoice is overdue from the day after it was due', () => {
    const invoice = { type: 'invoices', status: 'open', dueDate: '2026-11-21' } as const
    expect(dueText(invoice)).toBe('today')
    expect(dueText({ ...invoice, status: 'overdue', dueDate: '2026-11-20' })).toBe('1 day overdue')
    expect(dueText({ ...invoice, status: 'paid', dueDate: '2026-11-01' })).toBeNull()
  })

  test('an invoice that is disputed, or promised for a later day, says that instead', () => {
    const invoice = { type: 'invoices', status: 'overdue', dueDate: '2026-11-01' } as const
    expect(dueHint({ ...invoice, disputed: true, promisedPayment: '2026-11-24' }, today)).toEqual({
      text: 'Disputed',
      tone: 'warn',
    })
    expect(dueText({ ...invoice, promisedPayment: '2026-11-24' })).toBe('Payment in 3 days')
    expect(dueText({ ...invoice, promisedPayment: '2026-12-24' })).toMatch(/^Payment .*2026$/)
    expect(dueText({ ...invoice, promisedPayment: '2026-11-20' })).toBe('20 days overdue')
    expect(dueText({ ...invoice, status: 'paid', promisedPayment: '2026-11-24' })).toBeNull()
  })

  test('a quote counts down only while it can be answered', () => {
    const quote = { type: 'quotes', status: 'open', validUntil: '2026-11-24' } as const
    expect(dueHint(quote, today)).toEqual({ text: 'in 3 days', tone: 'warn' })
    expect(dueText({ ...quote, status: 'ordered' })).toBeNull()
  })

  test('the date that matters is the newest that was said', () => {
    const order = { type: 'orders', status: 'confirmed', requestedDate: '2026-11-01' } as const
    expect(keyDateOf(order)).toBe('2026-11-01')
    expect(keyDateOf({ ...order, promisedDate: '2026-11-05', estimatedDate: '2026-11-09' })).toBe('2026-11-09')
    expect(
      keyDateOf({ type: 'shipments', status: 'delivered', estimatedDate: '2026-11-03', deliveredDate: '2026-11-04' }),
    ).toBe('2026-11-04')
  })
})
