import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryOver, withAccount, withTransaction } from './connect.ts'
import { refuseUnsafeRole } from './roles.ts'
import { testDatabase } from './testing.ts'

const database = await testDatabase()
const { viewer, server } = database.pools

test('amounts, dates and times arrive as the texts they are', async () => {
  const { rows } = await server.query(`select 12345678901234567.8900::numeric as amount, 9007199254740993::int8 as big,
    date '1899-12-31' as day, timestamptz '2026-03-01 08:00:00.123456+01' as at, array[1.10::numeric] as amounts,
    array[timestamptz '2026-03-01 00:00Z', null] as times`)
  expect(rows[0]).toEqual({
    amount: '12345678901234567.8900',
    big: '9007199254740993',
    day: '1899-12-31',
    at: '2026-03-01T07:00:00.123456Z',
    amounts: ['1.10'],
    times: ['2026-03-01T00:00:00Z', null],
  })
})

test('the server refuses to work as a role that sees every customer', async () => {
  await expect(refuseUnsafeRole(viewer)).resolves.toBeUndefined()
  await expect(refuseUnsafeRole(server)).resolves.toBeUndefined()
  await expect(refuseUnsafeRole(database.owner)).rejects.toThrow(/superuser/)
})

test('a customer sees their own account and nothing of another', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()]
  await queryOver(server)
    .insertInto('accounts')
    .values([
      { account_id: mine, number: `M-${mine}`, name: 'Mine' },
      { account_id: theirs, number: `T-${theirs}`, name: 'Theirs' },
    ])
    .execute()
  await withTransaction(server, ({ db }) =>
    db
      .insertInto('documents')
      .values(
        [mine, theirs].map((account_id) => ({
          account_id,
          id: randomUUID(),
          type: 'orders',
          number: 'SO-1',
          status: 'open',
          source_system: 'erp',
          content_hash: Buffer.alloc(32),
          ingested_at: '2026-03-01T00:00:00Z',
        })),
      )
      .execute(),
  )
  const seen = await withAccount(viewer, mine, ({ db }) => db.selectFrom('documents').select('account_id').execute())
  expect(seen).toEqual([{ account_id: mine }])
  const without = await viewer.query('select account_id from documents')
  expect(without.rows).toEqual([])
})
