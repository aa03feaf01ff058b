import { expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { allowedChannels, channels, defaultChannels, isMailedAnyway, isPersonal, noticeKindList } from './kinds.ts'
import { noticeText } from './text.ts'

test('what is urgent is in the daily mail of everybody who has chosen nothing', () => {
  expect(noticeKindList.filter((kind) => defaultChannels(kind).includes('digest'))).toEqual([
    ...['quotes.expiring', 'orders.dateChanged', 'orders.onHold', 'orders.cancelled', 'shipments.estimateChanged'],
    ...['shipments.exception', 'shipments.failed', 'shipments.late', 'invoices.dueSoon', 'invoices.overdue'],
  ])
  for (const kind of noticeKindList) expect(defaultChannels(kind)[0]).toBe('portal')
})

test('answers and what concerns a sign-in are mailed by themselves, and cannot be put off to the digest', () => {
  const mailed = [
    ...['messages.answered', 'messages.asked', 'messages.mentioned', 'security.newDevice', 'security.password'],
  ] as const
  expect(noticeKindList.filter(isMailedAnyway)).toEqual([...mailed, 'security.secondFactor', 'security.mailRefused'])
  expect(noticeKindList.filter(isPersonal).every((kind) => kind.startsWith('security.'))).toBe(true)
  for (const kind of mailed) expect(allowedChannels(kind, channels)).toEqual(['portal', 'push'])
})

test('a mail at once takes the place of the daily one', () => {
  expect(allowedChannels('orders.onHold', channels)).toEqual(['portal', 'now', 'push'])
  expect(allowedChannels('orders.onHold', ['push', 'digest'])).toEqual(['digest', 'push'])
  expect(allowedChannels('orders.onHold', [])).toEqual([])
})

const notice = { type: 'orders', number: 'SO-1', count: 1, details: {} }

test.each(languages)('every notice has a title and a sentence in %s, for one document and for many', (language) => {
  for (const kind of noticeKindList)
    for (const number of ['SO-1', null]) {
      const { title, message } = noticeText({ ...notice, kind, number, count: 3 }, language)
      expect(title, kind).toMatch(/\S/)
      expect(message, kind).toMatch(/\S/)
      expect(title + message, kind).not.toMatch(/[{}]|undefined|notice\./)
    }
})

test('a notice names the document and the customer’s own number, and days as they are written in the language', () => {
  const text = (details: object) => noticeText({ ...notice, kind: 'orders.dateChanged', details }, 'en').message
  const full = text({ reference: 'PO-7', from: '2026-03-10', to: '2026-03-12' })
  for (const part of ['SO-1', 'PO-7', '10 Mar 2026', '12 Mar 2026']) expect(full).toContain(part)
  expect(text({})).not.toContain('none')
  expect(text({})).not.toContain('Invalid')
})

test('many documents are counted, an enquiry and an account are named', () => {
  expect(noticeText({ ...notice, kind: 'orders.onHold', number: null, count: 3 }, 'en').message).toContain('3')
  const answered = (details: object) => noticeText({ ...notice, kind: 'messages.answered', details }, 'en').message
  expect(answered({ enquiry: 'ENQ-00000001' })).toContain('ENQ-00000001')
  expect(answered({ account: 'C-1001' })).toBe('Your supplier has answered you.')
  expect(answered({})).toContain('SO-1')
})
