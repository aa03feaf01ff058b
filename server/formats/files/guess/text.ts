import type { GuessFinding } from '#contract/imports/guess.ts'
import type { Encoding, ImportProfile, ReadOptions } from '#contract/imports/profile.ts'
import type { GuessedProfile, GuessOptions } from '#server/formats/format.ts'
import { uniqueHeadings } from '../map/columns.ts'
import { because, type Guess, guessEncoding, guessSeparator, sampleRows } from './dialect.ts'
import { cutLines, guessStarts, linesOf, shownLines, shownWidth, widthsOf } from './fixed.ts'
import { filePatterns } from './linked-tables.ts'
import { guessProfile } from './profile.ts'
import { chosenOr, guessSigns } from './signs.ts'
import { noPlaces, type SampledTable, sampleSize } from './table.ts'

/** Another text that may hold the lines; `isWhole` when `head` is all of it. */
export type OtherText = { name: string; head: Uint8Array; isWhole: boolean }

/** A profile for a text from its first bytes; `isWhole` when there are no more. */
export function guessText(
  head: Uint8Array,
  fileName: string,
  isWhole: boolean,
  options: GuessOptions = { choices: {}, earlier: [] },
  others: readonly OtherText[] = [],
): GuessedProfile {
  const { choices } = options
  const encoding = chosenOr(choices.encoding, () => guessEncoding(head, isWhole))
  const text = endedText(head, encoding.value, isWhole)
  const separator = chosenOr(choices.separator, () => guessSeparator(text))
  const lines = linesOf(text)
  const starts = fixedStarts(lines, separator, options)
  const sampleOf = (content: string, chosen: readonly number[] | undefined): SampledTable =>
    starts
      ? fixedSample(linesOf(content), chosen ?? guessStarts(linesOf(content))?.value ?? [1])
      : csvSample(content, separator.value)
  const sample = sampleOf(text, starts?.value)
  const read: ReadOptions = starts
    ? { as: 'fixed', encoding: encoding.value }
    : { as: 'csv', encoding: encoding.value, separator: separator.value }
  const otherTables = others.map(({ name, head: content, isWhole: all }) => ({
    ...{ name, sample: sampleOf(endedText(content, encoding.value, all), undefined) },
  }))
  const findings: GuessFinding[] = [
    {
      subject: 'kind',
      value: read.as,
      certainty: starts?.certainty ?? separator.certainty,
      because: starts?.because ?? separator.because,
    },
    { subject: 'encoding', ...encoding },
    ...(starts ? [] : [{ subject: 'separator' as const, ...separator }]),
    ...guessSigns(
      [sample, ...otherTables.map((other) => other.sample)].flatMap(({ rows }) => rows),
      read,
      choices,
    ),
  ]
  const guessed = guessProfile(sample, { fileName, read, ...options, others: otherTables })
  return {
    ...guessed,
    profile: withPatterns(guessed, fileName),
    findings: [...findings, ...guessed.findings],
    ...{ sheets: [], places: noPlaces, linesTables: otherTables.map(({ name }) => name) },
    text: starts
      ? {
          lines: lines.slice(0, shownLines).map((line) => line.slice(0, shownWidth).toWellFormed()),
          starts: starts.value,
        }
      : null,
  }
}

function endedText(head: Uint8Array, encoding: Encoding, isWhole: boolean): string {
  const text = new TextDecoder(encoding).decode(head, { stream: !isWhole })
  return isWhole && !/[\r\n]$/.test(text) ? `${text}\n` : text
}

/** Where columns of fixed widths begin; undefined for a CSV. They make more columns than any separator does. */
function fixedStarts(
  lines: readonly string[],
  separator: Guess<string>,
  { choices, earlier }: GuessOptions,
): Guess<number[]> | undefined {
  if (choices.as === 'csv') return undefined
  if (choices.starts) {
    const starts = [...new Set(choices.starts)].sort((a, b) => a - b)
    return { value: starts, certainty: 1, because: because('chosen') }
  }
  const known = choices.separator === undefined || choices.as === 'fixed' ? earlierStarts(lines, earlier) : undefined
  if (known) return known
  const guessed = guessStarts(lines)
  if (choices.as === 'fixed') return guessed ?? { value: [1], certainty: 0.2, because: because('noBlankColumns') }
  if (choices.separator !== undefined) return undefined
  return guessed && guessed.value.length > separator.because.count ? guessed : undefined
}

/** Where the columns of an earlier profile begin whose headings stand there. */
function earlierStarts(lines: readonly string[], earlier: readonly ImportProfile[]): Guess<number[]> | undefined {
  for (const { name, title, read, tables } of earlier) {
    const { widths } = tables[0] ?? {}
    if (read.as !== 'fixed' || !widths || widths.every((width, index) => width.name === String(index + 1))) continue
    const starts = widths.map(({ from }) => from)
    const headings = widths.map((width) => width.name).join('\n')
    if (cutLines(lines.slice(0, sampleSize), starts).some((cells) => uniqueHeadings(cells).join('\n') === headings))
      return { value: starts, certainty: 0.98, because: because('earlier', title ?? name) }
  }
  return undefined
}

const csvSample = (text: string, separator: string): SampledTable => ({
  rows: sampleRows(text, separator),
  locate: (_, header) => (header === 0 ? {} : { header: header + 1 }),
})

const fixedSample = (lines: readonly string[], starts: readonly number[]): SampledTable => ({
  rows: cutLines(lines.slice(0, sampleSize), starts),
  locate: (headings, header) => ({
    ...{ widths: widthsOf(headings, starts) },
    ...(header === -1 ? {} : { first: header + 2 }),
  }),
  isNamed: true,
})

/** The profile with the files of its tables, where the lines have one of their own. */
function withPatterns(
  { profile, findings }: Pick<GuessedProfile, 'profile' | 'findings'>,
  fileName: string,
): ImportProfile {
  const [documents, lines] = profile.tables
  const name = findings.find(({ subject }) => subject === 'linesTable')?.value
  if (!documents || !lines || name === undefined) return profile
  const [first, second] = filePatterns(fileName, name)
  return {
    ...profile,
    tables: [
      { ...documents, file: first },
      { ...lines, file: second },
    ],
  }
}
