import type { Field } from './definition.ts'
import { particulars } from './particulars.ts'
import { definitions } from './types.ts'

/*
 * The fields of the header that documents of every type have as properties of their own, each named once. What an ERP
 * may send, what is stored and answered, the page of a document, its history, the comparison of its versions and the columns
 * of files follow
 * from this list. What the ERP sends under `details` stands in particulars.ts; what lists show, filter and sort by, in
 * the definition of its type.
 */

type HeaderField = {
  /** The greatest length of the text. */
  max: number
  /** Only for members who may see prices. */
  priced?: true
  /** Shown among the terms of a document's page. */
  detail?: true
  /** Printed among the facts of papers. */
  paper?: true
  /** A change of it is recorded and shown in the document's history. */
  history?: true
  /** Compared between two versions of a document. */
  comparison?: true
  /** UBL paths: reading tries them in this order, writing takes the first that the kind of document has. */
  ubl?: readonly string[]
}

/** Fields that papers or UBL treat apart are not marked. */
const headerFields = {
  paymentTerms: { max: 2000, detail: true, history: true, comparison: true },
  deliveryTerms: { max: 2000, detail: true, history: true, comparison: true },
  project: { max: 300, detail: true },
  costCentre: {
    max: 300,

    detail: true,
    ubl: ['cbc:AccountingCost', 'cbc:AccountingCostCode'],
  },
  note: { max: 20_000 },
} as const satisfies Readonly<Record<string, HeaderField>>

export type HeaderFieldName = keyof typeof headerFields

type Mark = 'history' | 'comparison'
type NamesIn<F, M extends Mark> = F extends unknown
  ? { [N in keyof F]: F[N] extends Readonly<Record<M, true>> ? N : never }[keyof F]
  : never
type NamesWith<M extends Mark> =
  | NamesIn<typeof headerFields, M>
  | NamesIn<(typeof definitions)[keyof typeof definitions]['header'], M>
  | NamesIn<(typeof particulars)[keyof typeof particulars], M>

/** Returns the names of the header fields, then of the fields and particulars of all types, that have a mark. */
export function headerFieldsWith<M extends Mark>(mark: M): NamesWith<M>[] {
  const lists: Readonly<Record<string, HeaderField | Field>>[] = [
    headerFields,
    ...Object.values(definitions).map(({ header }) => header),
    ...Object.values(particulars),
  ]
  const names = lists.flatMap((fields) => Object.keys(fields).filter((name) => fields[name]?.[mark]))
  return [...new Set(names)] as NamesWith<M>[]
}

/** Every field with its name, in the order of the list. */
export const headerFieldList = Object.entries(headerFields) as readonly (readonly [HeaderFieldName, HeaderField])[]

/** Returns the values of the header fields among other values. */
export function pickHeaderFields<T>(values: { readonly [N in HeaderFieldName]?: T }): { [N in HeaderFieldName]?: T } {
  return Object.fromEntries(headerFieldList.map(([name]) => [name, values[name]])) as { [N in HeaderFieldName]?: T }
}
