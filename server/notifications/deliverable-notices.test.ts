import { beforeAll, describe, expect, test } from 'vitest'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { testPortal } from '../testing/portal.ts'

/* Which notices are mailed after the mail server was away and is back. */
const portal = await testPortal('2026-03-09T09:00:00Z')
const { owner } = portal.database
let day = 9
const dayText = () => `2026-03-${String(day).padStart(2, '0')}`
const document = (type: IngestDocument['type'], number: string): IngestDocument => ({
  ...{ type, number, account: 'C-1', status: 'on_hold', issueDate: dayText() },
})
const person = `(select id from users where email = 'ann@a.example')`
const membership = (set: string) => owner.query(`update memberships set ${set} where user_id = ${person}`)
const unsent = async () => (await owner.query('select count(*) from mails where sent_at is null')).rows

let ann: string
const put = (path: string, body: object) => portal.call('PUT', `/notifications/${path}`, { token: ann, body })

/**
 * Subjects mailed on a new day on which an order and a shipment are held up; `before` runs between writing and sending.
 */
async function mailedAfter(before: () => Promise<unknown>): Promise<string[]> {
  day += 1
  portal.setTime(`${dayText()}T09:00:00Z`)
  ann = await portal.login('ann@a.example')
  await portal.ingest(document('orders', `W-${day}`), document('shipments', `W-${day}`))
  portal.setTime(`${dayText()}T09:02:00Z`)
  await portal.runDueJobs()
  await before()
  return (await portal.mails()).filter(({ to }) => to.address === 'ann@a.example').map(({ subject }) => subject)
}

beforeAll(async () => {
  await portal.ingest({ type: 'orders', number: 'FIRST', account: 'C-1', issueDate: '2026-01-01' })
  portal.setTime('2026-03-09T09:01:00Z')
  ann = await portal.signIn('ann@a.example', 'C-1', 'buyer')
  await put('settings', {
    kinds: ['orders.onHold', 'shipments.exception'].map((kind) => ({ kind, channels: ['now'] })),
  })
  await portal.runDueJobs()
  await portal.mails()
})

describe('a mail that waits for a mail server', () => {
  test('says all of it when nothing has changed', async () => {
    expect(await mailedAfter(async () => undefined)).toEqual(['2 new notifications in Test portal'])
  })

  test('leaves out what its reader may no longer see', async () => {
    expect(await mailedAfter(() => membership(`role = 'finance'`))).toEqual([`Order W-${day} is on hold.`])
    await membership(`role = 'buyer'`)
  })

  test('leaves out what was sent for the wrong customer, and has moved to another since', async () => {
    const moves = () => portal.ingest({ ...document('orders', `W-${day}`), account: 'C-2' })
    expect(await mailedAfter(moves)).toEqual([`Shipment W-${day} is held up.`])
    const both = () =>
      portal.ingest(
        { ...document('orders', `W-${day}`), account: 'C-2' },
        { ...document('shipments', `W-${day}`), account: 'C-2' },
      )
    expect(await mailedAfter(both)).toEqual([])
  })

  test('leaves out what its reader has muted since, or does not want by mail any more', async () => {
    const mute = () => put('choices', { subject: 'document', type: 'orders', key: `W-${day}`, choice: 'mute' })
    expect(await mailedAfter(mute)).toEqual([`Shipment W-${day} is held up.`])
    const portalOnly = () => put('settings', { kinds: [{ kind: 'shipments.exception', channels: ['portal'] }] })
    expect(await mailedAfter(portalOnly)).toEqual([`Order W-${day} is on hold.`])
    await put('settings', { kinds: [{ kind: 'shipments.exception', channels: ['now'] }] })
  })

  test('never leaves when its reader has ended the mails, and is not kept', async () => {
    expect(await mailedAfter(() => owner.query('update notice_readers set mails_ended = true'))).toEqual([])
    expect(await unsent()).toEqual([{ count: '0' }])
    await owner.query('update notice_readers set mails_ended = false')
  })

  test('that came too late waits for the end of quiet hours', async () => {
    const quiet = () => put('settings', { quiet: { from: '10:00', to: '12:00' } })
    expect(await mailedAfter(quiet)).toEqual([])
    portal.setTime(`${dayText()}T10:59:00Z`)
    expect(await portal.mails()).toEqual([])
    portal.setTime(`${dayText()}T11:00:01Z`)
    expect((await portal.mails()).map(({ subject }) => subject)).toEqual(['2 new notifications in Test portal'])
    await owner.query('update notice_readers set quiet_from = null, quiet_to = null')
  })

  test('that is the daily summary is looked at once more as well', async () => {
    // Older than what is mailed as news.
    day += 3
    await owner.query(
      `update notice_readers set channels = '{"orders.onHold": ["digest"], "shipments.exception": ["digest"]}'`,
    )
    expect(await mailedAfter(async () => undefined)).toEqual([])
    portal.setTime(`${dayText().slice(0, 8)}${day + 1}T07:00:00Z`)
    await portal.runDueJobs()
    await membership(`role = 'finance'`)
    expect((await portal.mails()).map(({ subject }) => subject)).toEqual([`Order W-${day} is on hold.`])
    await membership(`role = 'buyer'`)
  })

  test('never leaves when its reader has left the account', async () => {
    const gone = () => owner.query(`delete from memberships where user_id = ${person}`)
    await owner.query(`update notice_readers set channels = '{"orders.onHold": ["now"]}'`)
    expect(await mailedAfter(gone)).toEqual([])
    expect(await unsent()).toEqual([{ count: '0' }])
  })
})
