import { expect, test } from 'vitest'
import { sharesOf, stagesOf } from './stages.ts'

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

test('A share is rounded to hundredths, halves up, and what goes back is none', () => {
  const carried = { third: '1', half: '0.015', least: '0.0149', back: '-1' }
  expect(Object.fromEntries(sharesOf('3', carried))).toEqual({ third: 0.33, half: 0.01, least: 0, back: 0 })
  expect(Object.fromEntries(sharesOf('0.000001', { all: '0.000001' }))).toEqual({ all: 1 })
  expect(sharesOf('-3', { a: '1' }).size).toBe(0)
})

test('The quantities of a line are found by where it stands', () => {
  const stages = { shipped: '1', delivered: '0' }
  const rows = [{ position: 2, ...stages }] as unknown as Parameters<typeof stagesOf>[0]
  expect([...stagesOf(rows)]).toEqual([[2, stages]])
})
