import { fileLimits, Meter, type Row } from './rows.ts'

/** How a CSV is written; `quote` is "" when there is none. */
export type CsvDialect = { separator: string; quote: string }

/** A quoted cell longer than this was opened by mistake: the rest of the file would be in it. */
const longestRecord = 4 * fileLimits.cellLength

/**
 * The rows of a CSV, whatever its line ends are. A quote that is not closed makes one row a fault and no more: reading
 * goes on with the next line.
 */
export async function* readCsv(chunks: AsyncIterable<string>, dialect: CsvDialect): AsyncGenerator<Row> {
  const reader = new RecordReader(dialect)
  const meter = new Meter()
  for await (const chunk of chunks) {
    for (const row of reader.read(chunk, false)) {
      meter.row('cells' in row ? row.cells.length : 0)
      yield row
    }
  }
  for (const row of reader.read('', true)) yield row
}

/** Cuts text into records; what is not finished waits for the next piece. */
export class RecordReader {
  #text = ''
  #position = 0
  #line = 1
  readonly #dialect: CsvDialect

  constructor(dialect: CsvDialect) {
    this.#dialect = dialect
  }

  *read(chunk: string, last: boolean): Generator<Row> {
    this.#text = this.#text.slice(this.#position) + chunk
    this.#position = 0
    while (this.#position < this.#text.length) {
      const record = this.#record(last) ?? (this.#isTooLong(last) ? this.#unquoted(last) : undefined)
      if (!record) return
      const { cells, end, lines, fault } = record
      yield { line: this.#line, cells, ...(fault === undefined ? {} : { fault }) }
      this.#position = end
      this.#line += lines
    }
  }

  #isTooLong(last: boolean): boolean {
    return last || this.#text.length - this.#position > longestRecord
  }

  /** The record at the position; undefined when its end is not there yet, or it has a quote that is not closed. */
  #record(last: boolean): ReadRecord | undefined {
    const text = this.#text
    const cells: string[] = []
    let lines = 1
    for (let at = this.#position; ; ) {
      const cell = this.#cell(at, last)
      if (!cell) return undefined
      lines += cell.lines
      cells.push(cell.value)
      const after = text[cell.end]
      if (after === this.#dialect.separator) {
        at = cell.end + 1
        continue
      }
      // A carriage return at the end of what is there may have its line feed in the next piece.
      if (!last && (after === undefined || (after === '\r' && cell.end + 1 === text.length))) return undefined
      return withLongCells({ cells, end: lineEndAfter(text, cell.end), lines })
    }
  }

  #cell(at: number, last: boolean): { value: string; end: number; lines: number } | undefined {
    const text = this.#text
    const { separator, quote } = this.#dialect
    const start = quote === '' ? -1 : quoteStart(text, at, quote, separator)
    if (start === -1) {
      const end = plainEnd(text, at, separator)
      return { value: text.slice(at, end), end, lines: 0 }
    }
    const cell = quotedCell(text, start + 1, quote, separator, last)
    return cell && cell.value.length <= longestRecord ? cell : undefined
  }

  /** The line at the position with its quotes as they are. */
  #unquoted(last: boolean): ReadRecord | undefined {
    const text = this.#text
    const rest = /\r\n?|\n/g
    rest.lastIndex = this.#position
    const match = rest.exec(text)
    if (!match && !last) {
      // One line that is longer than any record: what is there is passed over.
      return { cells: [], end: text.length, lines: 0, fault: 'The line is too long to be read.' }
    }
    const end = match?.index ?? text.length
    return {
      cells: text.slice(this.#position, end).split(this.#dialect.separator),
      end: match ? rest.lastIndex : text.length,
      lines: 1,
      fault: `A quote (${this.#dialect.quote}) is opened in this line and never closed. Write quotes inside a cell twice, or set "quote" to "".`,
    }
  }
}

type ReadRecord = { cells: string[]; end: number; lines: number; fault?: string }

function withLongCells(record: ReadRecord): ReadRecord {
  const column = record.cells.findIndex((cell) => cell.length > fileLimits.cellLength)
  if (column === -1) return record
  const fault = `The cell in column ${column + 1} is longer than ${fileLimits.cellLength.toLocaleString('en')} characters.`
  return { ...record, cells: record.cells.map((cell) => cell.slice(0, 200)), fault }
}

/** Where the next record begins, after the line end at this place or at the end of the text. */
function lineEndAfter(text: string, at: number): number {
  if (text[at] === undefined) return at
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

/** Where a quoted cell begins, blanks before it passed over; -1 for a plain cell. */
function quoteStart(text: string, from: number, quote: string, separator: string): number {
  let at = from
  while (text[at] === ' ' && separator !== ' ') at++
  return text[at] === quote ? at : -1
}

function plainEnd(text: string, from: number, separator: string): number {
  let at = from
  for (; at < text.length; at++) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') break
  }
  return at
}

/**
 * A quoted cell up to the quote that ends it: one before a separator or a line end. Other quotes stand for themselves,
 * written twice or not.
 */
function quotedCell(text: string, from: number, quote: string, separator: string, last: boolean) {
  let value = ''
  let start = from
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at)) {
    const next = text[at + 1]
    if (next === quote) {
      value += text.slice(start, at + 1)
      at += 2
      start = at
      continue
    }
    let end = at + 1
    while (text[end] === ' ' && separator !== ' ') end++
    const after = text[end]
    if (after === undefined && !last) return undefined
    if (after === undefined || after === separator || after === '\n' || after === '\r') {
      value += text.slice(start, at)
      return { value, end, lines: countLineEnds(text, from, at) }
    }
    at++
  }
  return undefined
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const character = text[at]
    if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) count++
  }
  return count
}
