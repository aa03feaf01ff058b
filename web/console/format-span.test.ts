import { expect, test } from 'vitest'
import { formatSpan } from './format-span.ts'

test('a wait is told in the largest unit that says enough', () => {
  const told = [0, 60, 59 * 60, 89 * 60, 91 * 60, 26 * 3600, 47 * 3600, 49 * 3600, 12 * 86_400].map(formatSpan)
  expect(told).toEqual([
    '1 minute',
    '1 minute',
    '59 minutes',
    '89 minutes',
    '2 hours',
    '26 hours',
    '47 hours',
    '2 days',
    '12 days',
  ])
})
