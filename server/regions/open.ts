import { readDirectory } from './directory.ts'
import { createRegions, type Regions } from './regions.ts'

/** The settings of regions: the file of the directory, the name of this region with its address, and what all share. */
export type RegionSettings = {
  readonly REGIONS: string | undefined
  readonly REGION: string | undefined
  readonly REGION_SECRET: readonly string[] | undefined
  readonly PUBLIC_URL: string | undefined
}

/** The regions of the settings; undefined for a portal alone. Throws RangeError for a directory that is wrong. */
export function openRegions(settings: RegionSettings, clock: () => Date): Regions | undefined {
  const { REGIONS: file, REGION: own, REGION_SECRET: secrets, PUBLIC_URL: address } = settings
  if (file === undefined || own === undefined || secrets === undefined) return undefined
  const directory = readDirectory(file, own)
  if (directory.own.address !== address)
    throw new RangeError(`PUBLIC_URL is ${address}, and the address of the region ${own} in ${file} another one.`)
  return createRegions({ directory, secrets, clock })
}
