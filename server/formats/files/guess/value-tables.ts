import { trackingPageUrl } from '#contract/documents/carriers.ts'
import { statusesOf } from '#contract/documents/types.ts'
import type { GuessChoices, GuessTable } from '#contract/imports/guess.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { languages } from '#contract/languages.ts'
import type { DocumentType } from '#contract/values.ts'
import { normalizeWord, statusWords, unitWords, valueTable } from './value-words.ts'

/** The most different values that a value table is filled with. */
const mostValues = 60

const currencySigns: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', 'euro', 'euros', 'يورو'],
  USD: ['$', 'us$', 'dollar', 'dollars'],
  GBP: ['£', 'pound', 'pounds'],
  CHF: ['fr', 'sfr', 'franken'],
}

/** All codes of two letters that have a name. */
function regionCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => names.of(code) !== undefined)
}

let countryWords: Readonly<Record<string, readonly string[]>> | undefined

/** The names of countries in all languages of the portal, by their codes; made when they are first asked for. */
function wordsOfCountries(): Readonly<Record<string, readonly string[]>> {
  countryWords ??= Object.fromEntries(
    regionCodes().map((code) => [
      code,
      languages.map((language) => normalizeWord(new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code)),
    ]),
  )
  return countryWords
}

/** The value table that a field takes; undefined for fields that take what stands in the file. */
export function tableNameOf(field: string, values: readonly string[]): string | undefined {
  if (field === 'status') return 'statuses'
  if (field === 'lines.unit') return 'units'
  if (field === 'currency' && values.some((value) => !/^[A-Z]{3}$/.test(value))) return 'currencies'
  if (field.endsWith('.country') && values.some((value) => !/^[A-Z]{2}$/.test(value))) return 'countries'
  // A name whose carrier is known leads to its tracking page; numbers and codes of an ERP mean nothing to customers.
  if (field === 'shipment.carrier' && values.some((value) => trackingPageUrl(value, '1') === null)) return 'carriers'
  return undefined
}

function knownWords(
  name: string,
  type: DocumentType,
): [words: Readonly<Record<string, readonly string[]>>, own: string[]] {
  if (name === 'statuses') return [statusWords[type] ?? {}, statusesOf(type)]
  if (name === 'units') return [unitWords, Object.keys(unitWords)]
  if (name === 'currencies') return [currencySigns, Intl.supportedValuesOf('currency')]
  if (name === 'countries') return [wordsOfCountries(), Object.keys(wordsOfCountries())]
  return [{}, []]
}

type Occurring = {
  name: string
  type: DocumentType
  values: readonly string[]
  choices: GuessChoices
  earlier: readonly ImportProfile[]
}

/** A value table with what occurs: as somebody chose, as earlier profiles have it, and by words that are known. */
export function occurringTable({ name, type, values, choices, earlier }: Occurring): GuessTable {
  const occurring = [...new Set(values)].slice(0, mostValues)
  const [words, own] = knownWords(name, type)
  const guessed = valueTable(occurring, words, own)
  const earlierValue = (from: string) => {
    for (const { documents, values: tables } of earlier) {
      const typed = documents.fields.type
      if (name === 'statuses' && !(typed && 'constant' in typed && typed.constant === type)) continue
      const table = (name === 'customers' ? documents.customer.names : tables?.[name]) ?? {}
      const entry = Object.entries(table).find(([known]) => normalizeWord(known) === normalizeWord(from))
      if (entry && entry[1] !== '?') return entry[1]
    }
    return undefined
  }
  const chosen = choices.values?.[name] ?? {}
  const entries = occurring.map((from) => ({
    from,
    to: chosen[from] || earlierValue(from) || (name === 'carriers' ? from : (guessed[from] ?? '?')),
  }))
  return { name, entries, choices: own }
}
