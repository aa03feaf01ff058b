import { expect, test } from 'vitest'
import { loadTexts } from './load-texts.ts'
import { label, t } from './text.ts'

await loadTexts(['auth', 'shell', 'account'])

test('a text says one and many in the right form', () => {
  expect(t('search.count', { count: 1, text: 'SO-1' })).toBe('1 result for “SO-1”')
  expect(t('search.count', { count: 1284, text: 'SO-1' })).toBe('1,284 results for “SO-1”')
  expect(t('search.count', { count: 0, text: 'SO-1' })).toBe('No results for “SO-1”')
})

test('a status the portal does not know yet is shown as a readable word', () => {
  expect(label('status.orders.in_progress')).toBe('In progress')
  expect(label('status.orders.waiting_for_parts')).toBe('Waiting for parts')
})
