import { type TEnum, type TObject, type TOptional, type TProperties, type TString, Type } from 'typebox'
import { amount, country, date, price, quantity, text } from '../ingest/values.ts'
import { OptionalText } from '../values/nullable.ts'
import { type HeaderFieldName, headerFieldList } from './header-fields.ts'
import { type LineField, type LineFieldName, lineFields, lineFieldsWith } from './line-fields.ts'

/* The schemas that follow from the lists of fields of a header and of a line. The browser build leaves them out. */

type IngestSchema<F> = F extends { values: infer V extends string[] | readonly string[] }
  ? TOptional<TEnum<[...V]>>
  : TOptional<TString>
type IngestSchemas = { [N in LineFieldName]: IngestSchema<(typeof lineFields)[N]> }

/** Returns the schemas of the line fields as an ERP may send them. */
export function lineIngestSchemas(): IngestSchemas {
  // The compiler loses the names of keys in Object.fromEntries.
  return Object.fromEntries(
    Object.entries<LineField>(lineFields).map(([name, field]) => [name, ingestSchema(field)]),
  ) as unknown as IngestSchemas
}

function ingestSchema({ kind, max = 2000, values = [], places }: LineField) {
  switch (kind) {
    case 'choice':
      return Type.Optional(Type.Enum([...values]))
    case 'date':
      return date
    case 'country':
      return country
    case 'money':
      return places === 6 ? price : amount
    case 'quantity':
    case 'percent':
      return quantity
    case 'days':
      return Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$' }))
    default:
      return text(max)
  }
}

/** Returns the schemas of the header fields as an ERP may send them. */
export function headerIngestSchemas() {
  return Object.fromEntries(headerFieldList.map(([name, { max }]) => [name, text(max)])) as Record<
    HeaderFieldName,
    TOptional<TString>
  >
}

type Texts<N extends string> = Record<N, typeof OptionalText>

/** Returns the schema of a document in a reply: the header fields as texts, and `properties`. */
export function documentReply<P extends TProperties>(properties: P) {
  return withTexts(
    headerFieldList.map(([name]) => name),
    properties,
  )
}

/** Returns the schema of a line in a reply: the line fields as texts, and `properties`. */
export function lineReply<P extends TProperties>(properties: P) {
  return withTexts(Object.keys(lineFields) as LineFieldName[], properties)
}

/** Returns the schema of a line in the comparison of two versions: the compared fields as texts, and `properties`. */
export function comparedLineReply<P extends TProperties>(properties: P) {
  return withTexts(lineFieldsWith('comparison'), properties)
}

function withTexts<N extends string, P extends TProperties>(names: readonly N[], properties: P) {
  const texts = Object.fromEntries(names.map((name) => [name, OptionalText])) as Texts<N>
  // The compiler does not see that spreading two generic records gives all keys of both.
  return Type.Object({ ...properties, ...texts }) as unknown as TObject<P & Texts<N>>
}
