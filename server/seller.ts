import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Compile } from 'typebox/compile'
import type { DocumentParty } from '../contract/ingest-values.ts'
import { Seller } from '../contract/seller.ts'
import { Refusal } from '../database/refusal.ts'

/** A picture that papers show, as it was read. */
type Logo = { format: 'svg' | 'png' | 'jpg'; bytes: Buffer }
/** What the operator says of the supplier, with the picture itself. */
export type KnownSeller = { seller: Seller; logo: Logo | undefined }

const file = 'seller.json'
const largestLogo = 1024 * 1024
const check = Compile(Seller)
/** How each kind of picture begins. */
const begins: Readonly<Record<Logo['format'], (bytes: Buffer) => boolean>> = {
  svg: (bytes) => bytes.toString('utf8', 0, 2_000).includes('<svg'),
  png: (bytes) => bytes.readUInt32BE(0) === 0x89504e47,
  jpg: (bytes) => bytes.readUInt16BE(0) === 0xffd8,
}

/**
 * The supplier's name, address and bank from `seller.json` in the data folder, or undefined when there is none.
 * Raises Refusal with a sentence that names the field when the file is not as it should be.
 */
export async function readSeller(dataDir: string): Promise<KnownSeller | undefined> {
  const text = await readFile(join(dataDir, file), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const seller = parse(text)
  if (!check.Check(seller)) {
    const wrong = check.Errors(seller)[0]
    const where = wrong?.instancePath.slice(1).replaceAll('/', '.')
    // A name that the schema does not have fails the schema that nothing passes.
    const what = wrong?.keyword === 'boolean' ? 'is not known here; leave it out' : (wrong?.message ?? 'is wrong')
    throw new Refusal(`${file} in DATA_DIR is not as it should be: ${where ? `"${where}"` : 'it'} ${what}.`)
  }
  return { seller, logo: seller.logo === undefined ? undefined : await readLogo(dataDir, seller.logo) }
}

/** The supplier as a party of its documents; all that is known without `seller.json` is its name. */
export function sellerParty(seller: Seller | null, name: string): DocumentParty {
  if (!seller) return { name }
  const { lines, postalCode, city, region, country, email, phone, vatNumber: taxNumber, companyNumber } = seller
  const known = { lines, postalCode, city, region, country, email, phone, taxNumber, companyNumber }
  return { name: seller.name, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Refusal(`${file} in DATA_DIR is not valid JSON: ${why}.`, { cause })
  }
}

async function readLogo(dataDir: string, name: string): Promise<Logo> {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const format = ending === 'jpeg' ? 'jpg' : (ending as Logo['format'])
  const bytes = await readFile(join(dataDir, name)).catch((cause: unknown) => {
    throw new Refusal(`The logo "${name}" that ${file} names is not in DATA_DIR.`, { cause })
  })
  if (bytes.length < 8 || bytes.length > largestLogo || !begins[format](bytes)) {
    throw new Refusal(`The logo "${name}" in DATA_DIR must be a ${format.toUpperCase()} picture of at most 1 MB.`)
  }
  return { format, bytes }
}
