import { expect, test } from 'vitest'
import type { DocumentLine } from '#contract/documents/endpoints.ts'
import { groupedLines } from './line-groups.ts'

const none = { ordered: '4', shipped: '0', delivered: '0', invoiced: '0', returned: '0', cancelled: '0', open: '0' }
const line = (number: string, more: object = {}) =>
  ({ line: number, kind: 'item', status: null, ...more }) as DocumentLine
const staged = (number: string, stages: object) => line(number, { stages: { ...none, ...stages } })
const shown = (lines: DocumentLine[]) =>
  groupedLines(lines).map((entry) => ('line' in entry ? entry.line.line : `${entry.group} (${entry.count})`))

test('the lines of an order stand below what will happen to them, the open ones first', () => {
  const lines = [
    staged('1', { shipped: '4', delivered: '4' }),
    staged('2', { cancelled: '4' }),
    staged('3', { shipped: '4' }),
    staged('4', { open: '4' }),
    staged('5', { shipped: '1', delivered: '1', open: '3' }),
  ]
  expect(shown(lines)).toEqual([
    ...['toCome (2)', '4', '5', 'underWay (1)', '3', 'delivered (1)', '1', 'cancelled (1)', '2'],
  ])
})

test('a single group needs no head', () => {
  expect(shown([staged('2', { open: '4' }), staged('1', { open: '1' })])).toEqual(['2', '1'])
  expect(shown([line('1'), line('2', { kind: 'charge' })])).toEqual(['1', '2'])
})

test('charges and texts stay with the line before them, and are not counted', () => {
  const lines = [
    line('0', { kind: 'text' }),
    staged('1', { shipped: '4', delivered: '4' }),
    line('2', { kind: 'charge' }),
    staged('3', { open: '4' }),
  ]
  expect(shown(lines)).toEqual(['toCome (1)', '3', 'delivered (1)', '0', '1', '2'])
})

test('what is optional in a quote, and what was not accepted, stands below what is included', () => {
  const lines = [line('1', { option: 'optional' }), line('2', { status: 'rejected' }), line('3'), line('4')]
  expect(shown(lines)).toEqual(['included (2)', '3', '4', 'optional (1)', '1', 'cancelled (1)', '2'])
})
