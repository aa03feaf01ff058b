import type { DocumentLine } from '#contract/documents/endpoints.ts'
import { fold } from '#contract/search/search.ts'

type SearchedLine = Pick<DocumentLine, 'line' | 'sku' | 'customerSku' | 'gtin' | 'name' | 'description'>

/** The lines that hold every typed word in their name, number, item or text; all without a word. */
export function linesWith<L extends SearchedLine>(lines: readonly L[], typed: string): readonly L[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return lines
  return lines.filter(({ line, sku, customerSku, gtin, name, description }) => {
    const text = fold([line, sku, customerSku, gtin, name, description].filter(Boolean).join(' '))
    return words.every((word) => text.includes(word))
  })
}
