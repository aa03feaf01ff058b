import { expect, test } from 'vitest'
import { firstItemLength } from '#contract/documents/endpoints.ts'
import { firstItemOf } from './first-item.ts'

const line = (kind: 'item' | 'charge', name?: string, sku: string | null = null) => ({
  ...{ kind, sku },
  details: JSON.stringify({ name }),
})

test('a document is about its first item, not about the freight before it, by its name or else its SKU', () => {
  expect(firstItemOf([line('charge', 'Freight'), line('item', 'Ball bearing', 'BB-1'), line('item', 'Shaft')])).toBe(
    'Ball bearing',
  )
  expect(firstItemOf([line('item', undefined, 'BB-1'), line('item', 'Shaft')])).toBe('BB-1')
})

test('a document of charges alone, or of an item without a name, is about nothing that could be said', () => {
  expect(firstItemOf([])).toBeNull()
  expect(firstItemOf([line('charge', 'Freight')])).toBeNull()
  expect(firstItemOf([line('item'), line('item', 'Shaft')])).toBeNull()
})

test('a long name is cut between two characters', () => {
  const cut = firstItemOf([line('item', '🚚'.repeat(firstItemLength + 1))])
  expect(cut).toBe('🚚'.repeat(firstItemLength))
})
