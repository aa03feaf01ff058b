import { type Static, Type } from 'typebox'
import { nullable, OptionalText } from './values.ts'

/** Roughly where a network is: a town in English and a country by its two letters, as far as they are known. */
const PlaceSchema = Type.Object({ city: OptionalText, country: OptionalText })
export type Place = Static<typeof PlaceSchema>

export const OptionalPlace = nullable(PlaceSchema)

/** Where a network such as 203.0.113.0/24 roughly is; null when that is not known. */
export type PlaceOf = (network: string | null) => Place | null
