import { cii } from './cii/format.ts'
import { epcis } from './epcis/format.ts'
import { files } from './files/format.ts'
import { createLenientReader } from './files/read-leniently.ts'
import type { Format, ProfileFormat } from './format.ts'
import { ndjson } from './ndjson/format.ts'
import { ubl } from './ubl/format.ts'

/** The formats that the portal takes. The API, its thread and the operator's import take what stands here. */
export const formats: readonly Format[] = [ndjson, epcis, ubl, cii]

/** The format of this name. */
export function formatNamed(name: string): Format {
  const format = formats.find((candidate) => candidate.name === name)
  if (!format) throw new RangeError(`There is no format "${name}"`)
  return format
}

/** Where documents come from whose account was found by their buyer. */
export const tradeSources = formats.filter(({ gives }) => gives === 'trade messages').map(({ name }) => name)

/** Files of any program, which an import profile reads. */
export const profileFormat: ProfileFormat = files

/** Reads documents of the ingest format as their sender means them. */
export const lenientReader = createLenientReader
