import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { minimumFreeSpace, readDiskSpace, watchDiskSpace } from './disk-space.ts'

const gibibyte = 2 ** 30
const silent = { info: () => undefined, warn: () => undefined }

test('1 GiB stays free, on a large disk 5 % of it, or what the operator has set', () => {
  expect(minimumFreeSpace({ free: 0, size: 8 * gibibyte })).toBe(gibibyte)
  expect(minimumFreeSpace({ free: 0, size: 200 * gibibyte })).toBe(10 * gibibyte)
  expect(minimumFreeSpace({ free: 0, size: 200 * gibibyte }, 64)).toBe(64)
})

test('a disk with less than that takes nothing new, and the log says so', async () => {
  const { free } = await readDiskSpace(tmpdir())
  const lines: string[] = []
  const log = { info: () => undefined, warn: (line: string) => void lines.push(line) }
  const short = await watchDiskSpace({ folder: tmpdir(), least: free * 2, log })
  expect(short.hasRoom()).toBe(false)
  expect(lines).toEqual([
    expect.stringMatching(/ MB free on the disk of .+: nothing new is taken until there is room\./),
  ])
  await short.stop()
  const roomy = await watchDiskSpace({ folder: tmpdir(), least: 1, log: silent })
  expect(roomy.hasRoom()).toBe(true)
  await roomy.stop()
})
