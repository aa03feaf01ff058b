import { expect, test } from 'vitest'
import { sharesOf } from './stages.ts'

test('Each document carries its share of the order, never more than all of it', () => {
  const carried = { a: '4', b: '10.000000', c: '25' }
  expect([...sharesOf('10.000000', carried)]).toEqual([
    ['a', 0.4],
    ['b', 1],
    ['c', 1],
  ])
  expect(sharesOf(null, carried).size).toBe(0)
  expect(sharesOf('0', carried).size).toBe(0)
})
