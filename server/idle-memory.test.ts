import { getHeapStatistics } from 'node:v8'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { releaseMemoryWhenQuiet } from './idle-memory.ts'

const app = Fastify()
afterAll(() => app.close())

const megabytes = () => getHeapStatistics().total_heap_size / 2 ** 20

test('the portal gives back what a busy time has taken, once nobody calls any more, and what jobs take after it', async () => {
  let held: { index: number }[] = []
  app.get('/busy', async () => {
    held = Array.from({ length: 2_000_000 }, (_, index) => ({ index }))
    return held.length
  })
  releaseMemoryWhenQuiet(app, 300)
  await app.inject('/busy')
  const busy = megabytes()
  held = []
  await expect.poll(megabytes, { timeout: 5_000 }).toBeLessThan(busy - 40)
  held = Array.from({ length: 2_000_000 }, (_, index) => ({ index }))
  const afterJobs = megabytes()
  held = []
  await expect.poll(megabytes, { timeout: 5_000 }).toBeLessThan(afterJobs - 40)
})
