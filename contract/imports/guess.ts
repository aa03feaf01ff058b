import { type Static, Type } from 'typebox'
import { documentTypes } from '../values.ts'
import { dateOrders, encodings } from './profile.ts'
import type { ProfileValue } from './values.ts'

/* What the portal takes a file for, by what in it, and what a person chose instead. */

/** By what something was guessed; `chosen` is by nobody but the person. */
const becauseCodes = [
  'chosen',
  'byteOrderMark',
  'zeroBytes',
  'onlyAscii',
  'isUtf8',
  'notUtf8',
  'separator',
  'oneColumn',
  'yearFirst',
  'dayFirst',
  'monthFirst',
  'pointsInDates',
  'bothWays',
  'commaDecimals',
  'pointDecimals',
  'groups',
  'threeDigits',
  'workbook',
  'firstSheet',
  'sheetOfDocuments',
  'numberOrName',
  'unknownType',
  'headings',
  'noHeadings',
  'heading',
  'earlier',
  'unusedColumn',
  'noCurrency',
  'unknownValue',
  'fileBegins',
  'repeated',
  'blankColumns',
  'noBlankColumns',
  'sameNumbers',
  'noSharedNumbers',
  'noLinesTable',
] as const

/** The reason of a guess: `text` is what stands in the file. */
export const Because = Type.Object({
  code: Type.Enum([...becauseCodes]),
  text: Type.String(),
  /** A month that there is not, a number of columns or a share in percent, where the reason has one. */
  count: Type.Integer(),
})
export type Because = Static<typeof Because>

/** What a finding is about. */
const findingSubjects = [
  'encoding',
  'separator',
  'dates',
  'decimals',
  'workbook',
  'sheet',
  'type',
  'header',
  'linesTable',
  'lineHeader',
  'column',
  'currency',
  'value',
  'kind',
  'rows',
  'lines',
] as const

export const GuessFinding = Type.Object({
  subject: Type.Enum([...findingSubjects]),
  /** What was found: an encoding, a separator, a type. */
  value: Type.String(),
  /** From 0 to 1. */
  certainty: Type.Number(),
  because: Because,
})
export type GuessFinding = Static<typeof GuessFinding>

const shortText = (maxLength: number) => Type.String({ maxLength })
const heading = Type.String({ minLength: 1, maxLength: 500 })
const headingRow = Type.Integer({ minimum: 0, maximum: 1000 })

/** A value as profiles have it. Whether it is one is checked with the profile, which is nested to a bounded depth. */
const Formula = Type.Unsafe<ProfileValue>(Type.Unknown())

/** What a person chose instead of what was guessed. */
export const GuessChoices = Type.Object(
  {
    name: Type.Optional(shortText(63)),
    title: Type.Optional(shortText(200)),
    /** What a text is. */
    as: Type.Optional(Type.Enum(['csv', 'fixed'])),
    /** The first character of each column of a text with fixed widths, from 1. */
    starts: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 100_000 }), { minItems: 1, maxItems: 1000 })),
    encoding: Type.Optional(Type.Enum([...encodings])),
    separator: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    decimal: Type.Optional(Type.Enum(['.', ','])),
    thousands: Type.Optional(Type.Enum(['none', '.', ',', ' ', "'"])),
    dates: Type.Optional(Type.Enum([...dateOrders])),
    sheet: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** The path of the elements that are rows, in XML and JSON. */
    rows: Type.Optional(shortText(500)),
    /** The path of the lines inside them; "" for none. */
    lines: Type.Optional(shortText(500)),
    /** The row of the headings, from 1; 0 when there are none. */
    header: Type.Optional(headingRow),
    /** The sheet or file that holds the lines of the documents; "" when they stand in the same rows. */
    linesTable: Type.Optional(shortText(255)),
    /** The row of the headings there. */
    lineHeader: Type.Optional(headingRow),
    type: Type.Optional(Type.Enum([...documentTypes])),
    /** The currency of amounts where no column has one. */
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    /** Rows with this beginning in the column of the number are passed over; "" for none. */
    skip: Type.Optional(shortText(100)),
    /** Whether the file is the full list of all that there is. */
    fullList: Type.Optional(Type.Boolean()),
    /** The field of a column by its heading; "" for none. */
    columns: Type.Optional(Type.Record(heading, shortText(100))),
    /** The same of the sheet or file that holds the lines. */
    lineColumns: Type.Optional(Type.Record(heading, shortText(100))),
    /** Fields whose values are put together of columns and texts, instead of what a column says. */
    formulas: Type.Optional(Type.Record(shortText(100), Formula)),
    /** What the values of a table mean. */
    values: Type.Optional(Type.Record(shortText(100), Type.Record(Type.String(), shortText(100)))),
  },
  { additionalProperties: false },
)
export type GuessChoices = Static<typeof GuessChoices>

/** A column of the file, with the field that it was taken for; '' for none. */
export const GuessColumn = Type.Object({
  heading: Type.String(),
  samples: Type.Array(Type.String()),
  field: Type.String(),
  certainty: Type.Number(),
  because: Because,
})
export type GuessColumn = Static<typeof GuessColumn>

/** A value table with what occurs in the file; `to` is "?" where nobody knows. */
export const GuessTable = Type.Object({
  name: Type.String(),
  entries: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  /** What the portal can say; empty where a customer's number is asked for. */
  choices: Type.Array(Type.String()),
})
export type GuessTable = Static<typeof GuessTable>

/** A place in XML or JSON whose elements may be rows, or lines inside them. */
export const GuessPlace = Type.Object({
  /** "" for the file itself. */
  path: Type.String(),
  /** How many elements stand there; at least so many when only the beginning of the file was looked at. */
  count: Type.Integer(),
  isWhole: Type.Boolean(),
})
export type GuessPlace = Static<typeof GuessPlace>

/** The places among which rows and lines can be chosen; of a table there are none. */
export const GuessPlaces = Type.Object({ rows: Type.Array(GuessPlace), lines: Type.Array(GuessPlace) })
export type GuessPlaces = Static<typeof GuessPlaces>
