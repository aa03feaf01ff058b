import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { addIdentifier, eachAccount, listIdentifiers, removeIdentifier, showAccount } from '../accounts/accounts.ts'
import { renameAccount } from '../accounts/rename.ts'
import { takeIn } from '../ingest/intake.ts'
import { ingestQuarantined } from '../ingest/trade/trade-messages.ts'
import { assignDocument, dropDocument, eachQuarantined, type QuarantineDeps } from '../quarantine/quarantine.ts'

const database = await testDatabase()
const workPool = database.pools.work
const ingest = { workPool, clock: () => new Date('2026-04-10T08:00:00Z'), newId: () => randomUUIDv7() }
const deps: QuarantineDeps & typeof ingest = {
  ...ingest,
  workPool,
  feed: (content, account) => ingestQuarantined(ingest, content, account),
}
const order = readFileSync(join(import.meta.dirname, '../formats/ubl/fixtures/order.xml'))
const send = () => takeIn(ingest, 'ubl', order, { dryRun: false })
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}
const waiting = () => collect(eachQuarantined(workPool))

beforeEach(async () => {
  await database.owner.query('truncate accounts, quarantine cascade')
  await database.owner.query(
    "insert into accounts (account_id, number, name) values (gen_random_uuid(), 'C-1', 'One'), (gen_random_uuid(), 'C-2', 'Two')",
  )
})

describe('a document that nobody could be told from', () => {
  test('goes to the account that the operator names, and the account learns its identifiers', async () => {
    await send()
    const [entry] = await waiting()
    expect(entry).toMatchObject({
      type: 'orders',
      number: 'SO-100',
      buyerName: 'Wasserwerk Süd',
      reason: expect.stringContaining('GLN 4012345000009'),
    })
    await addIdentifier(deps, 'C-2', { scheme: 'VAT', value: 'DE 811569869' })
    expect(await assignDocument(deps, entry?.id ?? '', 'C-1', true)).toEqual({
      report: expect.objectContaining({ created: 1, rejected: 0 }),
      learned: [{ scheme: 'GLN', value: '4012345000009' }],
      learnable: [],
      foreign: [{ scheme: 'VAT', value: 'DE811569869', account: 'C-2' }],
    })
    expect(await waiting()).toEqual([])
    expect(await showAccount(workPool, 'C-1')).toMatchObject({
      documents: { orders: 1 },
      identifiers: [{ scheme: 'GLN', value: '4012345000009' }],
    })
    await removeIdentifier(deps, 'C-2', { scheme: 'VAT', value: 'DE811569869' })
    expect(await send()).toMatchObject({ unchanged: 1, quarantined: 0 })
  })

  test('goes to the customer who had the number that the operator names, who learns its identifiers', async () => {
    await send()
    const [entry] = await waiting()
    await renameAccount(deps, 'C-1', { number: 'C-9' })
    await addIdentifier(deps, 'C-9', { scheme: 'VAT', value: 'DE 811569869' })
    expect(await assignDocument(deps, entry?.id ?? '', 'C-1', true)).toMatchObject({
      report: { created: 1 },
      learned: [{ scheme: 'GLN', value: '4012345000009' }],
      foreign: [],
    })
    expect(await showAccount(workPool, 'C-9')).toMatchObject({ identifiers: [{ scheme: 'GLN' }, { scheme: 'VAT' }] })
  })

  test('only offers its identifiers when nothing is to be learned', async () => {
    await send()
    const [entry] = await waiting()
    expect(await assignDocument(deps, entry?.id ?? '', 'C-1', false)).toMatchObject({
      learned: [],
      learnable: [{ scheme: 'GLN' }, { scheme: 'VAT' }],
    })
    expect(await listIdentifiers(workPool, 'C-1')).toEqual([])
  })

  test('is not given to an account that does not exist, and can be dropped once', async () => {
    await send()
    const id = (await waiting())[0]?.id ?? ''
    await expect(assignDocument(deps, id, 'C-3', true)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no account "C-3".',
    })
    expect(await waiting()).toHaveLength(1)
    await dropDocument(workPool, id)
    await expect(dropDocument(workPool, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(dropDocument(workPool, 'no id at all')).rejects.toMatchObject({ code: 'not_found' })
    expect(await waiting()).toEqual([])
  })
})

describe('the identifiers of an account', () => {
  test('belong to one account, are compared in one form, and can be taken away', async () => {
    expect(await addIdentifier(deps, 'C-1', { scheme: '0088', value: ' 4012345000009 ' })).toEqual({
      scheme: 'GLN',
      value: '4012345000009',
    })
    expect(await addIdentifier(deps, 'C-1', { scheme: 'gln', value: '4012345000009' })).toEqual({
      scheme: 'GLN',
      value: '4012345000009',
    })
    await expect(addIdentifier(deps, 'C-2', { scheme: 'EAN', value: '4012345000009' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'GLN 4012345000009 belongs to customer C-1 already.',
    })
    await expect(addIdentifier(deps, 'C-9', { scheme: 'GLN', value: '1' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(addIdentifier(deps, 'C-1', { scheme: 'GLN', value: ' ' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await send()).toMatchObject({ created: 1 })
    await removeIdentifier(deps, 'C-1', { scheme: 'GLN', value: '4012345000009' })
    await expect(removeIdentifier(deps, 'C-1', { scheme: 'GLN', value: '4012345000009' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('stand beside the account in the list of accounts', async () => {
    const accounts = await collect(eachAccount(workPool))
    expect(accounts.map(({ number, name }) => [number, name])).toEqual([
      ['C-1', 'One'],
      ['C-2', 'Two'],
    ])
    await expect(showAccount(workPool, 'c-1')).rejects.toMatchObject({ code: 'not_found' })
  })
})
