import { type Static, type TSchema, Type } from 'typebox'
import type { Permission } from '../permissions.ts'
import { OptionalText } from '../values/nullable.ts'

/** The kind of a field decides its alignment, its formatting and the filters that suit it. */
export type FieldKind = 'text' | 'date' | 'instant' | 'money' | 'quantity' | 'status' | 'flag' | 'count' | 'texts'

export type Field<S extends TSchema = TSchema> = {
  readonly kind: FieldKind
  readonly schema: S
  /**
   * Where the field is stored: in a typed column (listed, filtered, sorted, searched) or in the details, which are only
   * shown.
   */
  readonly stored: 'column' | 'details'
  /** The closed list of its values. */
  readonly values?: readonly string[]
  /** Reveals an amount although its kind is not `money`: hidden from members who may not see prices. */
  readonly priced?: true
  /** Printed on the paper too, in the general list of fields. */
  readonly paper?: true
  /** A change of it is recorded and shown in the document's history. */
  readonly history?: true
  /** Compared between two versions of a document. */
  readonly comparison?: true
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
/** A field with one value of a closed list, never null. */
export const choice = <const W extends readonly string[]>(values: W) => ({
  kind: 'status' as const,
  schema: enumSchema<W[number]>(values),
  stored: 'column' as const,
  values,
})
const enumSchema = <W extends string>(values: readonly string[]) =>
  Type.Unsafe<W>({ type: 'string', enum: [...values] })

export type Fields = Record<string, Field>
/** The names of the fields with a closed list of values. */
type ChoiceNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { values: Names } ? K : never
}[keyof F] &
  string

/** The tone in which a status is shown; a word and an icon always accompany the colour. */
export type Tone = 'neutral' | 'info' | 'progress' | 'good' | 'warn' | 'bad'

export type StatusList = Readonly<Record<string, Tone>>

/** The fields that all types have, under the same names everywhere. */
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

/** Which documents wait for the customer, by their shown status and stored dates. */
type NeedsAction<S extends StatusList> = {
  /** Documents with one of these shown statuses. */
  statuses: readonly (keyof S & string)[]
  /** Also active documents whose expected date is later than the promised one. */
  promiseMoved: boolean
}

type Names = readonly string[]

/** The pictures by which types are told apart; every page loads each, so there is none that no type has. */
export type DocumentIcon = 'page' | 'cart' | 'truck' | 'receipt'

type Definition<T extends string, S extends StatusList, F extends Fields, L extends Names, N extends Names> = {
  type: T
  /** A power of two of its own: types of documents are stored added up, as in `items.seen_in`. It never changes. */
  bit: number
  icon: DocumentIcon
  /** The code of UN/CEFACT 1001 by which UBL names the type; absent when UBL has no such document. */
  ublCode?: string
  /** The permission that a viewer needs to see documents of this type. */
  permission: Permission
  /** Every status with its tone, in the order of a document's life cycle. */
  statuses: S
  /** Statuses of a document that is not finished yet. */
  active: readonly (keyof S & string)[]
  /** Statuses after which no document of the next type is expected. */
  ended: readonly (keyof S & string)[]
  /** Statuses that today's date causes, each with the stored statuses of which it is shown. SQL: shown_status. */
  byDate?: { readonly [N in keyof S]?: readonly (keyof S & string)[] }
  /** What the list's filter `needsAction` matches, and the figures that link to it. */
  needsAction: NeedsAction<S>
  /** Whether the list has the filter `late`: documents past their promised date, or expected after it. */
  canBeLate: boolean
  /** Whether the list has the filter `disputed`: documents with a dispute that the supplier has not decided on. */
  canBeDisputed?: true
  /** Whether the type's papers show prices; delivery notes do not. */
  priced: boolean
  /** The fields of the header beyond the common ones. */
  header: F
  /** The fields of a list row, in column order. */
  list: L
  /**
   * The fields with a closed list of values by which a list can be filtered. An index that the list reads contains each,
   * so that documents are passed over unread.
   */
  filters: N
  /** The fields by which a list can be sorted; the first is the default, in descending order. */
  sorts: readonly string[]
  /** The dates that stand at the top of its page, the most important last. */
  dates: readonly ((keyof F | keyof typeof commonFields) & string)[]
  /** The date that interests a reader most. */
  keyDate: string
}

/** Declares a document type as data: list, detail page, filters, search row and ingest check are derived from it. */
export function defineDocument<
  const T extends string,
  const S extends StatusList,
  const F extends Fields,
  const L extends readonly ((keyof F | keyof typeof commonFields) & string)[],
  const N extends readonly ChoiceNames<F>[],
>(definition: Definition<T, S, F, L, N>) {
  type AllFields = typeof commonFields & F
  const fields = { ...commonFields, ...definition.header } as AllFields
  return { ...definition, fields }
}

/** A row of a type's list: the status, and the fields that the definition lists. */
export type RowOf<D extends { statuses: StatusList; fields: Fields; list: Names }> = {
  status: keyof D['statuses'] & string
} & { [K in D['list'][number]]: D['fields'][K] extends Field<infer S> ? Static<S> : never }
