import { type TObject, type TSchema, Type } from 'typebox'
import type { Permission } from '../permissions.ts'
import { type DocumentType, OptionalText } from '../values.ts'

/** How a field reads: it decides alignment, formatting and which filters make sense. */
export type FieldKind = 'text' | 'date' | 'instant' | 'money' | 'quantity' | 'status' | 'flag' | 'count' | 'texts'

export type Field<S extends TSchema = TSchema> = {
  readonly kind: FieldKind
  readonly schema: S
  /** Where it is stored: a typed column (listed, filtered, sorted, searched) or the details that are only shown. */
  readonly stored: 'column' | 'details'
  /** Tells an amount, though it is none by its kind: hidden from who may not see prices. */
  readonly priced?: true
  /** Stands on the paper, too, without a place of its own there. */
  readonly paper?: true
}

const field =
  <S extends TSchema>(kind: FieldKind, schema: S) =>
  (stored: 'column' | 'details' = 'column'): Field<S> => ({ kind, schema, stored })

export const text = field('text', OptionalText)
export const date = field('date', OptionalText)
export const instant = field('instant', OptionalText)
export const money = field('money', OptionalText)
export const flag = field('flag', Type.Boolean())
export const count = field('count', Type.Integer())
export const texts = field('texts', Type.Array(Type.String()))
/** One of a closed list of words, never null. */
export const choice = <const W extends readonly string[]>(
  values: W,
): Field<ReturnType<typeof enumSchema<W[number]>>> => ({
  kind: 'status',
  schema: enumSchema<W[number]>(values),
  stored: 'column',
})
const enumSchema = <W extends string>(values: readonly string[]) =>
  Type.Unsafe<W>({ type: 'string', enum: [...values] })

export type Fields = Record<string, Field>
type Schemas<F extends Fields> = { [K in keyof F]: F[K]['schema'] }

/** How a status is told apart at a glance; the word and the icon always stand beside the colour. */
export type Tone = 'neutral' | 'info' | 'progress' | 'good' | 'warn' | 'bad'

export type StatusList = Readonly<Record<string, Tone>>

/** The fields that all four types have, under the same names everywhere. */
export const commonFields = {
  number: { kind: 'text', schema: Type.String(), stored: 'column' } satisfies Field,
  statusChangedAt: instant(),
  issueDate: date(),
  customerReference: text(),
  currency: text(),
  gross: money(),
  lineCount: count(),
  sourceModifiedAt: instant(),
  ingestedAt: instant(),
}

/** Which documents wait for the customer, by what is shown and stored of them. */
type NeedsAction<S extends StatusList> = {
  /** Those that stand in one of these statuses today. */
  statuses: readonly (keyof S & string)[]
  /** And those still active whose expected date is later than the promised one. */
  promiseMoved: boolean
}

type Definition<T extends DocumentType, S extends StatusList, F extends Fields, L extends readonly string[]> = {
  type: T
  /** What a viewer needs to see documents of this type. */
  permission: Permission
  /** Every status with its tone, in the order of a document's life. */
  statuses: S
  /** Statuses of a document that still wants something to happen. */
  active: readonly (keyof S & string)[]
  /** The list's filter `needsAction`, and the numbers that link to it. */
  needsAction: NeedsAction<S>
  /** Whether the list has the filter `late`: a document past its promise, or expected past it. */
  canBeLate: boolean
  /** Whether its papers say what it costs; goods are shipped without. */
  priced: boolean
  /** The fields of the header beyond the common ones. */
  header: F
  /** The fields of a list row, in the order of its columns. */
  list: L
  /** The fields by which a list can be sorted; the first is the default, newest first. */
  sorts: readonly string[]
  /** The date that a person asks about first. */
  keyDate: string
}

/** Declares a document type as data: list, detail, filters, search row and ingest check are derived from it. */
export function defineDocument<
  const T extends DocumentType,
  const S extends StatusList,
  const F extends Fields,
  const L extends readonly ((keyof F | keyof typeof commonFields) & string)[],
>(definition: Definition<T, S, F, L>) {
  type AllFields = typeof commonFields & F
  const fields = { ...commonFields, ...definition.header } as AllFields
  const status = enumSchema<keyof S & string>(Object.keys(definition.statuses))
  const schemas = Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, (f as Field).schema]))
  const header = Type.Object({ status, ...schemas }) as unknown as TObject<
    { status: typeof status } & Schemas<AllFields>
  >
  const row = Type.Object({
    status,
    ...Object.fromEntries(definition.list.map((name) => [name, schemas[name] as TSchema])),
  }) as unknown as TObject<{ status: typeof status } & Pick<Schemas<AllFields>, L[number]>>
  return { ...definition, fields, headerSchema: header, rowSchema: row }
}
