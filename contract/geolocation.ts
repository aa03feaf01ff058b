import { type Static, Type } from 'typebox'
import { nullable, OptionalText } from './values.ts'

/** Roughly where a network is: a town in English and a country by its two letters, as far as they are known. */
const NetworkLocationSchema = Type.Object({ city: OptionalText, country: OptionalText })
export type NetworkLocation = Static<typeof NetworkLocationSchema>

export const OptionalNetworkLocation = nullable(NetworkLocationSchema)

/** Where a network such as 203.0.113.0/24 roughly is; null when that is not known. */
export type LocateNetwork = (network: string | null) => NetworkLocation | null
