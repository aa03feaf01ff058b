import type { Because } from '#contract/imports/guess.ts'

const sentences: Readonly<Record<Because['code'], (text: string, count: number) => string>> = {
  chosen: () => 'It was chosen.',
  byteOrderMark: () => 'The file begins with a byte order mark.',
  zeroBytes: () => 'Every other byte is zero.',
  onlyAscii: () => 'There are only letters of ASCII.',
  isUtf8: (text) => `"${text}" is UTF-8.`,
  notUtf8: (text) => `The file is not UTF-8; as Windows-1252 it says "${text}".`,
  separator: (share, columns) => `It cuts ${share} of the rows into ${columns} columns.`,
  oneColumn: () => 'No sign cuts the rows into several columns.',
  yearFirst: (text) => `"${text}" begins with the year.`,
  dayFirst: (text, month) => `"${text}": there is no month ${month}, so the day is first.`,
  monthFirst: (text, month) => `"${text}": there is no month ${month}, so the month is first.`,
  pointsInDates: (text) => `"${text}" has points, as where the day is first; no date of the file proves it.`,
  bothWays: (text) => `"${text}" can be read both ways, and so can all dates of the file: look at one you know.`,
  commaDecimals: (text) => `"${text}": decimals after a comma.`,
  pointDecimals: (text) => `"${text}": decimals after a point.`,
  groups: (text) => `"${text}": groups of three digits, and no number of the file has decimals.`,
  threeDigits: (text) => `"${text}" can be thousands or three decimals: look at one you know.`,
  workbook: () => 'The file begins as a ZIP of XML.',
  firstSheet: () => 'It is the first that is not hidden.',
  sheetOfDocuments: () => 'It is the first with numbers of documents.',
  numberOrName: () => 'By the number that stands in it, or the name of the file.',
  unknownType: () => 'Nothing in the file says what it holds: choose the type.',
  headings: (text) => text,
  noHeadings: () => 'Each row has a number, as headings have not: columns go by their numbers.',
  blankColumns: (_, columns) => `Blanks stand below each other between ${columns} columns.`,
  noBlankColumns: () => 'No blanks stand below each other: say where the columns begin.',
  sameNumbers: (text) => `The number ${text} stands in both.`,
  noSharedNumbers: () => 'No column of it has numbers of the documents: say which one has.',
  noLinesTable: () => 'No other table has lines with numbers of these documents.',
  heading: (text) => (text === '' ? 'By its heading.' : `By its heading, and values such as "${text}".`),
  earlier: (text) => `The profile "${text}" reads a column of this heading so.`,
  unusedColumn: () => 'Nobody knows what this column is: it is left out.',
  noCurrency: () => 'There are amounts and no column with a currency: correct it if it is another.',
  fileBegins: (text) => `The file begins with "${text}".`,
  repeated: (text, count) => `"${text}" occurs ${count} times in what was looked at.`,
  unknownValue: () => 'Fill in what this means: until then it is refused.',
}

/** The reason of a guess as a sentence. */
export function evidenceText({ code, text, count }: Because): string {
  return sentences[code](text, count)
}
