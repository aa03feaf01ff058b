import { normalizeWord } from './value-words.ts'

/** How programs begin rows of sums, in the six languages. */
const sumWords = [
  ...['sum', 'total', 'subtotal', 'grandtotal', 'summe', 'gesamt', 'gesamtsumme', 'zwischensumme', 'endsumme'],
  ...[
    'somme',
    'soustotal',
    'totalgénéral',
    'suma',
    'totalgeneral',
    'totaal',
    'subtotaal',
    'eindtotaal',
    'المجموع',
    'الإجمالي',
  ],
]

/** The heading and the word of a cell by which rows of sums are known; undefined when there are none. */
export function sumRow(
  headings: readonly string[],
  samples: readonly (readonly string[])[],
): [heading: string, word: string] | undefined {
  for (const row of samples) {
    const at = row.findIndex((cell) => cell.trim() !== '')
    const text = row[at]?.trim() ?? ''
    const heading = headings[at]
    const [word = ''] = /^[^:\d(]*/.exec(text) ?? []
    if (heading && sumWords.includes(normalizeWord(word))) return [heading, word.trim()]
  }
  return undefined
}
