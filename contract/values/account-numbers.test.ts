import { expect, test } from 'vitest'
import { accountNumbersIn } from './account-numbers.ts'

test('A list of customer numbers is read at its commas, semicolons and lines, and a number keeps its blanks', () => {
  expect(accountNumbersIn(' C-1001,DE 4711; 10 020\r\nC-7، C-8,\n')).toEqual([
    'C-1001',
    'DE 4711',
    '10 020',
    'C-7',
    'C-8',
  ])
  expect(accountNumbersIn(' , ')).toEqual([])
})
