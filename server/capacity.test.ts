import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseSettings, memoryWithin, thisMachine } from '#database/embedded/machine.ts'
import { capacityOf } from './capacity.ts'

const gibibyte = 2 ** 30
const cores = 4

test.each([
  ['no limit (version 1 of control groups)', 18_446_744_073_709_552_000, 8 * gibibyte],
  ['no limit (version 2)', 0, 8 * gibibyte],
  ['512 MB', 512 * 2 ** 20, gibibyte / 2],
  ['more than there is', 16 * gibibyte, 8 * gibibyte],
])('a container of 8 GB with %s has what it may use', (_, limit, memory) => {
  expect(memoryWithin(limit, 8 * gibibyte)).toBe(memory)
})

test('this machine has memory and cores', () => {
  expect(thisMachine().memory).toBeGreaterThan(64 * 2 ** 20)
  expect(thisMachine().cores).toBeGreaterThan(0)
})

test.each([0.5, 1, 2, 4, 64])('with %d GB everything fits in, and an operator reads the numbers that hold', (size) => {
  const machine = { memory: size * gibibyte, cores }
  const { connections, paperProcesses, paperLines } = capacityOf(machine)
  const { shared_buffers: buffers = '' } = databaseSettings(machine)
  const page = readFileSync(join(import.meta.dirname, '../docs/limits.md'), 'utf8')
  const row = page.split('\n').find((line) => line.startsWith(`| ${size} GB `))
  const documented = row
    ?.split('|')
    .slice(2, -1)
    .map((cell) => cell.trim().replaceAll(',', ''))
  expect(documented).toEqual([
    buffers.replace('MB', ' MB'),
    String(connections),
    String(paperProcesses),
    String(paperLines),
  ])
  // The server itself, PostgreSQL with both pools in use, and the longest papers.
  const paper = 110 + paperLines * 0.14
  const used = 200 + Number.parseInt(buffers, 10) + 2 * connections * 3 + paperProcesses * paper
  expect(used).toBeLessThan(size * 1024)
})
