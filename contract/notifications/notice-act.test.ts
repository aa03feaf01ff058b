import { describe, expect, test } from 'vitest'
import { definitions } from '../documents/types.ts'
import { type Permission, roles } from '../permissions.ts'
import { mainRequestOf } from '../requests/main-requests.ts'
import type { NoticeKind } from './kinds.ts'
import { noticeAct, noticePath } from './notice-act.ts'
import type { NoticeDetails } from './text.ts'

const notice = (kind: NoticeKind, details: NoticeDetails = {}, number: string | null = 'N-1') => ({
  ...{ kind, type: kind.split('.')[0] ?? '', number, count: 1, details },
})

describe('a notice leads to the form of what its document waits for', () => {
  test.each([
    ['quotes.expiring', {}, 'accept'],
    ['orders.onHold', { status: 'on_hold' }, 'answerHold'],
    ['orders.dateChanged', { from: '2026-03-01', to: '2026-03-05' }, 'notePromise'],
    ['shipments.failed', { status: 'delivery_failed' }, 'instructDelivery'],
    ['shipments.exception', { status: 'on_hold' }, 'instructDelivery'],
    ['shipments.exception', { status: 'ready_for_pickup' }, 'confirmReceipt'],
    ['invoices.overdue', {}, 'reportPayment'],
    ['messages.asked', {}, 'reply'],
  ] as const)('%s %j: %s', (kind, details, act) => {
    const told = { ...notice(kind, details), ...(kind === 'messages.asked' ? { type: 'orders' } : {}) }
    expect(noticeAct(told)).toBe(act)
    expect(noticePath(told)).toBe(`/${told.type}/N-1?act=${act}`)
  })

  test('the same as the page of the document offers first', () => {
    for (const status of definitions.shipments.needsAction.statuses) {
      const facts = { status, arrivalDate: null, today: '2026-03-10', promiseMoved: false }
      const all = new Set<Permission>(roles.admin)
      expect(noticeAct(notice('shipments.failed', { status }))).toBe(mainRequestOf('shipments', facts, all))
    }
  })
})

test('where nothing waits, where several documents are counted and where the role may not, it leads to the page or list', () => {
  expect(noticePath(notice('shipments.exception', { status: 'customs' }))).toBe('/shipments/N-1')
  expect(noticePath(notice('orders.dateChanged', { from: '2026-03-05', to: '2026-03-01' }))).toBe('/orders/N-1')
  expect(noticePath(notice('quotes.received', { status: 'open' }))).toBe('/quotes/N-1')
  expect(noticePath(notice('shipments.failed', {}, null))).toBe('/shipments')
  expect(noticePath({ ...notice('messages.asked', { status: 'open' }), type: 'account' })).toBe('/account/N-1')
  const viewer = new Set<Permission>(roles.viewer)
  expect(noticeAct(notice('shipments.failed', { status: 'delivery_failed' }), viewer)).toBeNull()
})
