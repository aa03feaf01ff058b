import { bareCode, queryTerms } from '../../contract/search.ts'
import { amountOf, type SearchQuery, valuesOf } from '../../contract/search-query.ts'

/** What a term must have been said as: the customer's own reference, an article, a serial or lot. */
export type SaidAs = 'po' | 'sku' | 'sn'

/** Terms of which one must be found, as the beginning of a word or reference; the first is what was typed. */
export type Group = { terms: string[]; as?: SaidAs }

/** A part of a reference. */
export type Fragment = { term: string; as?: SaidAs }

export type Wanted = { groups: Group[]; fragments: Fragment[] }

/** What was typed, and all of it written in one where it may be one reference with spaces in it. */
export type Typed = Wanted & { whole: string | null }

const mostGroups = 8
const leastDigits = 3

/** What a query looks for; amounts only for who may see prices. */
export function wantedOf(query: SearchQuery, { prices }: { prices: boolean }): Typed {
  const typed = withoutCurrency(query.words.trim().slice(0, 200).split(/\s+/), prices)
  const groups = new Map<string, Group>()
  for (const [place, token] of typed.entries()) {
    // A letter alone is no word of a document; the last may be the beginning of one.
    const terms = queryTerms(token).filter((term) => place === typed.length - 1 || !/^\p{L}$/u.test(term))
    const [first] = terms
    for (const term of terms) groups.set(term, { terms: [term] })
    if (first !== undefined && terms.length === 1) groups.set(first, { terms: alternatives(token, first, prices) })
  }
  const words = [...groups.values()].slice(0, mostGroups)
  const filters = (['po', 'sku', 'sn'] as const).flatMap((as) =>
    valuesOf(query, as).map((value): Group => ({ terms: [bareCode(value)], as })),
  )
  return { groups: [...words, ...filters.slice(0, mostGroups)], whole: wholeOf(typed), fragments: [] }
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Beside an amount its currency says nothing that a document would be found by. */
function withoutCurrency(tokens: readonly string[], prices: boolean): readonly string[] {
  if (!prices || !tokens.some((token) => amountOf(token) !== undefined)) return tokens
  return tokens.filter((token) => !currencies.has(token.toUpperCase()))
}

/** A number without the zeros before it, and what it is as an amount. */
function alternatives(token: string, term: string, prices: boolean): string[] {
  const bare = /^0+([1-9][0-9]+)$/.exec(term)?.[1]
  const amount = prices ? amountOf(token) : undefined
  const [units = '', cents = ''] = amount?.split('.') ?? []
  return [
    term,
    ...(bare === undefined ? [] : [bare]),
    ...(amount === undefined || units.length + cents.length < leastDigits
      ? []
      : [`$${units.replace(/^0+(?=\d)/, '')}.${cents}`]),
  ]
}

/** Tokens that may be one reference: each has digits or is short, and some digits there are. */
function wholeOf(typed: readonly string[]): string | null {
  const codes = typed.map(bareCode)
  const whole = codes
    .join('')
    .replace(/^0+(?=\d+$)/, '')
    .slice(0, 60)
  const one = codes.filter((code) => code !== '')
  if (one.length < 2 || whole.length < 5 || !/\d/.test(whole)) return null
  return one.every((code) => /\d/.test(code) || code.length <= 4) ? whole : null
}

/** The reference that was typed, for documents that hold exactly it; null when it is none. */
export function exactOf({ groups, whole }: Typed): string | null {
  const typed = groups.filter(isTyped)
  const one = whole ?? (groups.length === 1 ? typed[0]?.terms[0] : undefined)
  return one !== undefined && one.length >= leastDigits && /\d/.test(one) ? one : null
}

const isTyped = ({ as }: Group) => as === undefined
const isFilter = (group: Group) => !isTyped(group)

/** The same as one reference; null when it cannot be one. */
export function inOneOf({ groups, whole }: Typed): Wanted | null {
  return whole === null ? null : { groups: [{ terms: [whole] }, ...groups.filter(isFilter)], fragments: [] }
}

const leastFragment = 4
const isCode = (term: string) => /\d/.test(term) && term.length >= leastFragment

/** The same with its references sought in the middle of others, those named by a prefix too; null when it has none. */
export function fragmentsOf({ groups, whole }: Typed): Wanted | null {
  const parts = groups.filter((group) => (whole === null || isFilter(group)) && isCode(group.terms[0] ?? ''))
  const fragments = parts.map(({ terms: [term = ''], as }): Fragment => ({ term, ...(as ? { as } : {}) }))
  if (whole !== null) fragments.push({ term: whole })
  if (fragments.length === 0) return null
  return { groups: groups.filter((group) => !parts.includes(group) && (whole === null || isFilter(group))), fragments }
}

const weights: Record<SaidAs, string> = { po: 'A', sku: 'B', sn: 'C' }

/** A group as search_query reads it. */
export function groupText({ terms, as }: Group): string {
  return behindWeight(as, terms.join(' '))
}

const behindWeight = (as: SaidAs | undefined, text: string) => (as === undefined ? text : `${weights[as]}/${text}`)

/** The parts that must be within a reference said as theirs, as said_within reads them. */
export function saidParts(fragments: readonly Fragment[]): string[] {
  return fragments.flatMap(({ term, as }) => (as === undefined ? [] : [behindWeight(as, term)]))
}

const leastSought = 3

/** The groups to ask the index for: beside longer ones those of one or two signs, with which half of it begins, are none. */
export function soughtOf(groups: readonly Group[]): readonly Group[] {
  const long = groups.filter(({ terms }) => terms.every((term) => term.length >= leastSought))
  return long.length > 0 ? long : groups
}
