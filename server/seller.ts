import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Compile } from 'typebox/compile'
import type { DocumentParty } from '#contract/ingest/values.ts'
import { Seller } from '#contract/seller.ts'
import { Refusal } from '#database/refusal.ts'

/** The logo for papers, as the file holds it. */
type Logo = { format: 'svg' | 'png' | 'jpg'; bytes: Buffer }
/** The operator's details of the supplier, with the logo itself. */
export type SellerProfile = { seller: Seller; logo: Logo | undefined }

const fileName = 'seller.json'
const largestLogo = 1024 * 1024
const validator = Compile(Seller)
/** Whether bytes begin like a picture of each format. */
const hasSignature: Readonly<Record<Logo['format'], (bytes: Buffer) => boolean>> = {
  svg: (bytes) => bytes.toString('utf8', 0, 2_000).includes('<svg'),
  png: (bytes) => bytes.readUInt32BE(0) === 0x89504e47,
  jpg: (bytes) => bytes.readUInt16BE(0) === 0xffd8,
}

/**
 * The supplier's name, address and bank from `seller.json` in the data folder; undefined when there is none. Throws
 * Refusal with a sentence that names the field when the file is invalid.
 */
export async function readSeller(dataDir: string): Promise<SellerProfile | undefined> {
  const text = await readFile(join(dataDir, fileName), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const seller = parse(text)
  if (!validator.Check(seller)) {
    const schemaError = validator.Errors(seller)[0]
    const fieldPath = schemaError?.instancePath.slice(1).replaceAll('/', '.')
    const problem = problemOf(schemaError)
    throw new Refusal(
      `${fileName} in DATA_DIR is not as it should be: ${fieldPath ? `"${fieldPath}"` : 'it'} ${problem}.`,
    )
  }
  return { seller, logo: seller.logo === undefined ? undefined : await readLogo(dataDir, seller.logo) }
}

/** What is wrong with a field, and what to write instead. */
function problemOf(error: ReturnType<typeof validator.Errors>[number] | undefined): string {
  // An unknown name fails with the keyword `boolean`, because the schema `false` stands for all other names.
  if (error?.keyword === 'boolean') return 'is not known here; leave it out'
  if (error?.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
  return error?.message ?? 'is wrong'
}

/** Whether bytes are a picture of a format that papers can show. */
export function isLogo(format: Logo['format'], bytes: Buffer): boolean {
  return bytes.length >= 8 && bytes.length <= largestLogo && hasSignature[format](bytes)
}

/** The supplier as a party of its documents; without `seller.json` it has only a name. */
export function sellerParty(seller: Seller | null, name: string): DocumentParty {
  if (!seller) return { name }
  const { lines, postalCode, city, region, country, email, phone, vatNumber: taxNumber, companyNumber } = seller
  const values = { lines, postalCode, city, region, country, email, phone, taxNumber, companyNumber }
  return { name: seller.name, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Refusal(`${fileName} in DATA_DIR is not valid JSON: ${reason}.`, { cause })
  }
}

async function readLogo(dataDir: string, name: string): Promise<Logo> {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const format = extension === 'jpeg' ? 'jpg' : (extension as Logo['format'])
  const bytes = await readFile(join(dataDir, name)).catch((cause: unknown) => {
    throw new Refusal(`The logo "${name}" that ${fileName} names is not in DATA_DIR.`, { cause })
  })
  if (!isLogo(format, bytes)) {
    throw new Refusal(`The logo "${name}" in DATA_DIR must be a ${format.toUpperCase()} picture of at most 1 MB.`)
  }
  return { format, bytes }
}
