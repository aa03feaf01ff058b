import { Type } from 'typebox'

/*
 * How a value of a document comes from a row of a file: a closed set of operations, written as data. Nothing in it is a
 * program; each operation reads its operands and gives a text. Numbers are exact decimals, never floats.
 */

/** A column: its heading in the file, its number from 1, or the path of an element or property in XML and JSON. */
export type Column = string | number

export type ProfileValue =
  /** What stands in the column; `of: 'document'` reads the row of the document where a list is read from other rows. */
  | { column: Column; of?: 'document' }
  | { constant: string }
  /** All that is not empty, with `with` in between. */
  | { join: readonly ProfileValue[]; with?: string }
  /** The part with this number, from 1, of a text that is cut at `at`; -1 is the last one. */
  | { split: ProfileValue; at: string; take: number }
  /** So many characters from this one on, the first is 1; without `length` all to the end. */
  | { part: ProfileValue; from: number; length?: number }
  | { replace: ProfileValue; find: string; by: string }
  | { upper: ProfileValue }
  | { lower: ProfileValue }
  /** Exact decimals. An empty operand makes the result empty. */
  | { add: readonly ProfileValue[] }
  | { subtract: readonly ProfileValue[] }
  | { multiply: readonly ProfileValue[] }
  | { divide: readonly ProfileValue[]; places: number }
  | { round: ProfileValue; places: number }
  /** What the value table has for the value; without `otherwise`, a value that it lacks is refused. */
  | { lookup: ProfileValue; in: string; otherwise?: ProfileValue }
  /** The first that is not empty: a column with a default. */
  | { first: readonly ProfileValue[] }
  | { if: ProfileCondition; yes: ProfileValue; no?: ProfileValue }
  /** The place of the entry in its list, times this step: 10, 20, 30 for step 10. */
  | { position: number }

export type ProfileCondition =
  | { empty: ProfileValue }
  | { equals: readonly [ProfileValue, ProfileValue] }
  | { contains: readonly [ProfileValue, ProfileValue] }
  | { begins: readonly [ProfileValue, ProfileValue] }
  /** As decimals: whether the first is less than the second. */
  | { less: readonly [ProfileValue, ProfileValue] }
  | { not: ProfileCondition }
  | { all: readonly ProfileCondition[] }
  | { any: readonly ProfileCondition[] }

const shortText = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength })
const value = Type.Ref('Value')
const condition = Type.Ref('Condition')
const values = Type.Array(value, { minItems: 1, maxItems: 50 })
const operands = Type.Array(value, { minItems: 2, maxItems: 50 })
const pair = Type.Tuple([value, value])
const places = Type.Integer({ minimum: 0, maximum: 6 })
const one = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** The schema of a column's name or number. */
export const ColumnSchema = Type.Union([shortText(500, 1), Type.Integer({ minimum: 1, maximum: 16_384 })])

const definitions = {
  Value: Type.Union([
    one({ column: ColumnSchema, of: Type.Optional(Type.Literal('document')) }),
    one({ constant: shortText(2000) }),
    one({ join: values, with: Type.Optional(shortText(50)) }),
    one({ split: value, at: shortText(50, 1), take: Type.Integer({ minimum: -1000, maximum: 1000 }) }),
    one({
      part: value,
      from: Type.Integer({ minimum: 1, maximum: 100_000 }),
      length: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    }),
    one({ replace: value, find: shortText(200, 1), by: shortText(200) }),
    one({ upper: value }),
    one({ lower: value }),
    one({ add: operands }),
    one({ subtract: operands }),
    one({ multiply: operands }),
    one({ divide: Type.Array(value, { minItems: 2, maxItems: 2 }), places }),
    one({ round: value, places }),
    one({ lookup: value, in: shortText(100, 1), otherwise: Type.Optional(value) }),
    one({ first: values }),
    one({ if: condition, yes: value, no: Type.Optional(value) }),
    one({ position: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
  ]),
  Condition: Type.Union([
    one({ empty: value }),
    one({ equals: pair }),
    one({ contains: pair }),
    one({ begins: pair }),
    one({ less: pair }),
    one({ not: condition }),
    one({ all: Type.Array(condition, { minItems: 1, maxItems: 50 }) }),
    one({ any: Type.Array(condition, { minItems: 1, maxItems: 50 }) }),
  ]),
}

/** The schema of a value; the types above say the same, since a type that names itself cannot be derived from it. */
export const ValueSchema = Type.Unsafe<ProfileValue>(Type.Cyclic(definitions, 'Value'))
/** The schema of a condition. */
export const ConditionSchema = Type.Unsafe<ProfileCondition>(Type.Cyclic(definitions, 'Condition'))
