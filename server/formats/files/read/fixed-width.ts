import { Meter, type Row } from './rows.ts'

type Width = { from: number; length: number }

/** The rows of a text with columns of fixed widths, one a line; blanks around a value are not part of it. */
export async function* readFixedWidth(chunks: AsyncIterable<string>, widths: readonly Width[]): AsyncGenerator<Row> {
  const meter = new Meter()
  let line = 0
  for await (const text of textLines(chunks)) {
    line++
    meter.row(widths.length)
    yield { line, cells: widths.map(({ from, length }) => text.slice(from - 1, from - 1 + length).trim()) }
  }
}

/** The lines of a text in pieces, whatever its line ends are. */
async function* textLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + chunk
    // The line feed of a carriage return may come in the next piece.
    const complete = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = complete.split(/\r\n?|\n/)
    rest = (lines.pop() ?? '') + text.slice(complete.length)
    yield* lines
  }
  if (rest.endsWith('\r')) rest = rest.slice(0, -1)
  if (rest !== '') yield rest
}
