import { expect, test } from 'vitest'
import type { StoredChange } from '#contract/documents/changes.ts'
import { promiseSteps } from './promise-history.ts'

const change = (field: StoredChange['field'], old: string | null, now: string | null) =>
  ({ field, old, new: now }) as StoredChange
const at = (day: number) => `2026-03-0${day}T10:00:00Z`
const dates = (promisedDate: string | null, estimatedDate: string | null = null) => ({ promisedDate, estimatedDate })

test('a date that never moved is one step, and no date is none', () => {
  expect(promiseSteps(dates('2026-04-01'), [])).toEqual([
    { date: '2026-04-01', kind: 'promised', at: null, slipDays: 0 },
  ])
  expect(promiseSteps(dates(null), [])).toEqual([])
})

test('a date that moved twice is three steps, each with how late it is against the first', () => {
  const changes = [
    { at: at(5), changes: [change('promisedDate', '2026-04-03', '2026-03-30')] },
    { at: at(2), changes: [change('promisedDate', '2026-04-01', '2026-04-03')] },
  ]
  expect(promiseSteps(dates('2026-03-30'), changes)).toEqual([
    { date: '2026-04-01', kind: 'promised', at: null, slipDays: 0 },
    { date: '2026-04-03', kind: 'promised', at: at(2), slipDays: 2 },
    { date: '2026-03-30', kind: 'promised', at: at(5), slipDays: -2 },
  ])
})

test('an estimate that differs from the promise is what holds, and the promise came before it', () => {
  expect(promiseSteps(dates('2026-04-01', '2026-04-08'), [])).toEqual([
    { date: '2026-04-01', kind: 'promised', at: null, slipDays: 0 },
    { date: '2026-04-08', kind: 'estimated', at: null, slipDays: 7 },
  ])
  expect(promiseSteps(dates('2026-04-01', '2026-04-01'), [])).toEqual([
    { date: '2026-04-01', kind: 'promised', at: null, slipDays: 0 },
  ])
  expect(promiseSteps(dates(null, '2026-04-08'), [])).toEqual([
    { date: '2026-04-08', kind: 'estimated', at: null, slipDays: 0 },
  ])
})

test('an estimate that came later is a step of its own', () => {
  const changes = [{ at: at(4), changes: [change('estimatedDate', null, '2026-04-08')] }]
  expect(promiseSteps(dates('2026-04-01', '2026-04-08'), changes)).toEqual([
    { date: '2026-04-01', kind: 'promised', at: null, slipDays: 0 },
    { date: '2026-04-08', kind: 'estimated', at: at(4), slipDays: 7 },
  ])
})

test('a change that moved nothing that holds, or another field, is no step', () => {
  const changes = [
    { at: at(5), changes: [change('customerReference', 'a', 'b')] },
    { at: at(4), changes: [change('promisedDate', '2026-03-31', '2026-04-01')] },
    { at: at(3), changes: [change('estimatedDate', '2026-04-08', '2026-04-08')] },
  ]
  expect(promiseSteps(dates('2026-04-01', '2026-04-08'), changes)).toEqual([
    { date: '2026-03-31', kind: 'promised', at: null, slipDays: 0 },
    { date: '2026-04-08', kind: 'estimated', at: null, slipDays: 8 },
  ])
})

test('a date that was taken back is shown until then, and one that was given later from then on', () => {
  const given = [{ at: at(3), changes: [change('promisedDate', null, '2026-04-01')] }]
  expect(promiseSteps(dates('2026-04-01'), given)).toEqual([
    { date: '2026-04-01', kind: 'promised', at: at(3), slipDays: 0 },
  ])
  const takenBack = [{ at: at(3), changes: [change('promisedDate', '2026-04-01', null)] }]
  expect(promiseSteps(dates(null), takenBack)).toEqual([
    { date: '2026-04-01', kind: 'promised', at: null, slipDays: 0 },
  ])
})
