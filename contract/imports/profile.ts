import { type Static, Type } from 'typebox'
import { profileNamePattern } from './profile-name.ts'
import { ColumnSchema, ConditionSchema, ValueSchema } from './values.ts'

/*
 * An import profile: how the files of one program become documents. It is data, kept in the database and exported as one
 * JSON file; docs/file-imports.md explains it by task.
 */

/** The version of this schema. A profile of a later one is refused with a sentence, never read by halves. */
export const profileVersion = 1

/** What a profile reads. */
export const fileKinds = ['csv', 'fixed', 'xlsx', 'xml', 'json'] as const
export type FileKind = (typeof fileKinds)[number]

/** The encodings of text files, by the names of the WHATWG standard. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1256',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'ibm866',
  'macintosh',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof encodings)[number]

export const dateOrders = ['day first', 'month first', 'year first'] as const
export type DateOrder = (typeof dateOrders)[number]

const strict = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const name = (maxLength: number) => Type.String({ minLength: 1, maxLength })

const ReadOptions = strict({
  /** What the files are. */
  as: Type.Enum([...fileKinds]),
  /** Of text files; a byte order mark decides before it. UTF-8 by default. */
  encoding: Type.Optional(Type.Enum([...encodings])),
  /** What stands between two columns of a CSV; a comma by default. */
  separator: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  /** What stands around a cell of a CSV that holds a separator; the double quote by default, "" for none. */
  quote: Type.Optional(Type.String({ maxLength: 1 })),
  /** The decimal sign of numbers that are text; a point by default. Numbers of a workbook need none. */
  decimal: Type.Optional(Type.Enum(['.', ','])),
  /** What sets thousands apart, of which each group has three digits; "" by default: nothing may. */
  thousands: Type.Optional(Type.Enum(['', '.', ',', ' ', "'"])),
  /** The order of dates such as 03/04/2026; dates that begin with four digits are year first in any case. */
  dates: Type.Optional(Type.Enum([...dateOrders])),
  /** The time zone of moments that name none, as in "Europe/Berlin"; UTC by default. */
  timeZone: Type.Optional(name(100)),
})
export type ReadOptions = Static<typeof ReadOptions>

const Table = strict({
  /** What the profile calls it. */
  name: name(100),
  /** Which files hold it, with * for anything: "head_*.csv". What * stands for tells which files belong together. */
  file: Type.Optional(name(200)),
  /** The sheet of a workbook, by its name or its number from 1; by default the first that is not hidden. */
  sheet: Type.Optional(Type.Union([name(100), Type.Integer({ minimum: 1, maximum: 1000 })])),
  /** The row of the headings, from 1 (the default); 0 when there are none and columns are named by number. */
  header: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  /** The first row with data, from 1; by default the one after the headings. */
  first: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  /** Where the table ends: at the end of the file (the default), or at the first empty row after data. */
  until: Type.Optional(Type.Enum(['end', 'empty row'])),
  /** The columns of a file with fixed widths: name, first character from 1, number of characters. */
  widths: Type.Optional(
    Type.Array(
      strict({
        name: name(200),
        from: Type.Integer({ minimum: 1, maximum: 100_000 }),
        length: Type.Integer({ minimum: 1, maximum: 100_000 }),
      }),
      { minItems: 1, maxItems: 1000 },
    ),
  ),
  /** In XML and JSON: the path of the elements or objects that are the rows, as in "Orders/Order"; "" for the file itself. */
  rows: Type.Optional(Type.String({ maxLength: 500 })),
  /** Columns whose empty cells mean the value above, as merged cells do. */
  fillDown: Type.Optional(Type.Array(ColumnSchema, { maxItems: 200 })),
  /** Rows that are passed over: sums, repeated headings. A row without any value always is. */
  skip: Type.Optional(Type.Array(ConditionSchema, { maxItems: 50 })),
})
export type ProfileTable = Static<typeof Table>

/** Fields by their path in a document of `POST /api/ingest/documents`: "number", "totals.net", "billTo.lines[1]". */
const Fields = Type.Record(Type.String({ minLength: 1, maxLength: 200 }), ValueSchema)
export type ProfileFields = Static<typeof Fields>

const List = strict({
  /** The list of the document that is filled: "lines", "references", "shipment.packages". */
  into: name(200),
  /** The table of its rows; by default the one of the documents. */
  from: Type.Optional(name(100)),
  /** In another table: the columns whose values name the document, in the order of the document's own key. */
  key: Type.Optional(Type.Array(ColumnSchema, { minItems: 1, maxItems: 10 })),
  /** In XML and JSON: the path of the entries inside the row, as in "Positions/Position". */
  each: Type.Optional(name(500)),
  /** Only rows for which this holds become entries. */
  when: Type.Optional(ConditionSchema),
  /** Entries that are equal are one: references that stand on each line. */
  distinct: Type.Optional(Type.Boolean()),
  fields: Fields,
})
export type ProfileList = Static<typeof List>

const Customer = strict({
  /** What the value is: the number in the ERP, a VAT number, a GLN, or a name that is confirmed in `names`. */
  by: Type.Enum(['number', 'vat', 'gln', 'name']),
  value: ValueSchema,
  /** The account numbers of customers' names, as somebody has confirmed them. */
  names: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 300 }), name(100))),
})

const Documents = strict({
  /** The table that holds them; by default the first. */
  from: Type.Optional(name(100)),
  /** Whether each row is a document, the file is one, or rows with the same values in `key` are. */
  per: Type.Enum(['row', 'file', 'key']),
  key: Type.Optional(Type.Array(ColumnSchema, { minItems: 1, maxItems: 10 })),
  customer: Customer,
  fields: Fields,
  lists: Type.Optional(Type.Array(List, { maxItems: 20 })),
})

export const ImportProfile = strict({
  version: Type.Literal(profileVersion),
  /** By which calls, commands and folders name it. */
  name: Type.String({ pattern: profileNamePattern }),
  /** What people read. */
  title: Type.Optional(Type.String({ maxLength: 200 })),
  read: ReadOptions,
  tables: Type.Array(Table, { minItems: 1, maxItems: 10 }),
  documents: Documents,
  /** Value tables by name: what the file says, and what the portal says. Case and blanks around do not count. */
  values: Type.Optional(
    Type.Record(
      Type.String({ minLength: 1, maxLength: 100 }),
      Type.Record(Type.String(), Type.String({ maxLength: 2000 })),
    ),
  ),
  /** The company or system of yours that numbers the documents, where numbers of several repeat. */
  source: Type.Optional(name(100)),
  /**
   * Each file is a full list: documents that an earlier one named, that this one does not, and that are not closed are
   * withdrawn.
   */
  fullList: Type.Optional(
    strict({
      /** The percentage of them beyond which none is withdrawn, because the list is more likely cut off; 20 by default. */
      atMost: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
  ),
})
export type ImportProfile = Static<typeof ImportProfile>

/** A profile of which one part tells what its table is called. Returns the table of the documents. */
export function documentTable({ tables, documents }: ImportProfile): ProfileTable | undefined {
  return documents.from === undefined ? tables[0] : tables.find((table) => table.name === documents.from)
}
