import { formatText } from '#contract/format-text.ts'
import { type Language, localeOf } from '#contract/languages.ts'
import type { TextValue } from '#contract/message.ts'
import { type TextKey, texts } from '#contract/texts.ts'
import { escapeFormulas } from '#contract/values/spreadsheet.ts'
import { csvRows } from './write.ts'

/** A text in the language of whoever reads the table. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, TextValue>>) => string

/** How a list is written as a table. */
export type Table<Row> = {
  headings: (t: Translate) => readonly string[]
  cells: (row: Row, t: Translate) => readonly string[]
}

/**
 * Writes a list as CSV with headings in a language, each cell safe in a spreadsheet, a page at a time. A list that is
 * read already is its only page.
 */
export function csvOf<Row>(
  { headings, cells }: Table<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): (language: Language) => AsyncGenerator<string> {
  return async function* (language) {
    const t: Translate = (key, values = {}) => formatText(texts[language][key], localeOf(language), values)
    // Spreadsheets take the file for UTF-8 by its first character.
    yield `\uFEFF${csvRows([headings(t)])}`
    for await (const page of pages) yield csvRows(page.map((row) => cells(row, t).map(escapeFormulas)))
  }
}
