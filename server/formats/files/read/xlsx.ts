import { FileRefused } from '#server/formats/file-refused.ts'
import { type Cell, fileLimits, Meter, type Row } from './rows.ts'
import { decimalOfFloat, serialDate } from './serial-date.ts'
import {
  listSheets,
  localName,
  openWorkbook,
  partParser,
  partText,
  readDateStyles,
  readSharedTexts,
  type Sheet,
} from './xlsx-parts.ts'

type CellContext = { texts: readonly string[]; dateStyles: readonly boolean[]; from1904: boolean }

/**
 * The rows of one sheet of a workbook, as they are read from its ZIP; a row that is not there is not given. A formula
 * gives the result that was saved with it. `onSheet` gets the sheet's name, and those of all that are
 * not hidden.
 */
export async function* readXlsx(
  path: string,
  wanted: string | number | undefined,
  onSheet?: (name: string, all: readonly string[]) => void,
): AsyncGenerator<Row> {
  const workbook = await openWorkbook(path)
  try {
    const { sheets, from1904 } = await listSheets(workbook)
    const sheet = chooseSheet(sheets, wanted)
    onSheet?.(
      sheet.name,
      sheets.filter(({ hidden }) => !hidden).map(({ name }) => name),
    )
    const context = {
      texts: await readSharedTexts(workbook),
      dateStyles: await readDateStyles(workbook),
      from1904,
    }
    yield* sheetRows(partText(workbook, sheet.part), context)
  } finally {
    workbook.zip.close()
  }
}

function chooseSheet(sheets: readonly Sheet[], wanted: string | number | undefined): Sheet {
  const sheet =
    wanted === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : typeof wanted === 'number'
        ? sheets[wanted - 1]
        : sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase())
  if (sheet) return sheet
  const names = sheets.map(({ name }) => `"${name}"`).join(', ')
  throw new FileRefused(
    wanted === undefined ? 'The workbook has no sheet.' : `The workbook has no sheet "${wanted}". It has ${names}.`,
  )
}

async function* sheetRows(chunks: AsyncIterable<string>, context: CellContext): AsyncGenerator<Row> {
  const reader = sheetReader(context)
  for await (const chunk of chunks) {
    reader.write(chunk)
    yield* reader.takeRows()
  }
  reader.close()
  yield* reader.takeRows()
}

type OpenCell = { column: number; type: string; style: number; value: string; hasFormula: boolean; hasValue: boolean }

function sheetReader(context: CellContext) {
  const meter = new Meter()
  let rows: Row[] = []
  let line = 0
  let cells: Cell[] = []
  let nextColumn = 0
  let cell: OpenCell | undefined
  let inValue = false
  let filled = 0
  const parser = partParser({
    open: ({ name, attributes }) => {
      const tag = localName(name)
      if (tag === 'row') {
        line = Number(attributes.r ?? line + 1)
        cells = []
        nextColumn = 0
        filled = 0
      } else if (tag === 'c') {
        const column = columnOf(attributes.r) ?? nextColumn
        nextColumn = column + 1
        if (column >= fileLimits.columns) throw new FileRefused('The sheet has more columns than a workbook can have.')
        const style = Number(attributes.s ?? 0)
        cell = { column, type: attributes.t ?? 'n', style, value: '', hasFormula: false, hasValue: false }
      } else if (tag === 'f' && cell) cell.hasFormula = true
      else if ((tag === 'v' || tag === 't') && cell) {
        inValue = true
        cell.hasValue = true
      }
    },
    close: (name) => {
      const tag = localName(name)
      if (tag === 'v' || tag === 't') inValue = false
      else if (tag === 'c' && cell) {
        const value = cellValue(cell, context)
        if (value !== '') {
          while (cells.length < cell.column) cells.push('')
          cells[cell.column] = value
          filled++
        }
        cell = undefined
      } else if (tag === 'row') {
        meter.row(filled)
        rows.push({ line, cells })
      }
    },
    text: (text) => {
      if (inValue && cell && cell.value.length <= fileLimits.cellLength) cell.value += text
    },
  })
  return {
    ...parser,
    takeRows: (): Row[] => {
      const read = rows
      rows = []
      return read
    },
  }
}

function cellValue({ type, style, value, hasFormula, hasValue }: OpenCell, context: CellContext): Cell {
  if (hasFormula && !hasValue) {
    return { fault: 'it is a formula whose result was not saved; open the workbook, save it and send it again' }
  }
  switch (type) {
    case 's':
      return context.texts[Number(value)] ?? ''
    case 'str':
    case 'inlineStr':
      return value
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'e':
      return { fault: `it shows the error ${value}` }
    case 'd':
      return /T(?!00:00(:00)?)/.test(value) ? { moment: value.slice(0, 19) } : { day: value.slice(0, 10) }
    default: {
      if (value.trim() === '') return ''
      const decimal = decimalOfFloat(value)
      if (decimal === undefined) return value
      return context.dateStyles[style]
        ? (serialDate(decimal, context.from1904) ?? { number: decimal })
        : { number: decimal }
    }
  }
}

/** The column of a reference such as AB12, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
