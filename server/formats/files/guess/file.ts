import type { GuessChoices, GuessFinding } from '#contract/imports/guess.ts'
import type { ReadOptions } from '#contract/imports/profile.ts'
import type { GuessedProfile, GuessOptions, NamedFile } from '#server/formats/format.ts'
import { headingOf } from '../map/columns.ts'
import { markedEncoding, readHead } from '../read/decode.ts'
import type { TreeNode } from '../read/rows.ts'
import { readXlsx } from '../read/xlsx.ts'
import {
  because,
  type Guess,
  guessDateOrder,
  guessDecimals,
  guessEncoding,
  guessSeparator,
  sampleRows,
} from './dialect.ts'
import { guessProfile } from './profile.ts'
import { type SampleTree, sampleJson, sampleXml } from './tree.ts'
import { guessTree } from './tree-columns.ts'

const headSize = 256 * 1024
const sampleSize = 500
const noOptions: GuessOptions = { choices: {}, earlier: [] }

/** A profile for a file, and by what it was guessed. Throws FileRefused for what is neither a table nor XML or JSON. */
export async function guessFile({ name, path }: NamedFile, options = noOptions): Promise<GuessedProfile> {
  const head = await readHead(path, headSize)
  if (head.toString('latin1', 0, 4) === 'PK\u0003\u0004') return guessWorkbook(name, path, options)
  const encoding = markedEncoding(head) ?? 'utf-8'
  const [start = ''] = new TextDecoder(encoding).decode(head.subarray(0, 1024), { stream: true }).trimStart()
  if (start === '<') return guessParts(await sampleXml(path), name, options)
  if (start === '{' || start === '[') return guessParts(await sampleJson(path), name, options)
  return guessText(head, name, head.length < headSize, options)
}

/** A profile for a CSV from its first bytes; `isWhole` when there are no more. */
export function guessText(
  head: Uint8Array,
  fileName: string,
  isWhole: boolean,
  options: GuessOptions = noOptions,
): GuessedProfile {
  const { choices } = options
  const encoding = chosenOr(choices.encoding, () => guessEncoding(head, isWhole))
  const text = new TextDecoder(encoding.value).decode(head, { stream: !isWhole })
  const ended = isWhole && !/[\r\n]$/.test(text) ? `${text}\n` : text
  const separator = chosenOr(choices.separator, () => guessSeparator(ended))
  const rows = sampleRows(ended, separator.value)
  const read: ReadOptions = { as: 'csv', encoding: encoding.value, separator: separator.value }
  const findings: GuessFinding[] = [
    { subject: 'encoding', ...encoding },
    { subject: 'separator', ...separator },
    ...guessSigns(rows, read, choices),
  ]
  const guessed = guessProfile(rows, { fileName, read, table: {}, ...options })
  return { ...guessed, findings: [...findings, ...guessed.findings], sheets: [], places: noPlaces }
}

const noPlaces = { rows: [], lines: [] }

/** A profile for XML or JSON from its first elements. Numbers of JSON need no signs. */
function guessParts(sample: SampleTree, fileName: string, options: GuessOptions): GuessedProfile {
  const read: ReadOptions = { as: sample.as }
  const signs = guessSigns([textsOf(sample.top)], read, options.choices)
  const guessed = guessTree(sample, { fileName, read, ...options })
  const findings: GuessFinding[] = [
    {
      subject: 'kind',
      value: sample.as,
      certainty: 1,
      because: because('fileBegins', sample.as === 'xml' ? '<' : '{'),
    },
  ]
  return { ...guessed, findings: [...findings, ...signs, ...guessed.findings], sheets: [] }
}

function textsOf(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap(({ text, children }) => [
    ...(typeof text === 'string' && text !== '' ? [text] : []),
    ...textsOf(Object.values(children ?? {}).flat()),
  ])
}

function chosenOr<T>(chosen: T | undefined, guess: () => Guess<T>): Guess<T> {
  return chosen === undefined ? guess() : { value: chosen, certainty: 1, because: because('chosen') }
}

/** Sets the date order and the signs of numbers that the cells show, or that somebody chose. */
function guessSigns(rows: readonly (readonly string[])[], read: ReadOptions, choices: GuessChoices): GuessFinding[] {
  const findings: GuessFinding[] = []
  const dates = choices.dates
    ? chosenOr(choices.dates, () => ({ value: 'day first' as const, certainty: 0, because: because('chosen') }))
    : guessDateOrder(rows.flat())
  if (dates) {
    read.dates = dates.value
    findings.push({ subject: 'dates', ...dates })
  }
  const guessed = guessDecimals(rows.flat())
  const { decimal = guessed?.value.decimal } = choices
  const thousands = choices.thousands === 'none' ? '' : choices.thousands
  const isChosen = choices.decimal !== undefined || thousands !== undefined
  if (decimal !== undefined) {
    const other = decimal === ',' ? '.' : ','
    const sign = thousands ?? (choices.decimal === undefined ? guessed?.value.thousands : other) ?? ''
    Object.assign(read, { decimal, thousands: sign === decimal ? '' : sign })
    findings.push({
      ...{ subject: 'decimals', value: decimal, certainty: isChosen ? 1 : (guessed?.certainty ?? 0) },
      because: (!isChosen && guessed?.because) || because('chosen'),
    })
  }
  return findings
}

async function guessWorkbook(fileName: string, path: string, options: GuessOptions): Promise<GuessedProfile> {
  const rows: string[][] = []
  const { choices } = options
  let sheet = ''
  let sheets: readonly string[] = []
  let lastLine = 0
  for await (const row of readXlsx(path, choices.sheet, (name, all) => {
    sheet = name
    sheets = all
  })) {
    if (!('cells' in row)) continue
    while (++lastLine < row.line && rows.length < sampleSize) rows.push([])
    lastLine = row.line
    rows.push(row.cells.map(headingOf))
    if (rows.length >= sampleSize) break
  }
  const read: ReadOptions = { as: 'xlsx' }
  const findings: GuessFinding[] = [
    { subject: 'workbook', value: '', certainty: 1, because: because('workbook') },
    {
      ...{ subject: 'sheet', value: sheet, certainty: choices.sheet === undefined ? 0.8 : 1 },
      because: because(choices.sheet === undefined ? 'firstSheet' : 'chosen'),
    },
    ...guessSigns(rows, read, choices),
  ]
  const guessed = guessProfile(rows, { fileName, read, table: { sheet }, ...options })
  return { ...guessed, findings: [...findings, ...guessed.findings], sheets: [...sheets], places: noPlaces }
}
