import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Notification } from '#contract/notifications/endpoints.ts'
import { testPortal } from '../testing/portal.ts'

const portal = await testPortal('2026-03-01T09:00:00Z')
const { owner } = portal.database
const document = (
  type: IngestDocument['type'],
  number: string,
  overrides: Partial<IngestDocument>,
): IngestDocument => ({
  ...{ type, number, account: 'C-1', issueDate: '2026-02-01', ...overrides },
})
let token: string
/** The messages under the bell at a moment, after all due jobs have run. */
const messagesAt = async (instant: string, person = 'ann@a.example') => {
  portal.setTime(instant)
  await portal.runDueJobs()
  token = await portal.login(person)
  const list = (await portal.get('/notifications', token)).body as Notification[]
  return list.filter(({ type }) => type !== 'profile').map(({ message }) => message)
}

beforeAll(async () => {
  await portal.ingest(document('orders', 'FIRST', {}))
  await portal.signIn('ann@a.example', 'C-1')
  await portal.signIn('packer@a.example', 'C-1', 'logistics')
  await owner.query(`update accounts set time_zone = 'America/New_York'`)
  await portal.runDueJobs()
  portal.setTime('2026-03-09T12:00:00Z')
  await portal.runDueJobs()
  await portal.ingest(
    document('quotes', 'Q-1', { status: 'open', validUntil: '2026-03-13' }),
    document('quotes', 'Q-2', { status: 'accepted', validUntil: '2026-03-13' }),
    document('invoices', 'I-1', { dueDate: '2026-03-13', currency: 'EUR', totals: { gross: '9.00', open: '9.00' } }),
    document('invoices', 'I-2', {
      dueDate: '2026-03-13',
      currency: 'EUR',
      totals: { gross: '9.00', open: '0.00', paid: '9.00' },
    }),
    document('shipments', 'S-1', { status: 'in_transit', promisedDate: '2026-03-09', estimatedDate: '2026-03-09' }),
    document('shipments', 'S-2', { status: 'delivered', promisedDate: '2026-03-09', deliveredDate: '2026-02-20' }),
  )
})

describe('what the calendar brings about', () => {
  test('is told at six in the morning by the clock of the account, not before', async () => {
    expect(await messagesAt('2026-03-10T09:59:00Z')).toEqual([])
    expect((await messagesAt('2026-03-10T10:01:00Z')).toSorted()).toEqual([
      'Invoice I-1 is due on 13 Mar 2026.',
      'Quote Q-1 expires on 13 Mar 2026.',
      'Shipment S-1 should have arrived on 9 Mar 2026.',
    ])
  })

  test('is told once, however many mornings go by', async () => {
    const before = await messagesAt('2026-03-10T12:00:00Z')
    expect(await messagesAt('2026-03-11T10:01:00Z')).toEqual(before)
    expect(await messagesAt('2026-03-13T10:01:00Z')).toEqual(before)
  })

  test('is made up for by a server that was down at the hour, and for days', async () => {
    const fresh = (await messagesAt('2026-03-17T15:00:00Z')).filter((message) => / was | expired /.test(message))
    expect(fresh.toSorted()).toEqual(['Invoice I-1 was due on 13 Mar 2026.', 'Quote Q-1 expired on 13 Mar 2026.'])
    expect(
      (await messagesAt('2026-03-17T16:00:00Z')).filter((message) => / was | expired /.test(message)),
    ).toHaveLength(2)
  })

  test('is told anew when the day it is about has moved', async () => {
    await portal.ingest(
      document('quotes', 'Q-1', { status: 'open', validUntil: '2026-03-20', modifiedAt: '2026-03-17T16:00:00Z' }),
    )
    expect(await messagesAt('2026-03-18T10:01:00Z')).toContain('Quote Q-1 expires on 20 Mar 2026.')
  })

  test('is not told to a role that may not see it', async () => {
    expect(await messagesAt('2026-03-18T10:02:00Z', 'packer@a.example')).toEqual([
      'Shipment S-1 should have arrived on 9 Mar 2026.',
    ])
  })

  test('is one notification where it concerns many, and what was over when a customer came is told nobody', async () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      document('invoices', `N-${n}`, { account: 'C-9', dueDate: n < 15 ? '2026-03-16' : '2026-03-20' }),
    )
    await portal.ingest(...many)
    await portal.signIn('new@b.example', 'C-9')
    await messagesAt('2026-03-18T11:00:00Z', 'new@b.example')
    expect(await messagesAt('2026-03-19T15:00:00Z', 'new@b.example')).toEqual(['15 invoices fall due soon.'])
  })
})

describe('a summary', () => {
  test('does not remind of what was paid, accepted or delivered before it leaves', async () => {
    await messagesAt('2026-03-22T12:00:00Z')
    await messagesAt('2026-03-22T12:05:00Z')
    await portal.mails()
    const priced = (open: string, paid: string) => ({
      ...{ dueDate: '2026-03-22', currency: 'EUR', totals: { gross: '9.00', open, paid } },
    })
    const promised = { promisedDate: '2026-03-22', estimatedDate: '2026-03-22' }
    await portal.ingest(
      document('quotes', 'Q-7', { status: 'open', validUntil: '2026-03-25' }),
      document('invoices', 'I-7', priced('9.00', '0.00')),
      document('invoices', 'I-8', priced('9.00', '0.00')),
      document('shipments', 'S-7', { status: 'in_transit', ...promised }),
    )
    const reminded = [
      'Invoice I-7 was due on 22 Mar 2026.',
      'Invoice I-8 was due on 22 Mar 2026.',
      'Quote Q-7 expires on 25 Mar 2026.',
      'Shipment S-7 should have arrived on 22 Mar 2026.',
    ]
    expect(await messagesAt('2026-03-23T10:01:00Z')).toEqual(expect.arrayContaining(reminded))
    await messagesAt('2026-03-23T10:05:00Z')
    await portal.ingest(
      document('quotes', 'Q-7', { status: 'accepted', validUntil: '2026-03-25' }),
      document('invoices', 'I-7', priced('0.00', '9.00')),
      document('shipments', 'S-7', { status: 'delivered', ...promised, deliveredDate: '2026-03-23' }),
    )
    await messagesAt('2026-03-23T11:00:30Z')
    const mails = (await portal.mails()).filter(({ to }) => to.address === 'ann@a.example')
    expect(mails.map(({ subject }) => subject)).toEqual(['Invoice I-8 was due on 22 Mar 2026.'])
  })
})
