import { expect, test } from 'vitest'
import { testDatabase } from '#database/testing/database.ts'
import { withTransaction } from '#database/transaction.ts'
import { awaitStatements } from './await-statements.ts'

const { pools } = await testDatabase()

test('a batch that cannot be written fails for its reason, not because it had failed already', async () => {
  const writing = withTransaction(pools.work, async (client) => {
    const inSteps = async () => {
      await client.query('select 1')
      // Sent when the other statement has failed.
      await client.query('select 2')
    }
    await awaitStatements([inSteps(), client.query('select 1 / 0')])
  })
  await expect(writing).rejects.toMatchObject({ code: '22012' })
})

test('a batch whose statements all went well goes on', async () => {
  const written = withTransaction(pools.work, async (client) => {
    await awaitStatements([client.query('select 1'), undefined])
    return 'written'
  })
  expect(await written).toBe('written')
})
