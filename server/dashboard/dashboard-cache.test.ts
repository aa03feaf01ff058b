import { beforeAll, expect, test } from 'vitest'
import type { AccountChange } from '#database/listen.ts'
import { testPortal } from '../testing/portal.ts'
import { recordStatements, viewerOf } from '../testing/statement-plans.ts'
import { createDashboardCache } from './dashboard-cache.ts'

const today = '2026-03-10'
const portal = await testPortal(`${today}T09:00:00Z`)
let accountId = ''
let sent = 0
const sendOrder = () =>
  portal.ingest({
    account: 'C-1',
    type: 'orders',
    number: `SO-${++sent}`,
    status: 'confirmed',
    issueDate: today,
    lines: [],
  })

beforeAll(async () => {
  await sendOrder()
  const { rows } = await portal.database.owner.query<{ id: string }>('select account_id as id from accounts')
  accountId = rows[0]?.id ?? ''
})

async function versionsNow(): Promise<AccountChange> {
  const { rows } = await portal.database.owner.query<AccountChange['versions']>(
    'select quotes, orders, shipments, invoices from account_versions where account_id = $1',
    [accountId],
  )
  return { accountId, versions: rows[0] as AccountChange['versions'] }
}

/**
 * How often the versions were read, and the conversations, approvals and questions with them, and how many other statements were sent, until a
 * change was shown.
 */
async function lookAgain(announce?: 'in time' | 'late'): Promise<[versions: number, others: number]> {
  let announceChange = (_: AccountChange): void => undefined
  let open = 0
  let before = 0
  const statements = await recordStatements(portal.database.urls.viewer, async (viewerPool) => {
    const counted = createDashboardCache(
      viewerPool,
      (rows) => rows.open.reduce((all, { count }) => all + count, 0),
      (onChange) => (announceChange = onChange),
    )
    const look = async () => (await counted(viewerOf(accountId), today)).built
    before = await look()
    await sendOrder()
    if (announce === 'in time') announceChange(await versionsNow())
    open = await look()
    if (announce === 'late') {
      announceChange(await versionsNow())
      open = await look()
    }
  })
  expect(open).toBe(before + 1)
  const timesOf = (statement: string) => statements.filter(({ name }) => name.endsWith(`dashboard ${statement}`)).length
  const versions = timesOf('versions')
  for (const each of ['conversations', 'approvals', 'questions'])
    expect([each, timesOf(each)]).toEqual([each, versions])
  return [versions, statements.length - 4 * versions]
}

test('A dashboard shows a change whether it was announced in time, late or never, and reads least when it was in time', async () => {
  const [versionsInTime, readInTime] = await lookAgain('in time')
  const [versionsNever, readNever] = await lookAgain()
  const [versionsLate, readLate] = await lookAgain('late')
  // Each look reads them once; after a late announcement there is a third.
  expect([versionsInTime, versionsNever, versionsLate]).toEqual([2, 2, 3])
  expect([readNever, readLate]).toEqual([readInTime, readInTime])
})
