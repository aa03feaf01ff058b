import type { GuessFinding } from '#contract/imports/guess.ts'
import type { ReadOptions } from '#contract/imports/profile.ts'
import type { GuessedProfile, GuessOptions } from '#server/formats/format.ts'
import { headingOf } from '../map/columns.ts'
import { readXlsx } from '../read/xlsx.ts'
import { because } from './dialect.ts'
import { guessProfile } from './profile.ts'
import { guessSigns } from './signs.ts'
import { mostTables, noPlaces, type SampledTable, sampleSize } from './table.ts'

/** A profile for a workbook, by the first sheet with documents; another may hold their lines. */
export async function guessWorkbook(fileName: string, path: string, options: GuessOptions): Promise<GuessedProfile> {
  const { choices } = options
  const first = await sampleSheet(path, choices.sheet)
  const samples = [first]
  const names = first.sheets.filter((name) => name !== first.sheet).slice(0, mostTables - 1)
  for (const name of names) samples.push(await sampleSheet(path, name))
  const guesses = samples.map(({ sheet, rows }) => {
    const others = samples.filter((other) => other.sheet !== sheet)
    const tables = others.map((other) => ({ name: other.sheet, sample: sheetSample(other) }))
    const read: ReadOptions = { as: 'xlsx' }
    const signs = guessSigns(rows, read, choices)
    const guessed = guessProfile(sheetSample({ sheet, rows }), { fileName, read, ...options, others: tables })
    return { sheet, signs, guessed, linesTables: others.map((other) => other.sheet) }
  })
  const [own] = guesses as [(typeof guesses)[number]]
  // The first sheet may hold notes only, or the lines.
  const withDocuments =
    guesses.find(({ guessed }) => guessed.lineColumns.length > 0) ??
    guesses.find(({ guessed }) => 'number' in guessed.profile.documents.fields)
  const best = (choices.sheet === undefined ? withDocuments : own) ?? own
  const findings: GuessFinding[] = [
    { subject: 'workbook', value: '', certainty: 1, because: because('workbook') },
    {
      ...{ subject: 'sheet', value: best.sheet, certainty: choices.sheet === undefined ? 0.8 : 1 },
      because: because(choices.sheet === undefined ? (best === own ? 'firstSheet' : 'sheetOfDocuments') : 'chosen'),
    },
    ...best.signs,
  ]
  return {
    ...{ ...best.guessed, findings: [...findings, ...best.guessed.findings], sheets: [...first.sheets] },
    ...{ places: noPlaces, linesTables: best.linesTables, text: null },
  }
}

const sheetSample = ({ sheet, rows }: { sheet: string; rows: readonly string[][] }): SampledTable => ({
  rows,
  locate: (_, header) => ({ sheet, ...(header === 0 ? {} : { header: header + 1 }) }),
})

/** The beginning of a sheet, by default the first that is not hidden, with the names of all. */
async function sampleSheet(path: string, chosen: string | undefined) {
  const rows: string[][] = []
  let [sheet, sheets]: [string, readonly string[]] = ['', []]
  let lastLine = 0
  for await (const row of readXlsx(path, chosen, (name, all) => {
    sheet = name
    sheets = all
  })) {
    if (!('cells' in row)) continue
    while (++lastLine < row.line && rows.length < sampleSize) rows.push([])
    lastLine = row.line
    rows.push(row.cells.map(headingOf))
    if (rows.length >= sampleSize) break
  }
  return { sheet, sheets, rows }
}
