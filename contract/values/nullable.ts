import { type Static, type TSchema, Type } from 'typebox'

/* Schemas of values that may not be known. */

/** Text, or null for "not known". Declared with a type list, which is serialised several times faster than a union. */
export const OptionalText = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/** Returns the schema of an object that may be null, declared with a type list for the same reason. */
export const nullable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ ...schema, type: ['object', 'null'] })

/** Returns the schema of any value that may be null; slower to serialise, so for what is asked for now and then. */
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
