import { getHeapStatistics } from 'node:v8'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { releaseMemoryWhenQuiet } from './idle-memory.ts'

const app = Fastify()
afterAll(() => app.close())

const megabytes = () => getHeapStatistics().total_heap_size / 2 ** 20

test('the portal gives back what a busy time has taken, once nobody calls any more', async () => {
  app.get('/busy', async () => Array.from({ length: 1_000_000 }, (_, index) => ({ index })).length)
  releaseMemoryWhenQuiet(app, 300)
  const before = megabytes()
  await app.inject('/busy')
  expect(megabytes()).toBeGreaterThan(before + 20)
  await expect.poll(megabytes, { timeout: 10_000 }).toBeLessThan(before + 5)
})
