import type { ProfileTable, ReadOptions } from '#contract/imports/profile.ts'
import { readCsv } from './csv.ts'
import { decodedText } from './decode.ts'
import { readFixedWidth } from './fixed-width.ts'
import { readJson } from './json.ts'
import type { Row } from './rows.ts'
import { readXlsx } from './xlsx.ts'
import { readXml } from './xml.ts'

/** All rows of a table in a file, the headings among them. `onSheet` gets the name of the sheet of a workbook. */
export function rowsOfFile(
  path: string,
  read: ReadOptions,
  table: Pick<ProfileTable, 'sheet' | 'widths' | 'rows'>,
  onSheet?: (name: string) => void,
): AsyncGenerator<Row> {
  switch (read.as) {
    case 'xlsx':
      return readXlsx(path, table.sheet, onSheet)
    case 'fixed':
      return readFixedWidth(decodedText(path, read.encoding), table.widths ?? [])
    case 'xml':
      return readXml(path, table.rows ?? '')
    case 'json':
      return readJson(path, table.rows ?? '')
    default:
      return readCsv(decodedText(path, read.encoding), { separator: read.separator ?? ',', quote: read.quote ?? '"' })
  }
}
