import type { ReadOptions } from '#contract/imports/profile.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import type { Finding, GuessedProfile, NamedFile } from '#server/formats/format.ts'
import { headingOf } from '../map/columns.ts'
import { readHead } from '../read/decode.ts'
import { readXlsx } from '../read/xlsx.ts'
import { guessDateOrder, guessDecimals, guessEncoding, guessSeparator, sampleRows } from './dialect.ts'
import { guessProfile } from './profile.ts'

const headSize = 256 * 1024
const sampleSize = 500

/** A profile for a file, and by what it was guessed. Throws FileRefused for what is no table. */
export async function guessFile({ name, path }: NamedFile): Promise<GuessedProfile> {
  const head = await readHead(path, headSize)
  if (head.toString('latin1', 0, 4) === 'PK\u0003\u0004') return guessWorkbook(name, path)
  return guessText(head, name, head.length < headSize)
}

/** A profile for a CSV from its first bytes; `isWhole` when there are no more. */
export function guessText(head: Uint8Array, fileName: string, isWhole: boolean): GuessedProfile {
  const encoding = guessEncoding(head, isWhole)
  const text = new TextDecoder(encoding.value).decode(head, { stream: !isWhole })
  const start = text.trimStart()
  if (start.startsWith('<') || start.startsWith('{') || start.startsWith('[')) {
    throw new FileRefused('XML and JSON are not guessed: write their profile by docs/file-imports.md.')
  }
  const separator = guessSeparator(isWhole && !/[\r\n]$/.test(text) ? `${text}\n` : text)
  const rows = sampleRows(isWhole && !/[\r\n]$/.test(text) ? `${text}\n` : text, separator.value)
  const read: ReadOptions = { as: 'csv', encoding: encoding.value, separator: separator.value }
  const findings: Finding[] = [
    { about: `encoding ${encoding.value}`, ...encoding },
    { about: `separator ${JSON.stringify(separator.value)}`, ...separator },
    ...guessSigns(rows, read),
  ]
  return withFindings(findings, guessProfile(rows, { fileName, read, table: {} }))
}

/** Sets the date order and the signs of numbers that the cells show. */
function guessSigns(rows: readonly (readonly string[])[], read: ReadOptions): Finding[] {
  const findings: Finding[] = []
  const dates = guessDateOrder(rows.flat())
  if (dates) {
    read.dates = dates.value
    findings.push({ about: `dates ${dates.value}`, ...dates })
  }
  const decimals = guessDecimals(rows.flat())
  if (decimals) {
    Object.assign(read, decimals.value)
    findings.push({
      about: `decimals "${decimals.value.decimal}", thousands "${decimals.value.thousands}"`,
      ...decimals,
    })
  }
  return findings
}

async function guessWorkbook(fileName: string, path: string): Promise<GuessedProfile> {
  const rows: string[][] = []
  let sheet = ''
  let lastLine = 0
  for await (const row of readXlsx(path, undefined, (name) => {
    sheet = name
  })) {
    if (!('cells' in row)) continue
    while (++lastLine < row.line && rows.length < sampleSize) rows.push([])
    lastLine = row.line
    rows.push(row.cells.map(headingOf))
    if (rows.length >= sampleSize) break
  }
  const read: ReadOptions = { as: 'xlsx' }
  const findings: Finding[] = [
    { about: 'a workbook', certainty: 1, evidence: 'The file begins as a ZIP of XML.' },
    { about: `sheet "${sheet}"`, certainty: 0.8, evidence: 'It is the first that is not hidden.' },
    ...guessSigns(rows, read),
  ]
  return withFindings(findings, guessProfile(rows, { fileName, read, table: { sheet } }))
}

function withFindings(findings: readonly Finding[], guessed: GuessedProfile): GuessedProfile {
  const all = [...findings, ...guessed.findings]
  return { ...guessed, findings: all.map(({ about, certainty, evidence }) => ({ about, certainty, evidence })) }
}
