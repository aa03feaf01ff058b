import { type Static, Type } from 'typebox'
import { nullable, OptionalText } from './values/nullable.ts'

/** The approximate location of a network: a town in English and a two-letter country code, as far as they are known. */
const NetworkLocationSchema = Type.Object({ city: OptionalText, country: OptionalText })
export type NetworkLocation = Static<typeof NetworkLocationSchema>

export const OptionalNetworkLocation = nullable(NetworkLocationSchema)

/** Returns the approximate location of a network such as 203.0.113.0/24; null when it is not known. */
export type LocateNetwork = (network: string | null) => NetworkLocation | null
