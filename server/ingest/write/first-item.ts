import { firstItemLength } from '#contract/documents/endpoints.ts'
import type { LineRow } from '../check/prepare.ts'

/** The name, or else the SKU, of the first line that is an item; null when there is none. */
export function firstItemOf(lines: readonly Pick<LineRow, 'kind' | 'sku' | 'details'>[]): string | null {
  const first = lines.find(({ kind }) => kind === 'item')
  if (!first) return null
  const { name } = JSON.parse(first.details) as { name?: string }
  return [...(name ?? first.sku ?? '')].slice(0, firstItemLength).join('') || null
}
