import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Directory, DirectoryRegion } from '#contract/regions/calls.ts'

const namePattern = /^[a-z][a-z0-9-]{0,30}$/

/** Reads the directory from a file for the region `own`. Throws RangeError with a sentence that names the field. */
export function readDirectory(file: string, own: string): Directory {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new RangeError(`REGIONS: the file ${file} cannot be read.`, { cause: error })
  }
  return parseDirectory(text, own, file)
}

/**
 * Reads a directory: `regions` with the address of each, `accounts` with the numbers that live in each, where `*` at the
 * end stands for any end, and `otherAccounts`, the region of all others. Throws RangeError.
 */
export function parseDirectory(text: string, own: string, file = 'the directory'): Directory {
  const refuse = (sentence: string): never => {
    throw new RangeError(`REGIONS: ${file}: ${sentence}`)
  }
  const content = objectOf(parseJson(text) ?? refuse('is not JSON.'), () => refuse('must be an object.'))
  const unknown = Object.keys(content).find((name) => !['regions', 'accounts', 'otherAccounts'].includes(name))
  if (unknown !== undefined) refuse(`${unknown} is not known; there are regions, accounts and otherAccounts.`)
  const regions = parseRegions(content.regions, refuse)
  const names = regions.map(({ name }) => name)
  const self = regions.find(({ name }) => name === own)
  if (!self) return refuse(`there is no region "${own}"; REGION must be ${names.join(' or ')}.`)
  const rest = names.find((name) => name === content.otherAccounts)
  if (rest === undefined) return refuse(`otherAccounts must be ${names.join(' or ')}.`)
  return {
    own: self,
    others: regions.filter((region) => region !== self),
    regionOf: createLookup(parseAccounts(content.accounts ?? {}, names, refuse), rest),
    hash: hash('sha256', JSON.stringify(content)).slice(0, 16),
  }
}

type Refuse = (sentence: string) => never

function parseRegions(value: unknown, refuse: Refuse): DirectoryRegion[] {
  const entries = Object.entries(objectOf(value, () => refuse('regions must name the regions.')))
  const regions = entries.map(([name, region]): DirectoryRegion => {
    if (!namePattern.test(name)) refuse(`regions.${name}: a name has small letters, digits and hyphens.`)
    const { address, title = name } = objectOf(region, () =>
      refuse(`regions.${name} must be {"address": "https://…"}.`),
    )
    const origin = originOf(address)
    if (origin === undefined)
      return refuse(`regions.${name}.address must be a scheme and host, as in https://eu.example.`)
    if (typeof title !== 'string' || title === '') return refuse(`regions.${name}.title must be a text.`)
    return { name, title, address: origin }
  })
  if (new Set(regions.map(({ address }) => address)).size < regions.length) refuse('two regions have the same address.')
  return regions
}

/** The regions by number, or by the beginning of numbers with `*` behind it. */
function parseAccounts(value: unknown, names: readonly string[], refuse: Refuse): Map<string, string> {
  const lists = Object.entries(objectOf(value, () => refuse('accounts must name the accounts of regions.')))
  const regionByNumber = new Map<string, string>()
  for (const [name, numbers] of lists) {
    if (!names.includes(name)) refuse(`accounts.${name}: there is no such region.`)
    if (!Array.isArray(numbers)) return refuse(`accounts.${name} must be a list of numbers of accounts.`)
    for (const [index, number] of (numbers as unknown[]).entries()) {
      if (typeof number !== 'string' || number === '' || /\*./.test(number))
        return refuse(`accounts.${name}[${index}] must be a number, or the beginning of numbers with * behind it.`)
      if (regionByNumber.has(number)) refuse(`accounts.${name}[${index}]: ${number} stands there twice.`)
      regionByNumber.set(number, name)
    }
  }
  return regionByNumber
}

/** The region of the number itself, else of the longest beginning of it, else `rest`. */
function createLookup(regionByNumber: ReadonlyMap<string, string>, rest: string) {
  const beginnings = [...regionByNumber.keys()].filter((number) => number.endsWith('*'))
  const lengths = [...new Set(beginnings.map((number) => number.length - 1))].toSorted((a, b) => b - a)
  return (account: string) => {
    const exact = account.endsWith('*') ? undefined : regionByNumber.get(account)
    if (exact !== undefined) return exact
    for (const length of lengths) {
      const region = account.length < length ? undefined : regionByNumber.get(`${account.slice(0, length)}*`)
      if (region !== undefined) return region
    }
    return rest
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller says what is wrong.
    return undefined
  }
}

function objectOf(value: unknown, refuse: () => never): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse()
}

function originOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const { protocol, origin, pathname, search, hash: fragment } = new URL(address)
  const isOrigin = ['https:', 'http:'].includes(protocol) && pathname === '/' && search === '' && fragment === ''
  return isOrigin ? origin : undefined
}
