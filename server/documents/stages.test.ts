import { expect, test } from 'vitest'
import { sharesOf, stagesOf } from './stages.ts'

test('What has become of a line is told without idle zeros', () => {
  const row = {
    ...{ position: 3, ordered: '10.000000', shipped: '5.500000', delivered: '4.000000' },
    ...{ invoiced: '-1.000000', returned: '0.000000', cancelled: '0.000000', open: '4.500000' },
  }
  expect(stagesOf([row]).get(3)).toEqual({
    ...{ ordered: '10', shipped: '5.5', delivered: '4', invoiced: '-1', returned: '0', cancelled: '0', open: '4.5' },
  })
})

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
