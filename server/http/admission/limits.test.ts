import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lanesFor, rates, restPolicy } from './lanes.ts'
import { limits } from './limits.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/limits.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const numbersIn = (text: string) =>
  [...text.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(',', '')))
const rowOf = (name: string) => rows.find(([, first]) => first === name)?.slice(2) ?? []

const lanes = Object.entries(lanesFor({ cores: 2, connections: 16 }))

test.each(lanes)('an operator reads of the lane %s what holds', (name, lane) => {
  const { places, each, account, waiting, wait, ownWait } = lane
  const documented = rowOf(name)
    .slice(1, -1)
    .map((cell) => (cell === 'no limit' ? Number.POSITIVE_INFINITY : numbersIn(cell)[0]))
  expect(documented).toEqual([places, each, account, waiting, wait, ownWait])
})

test.each(Object.entries(rates))('an operator reads of the rate of a %s what holds', (name, { perSecond, burst }) => {
  expect(rowOf(name).slice(1).flatMap(numbersIn)).toEqual([perSecond, burst])
})

test.each([
  ['bodies under way, of one caller', [limits.bodiesOfOne]],
  ['body of an ordinary call', [limits.bodyBytes, limits.bodies.call.whole]],
  ['file of a person', [limits.bodies.file.whole, limits.bodies.file.least, limits.bodies.file.within]],
  ['what an ERP sends', [limits.bodies.ingest.least, limits.bodies.ingest.within]],
  ['headers', [limits.headersTimeout, limits.checkConnections]],
  ['reply of which the other end takes nothing', [limits.connectionTimeout]],
  ['connections', [limits.connections]],
  ['connections of one address that have said nothing yet', [limits.halfOpen]],
  ['connections of one address that rest', [limits.resting]],
])('an operator reads of %s what holds', (name, numbers) => {
  expect(rowOf(name).flatMap(numbersIn)).toEqual(numbers)
})

test('an operator reads how long a person who asks for much rests while others read', () => {
  const [paragraph = ''] = /^While others read,[\s\S]*?\n\n/m.exec(page) ?? []
  expect(numbersIn(paragraph).slice(0, 2)).toEqual([restPolicy.whileReadWithin, restPolicy.atMost])
  const documented = Object.fromEntries(
    [...paragraph.matchAll(/`(\w+)` (\d)/g)].map(([, lane, times]) => [lane, Number(times)]),
  )
  expect(documented).toEqual(restPolicy.times)
})

test.each([
  [1, 6],
  [1, 8],
  [2, 8],
  [2, 16],
  [8, 32],
  [64, 100],
])(
  'with %i cores and %i connections no lane is closed, and all together leave a connection to health checks',
  (cores, connections) => {
    const { people, strangers, search, files, ingest } = lanesFor({ cores, connections })
    for (const lane of [people, strangers, search, ingest]) {
      expect(lane.each).toBeGreaterThan(0)
      expect(lane.each).toBeLessThan(lane.places)
      expect(lane.account).toBeGreaterThan(0)
    }
    expect(files.places).toBeGreaterThan(0)
    expect(people.places + search.places + files.places).toBeLessThan(connections)
  },
)
