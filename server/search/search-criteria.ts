import { parseAmount, type SearchQuery, valuesOf } from '#contract/search/query.ts'
import { alphanumericCode, queryTerms } from '#contract/search/search.ts'

/** The kind of field that a term must occur in: the customer's own reference, an item, a serial or lot. */
export type FieldPrefix = 'po' | 'sku' | 'sn'

/** Terms of which one must occur, as the beginning of a word or reference; the first is what was typed. */
export type TermGroup = { terms: string[]; as?: FieldPrefix }

/** A part of a reference. */
export type Fragment = { term: string; as?: FieldPrefix }

export type SearchCriteria = { groups: TermGroup[]; fragments: Fragment[] }

/** What was typed, and all of it in one word where it may be one reference with spaces in it. */
export type TypedCriteria = SearchCriteria & { joined: string | null }

const mostGroups = 8
const leastDigits = 3
/** No reference with spaces in it is shorter or longer. */
const [leastJoined, mostJoined] = [5, 60]

/** The criteria of a query; amounts only for viewers who may see prices. */
export function parseCriteria(query: SearchQuery, { prices }: { prices: boolean }): TypedCriteria {
  const tokens = withoutCurrency(query.words.trim().slice(0, 200).split(/\s+/), prices)
  const groups = new Map<string, TermGroup>()
  for (const [index, token] of tokens.entries()) {
    // A single letter is not a word of a document, but the last one may be the beginning of a word.
    const terms = queryTerms(token).filter((term) => index === tokens.length - 1 || !/^\p{L}$/u.test(term))
    const [first] = terms
    for (const term of terms) groups.set(term, { terms: [term] })
    if (first !== undefined && terms.length === 1) groups.set(first, { terms: alternatives(token, first, prices) })
  }
  const words = [...groups.values()].slice(0, mostGroups)
  const filters = (['po', 'sku', 'sn'] as const).flatMap((as) =>
    valuesOf(query, as).map((value): TermGroup => ({ terms: [alphanumericCode(value)], as })),
  )
  return { groups: [...words, ...filters.slice(0, mostGroups)], joined: joinTokens(tokens), fragments: [] }
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Leaves out currency codes beside an amount: no document is found by them. */
function withoutCurrency(tokens: readonly string[], prices: boolean): readonly string[] {
  if (!prices || !tokens.some((token) => parseAmount(token) !== undefined)) return tokens
  return tokens.filter((token) => !currencies.has(token.toUpperCase()))
}

/** The term as typed, without leading zeros, and as an amount. */
function alternatives(token: string, term: string, prices: boolean): string[] {
  const bare = /^0+([1-9][0-9]+)$/.exec(term)?.[1]
  const amount = prices ? parseAmount(token) : undefined
  const [units = '', cents = ''] = amount?.split('.') ?? []
  return [
    term,
    ...(bare === undefined ? [] : [bare]),
    ...(amount === undefined || units.length + cents.length < leastDigits
      ? []
      : [`$${units.replace(/^0+(?=\d)/, '')}.${cents}`]),
  ]
}

/** Joins tokens that may be one reference: a few, each has digits or is short, and at least one has digits. */
function joinTokens(tokens: readonly string[]): string | null {
  const codes = tokens.map(alphanumericCode)
  const joined = codes.join('').replace(/^0+(?=\d+$)/, '')
  const nonEmpty = codes.filter((code) => code !== '')
  if (nonEmpty.length < 2 || nonEmpty.length > mostGroups || !/\d/.test(joined)) return null
  if (joined.length < leastJoined || joined.length > mostJoined) return null
  return nonEmpty.every((code) => /\d/.test(code) || code.length <= 4) ? joined : null
}

/** The typed reference, for documents that contain exactly it; null when it is not a reference. */
export function exactReferenceOf({ groups, joined }: TypedCriteria): string | null {
  const typedGroups = groups.filter(isTyped)
  const reference = joined ?? (groups.length === 1 ? typedGroups[0]?.terms[0] : undefined)
  return reference !== undefined && reference.length >= leastDigits && /\d/.test(reference) ? reference : null
}

const isTyped = ({ as }: TermGroup) => as === undefined
const isFilter = (group: TermGroup) => !isTyped(group)

/** The same criteria as one reference; null when they cannot be one. */
export function asOneReference({ groups, joined }: TypedCriteria): SearchCriteria | null {
  return joined === null ? null : { groups: [{ terms: [joined] }, ...groups.filter(isFilter)], fragments: [] }
}

const leastFragment = 4
const isCode = (term: string) => /\d/.test(term) && term.length >= leastFragment

/** The same criteria with the references searched inside others, also those with a prefix; null when there are none. */
export function fragmentsOf({ groups, joined }: TypedCriteria): SearchCriteria | null {
  const codeGroups = groups.filter((group) => (joined === null || isFilter(group)) && isCode(group.terms[0] ?? ''))
  const fragments = codeGroups.map(({ terms: [term = ''], as }): Fragment => ({ term, ...(as ? { as } : {}) }))
  if (joined !== null) fragments.push({ term: joined })
  if (fragments.length === 0) return null
  return {
    groups: groups.filter((group) => !codeGroups.includes(group) && (joined === null || isFilter(group))),
    fragments,
  }
}

const weights: Record<FieldPrefix, string> = { po: 'A', sku: 'B', sn: 'C' }

/** A group as the SQL function search_query reads it. */
export function groupText({ terms, as }: TermGroup): string {
  return withWeight(as, terms.join(' '))
}

const withWeight = (as: FieldPrefix | undefined, text: string) => (as === undefined ? text : `${weights[as]}/${text}`)

/** The fragments with a prefix, as the SQL function parts_within reads them. */
export function prefixedFragments(fragments: readonly Fragment[]): string[] {
  return fragments.flatMap(({ term, as }) => (as === undefined ? [] : [withWeight(as, term)]))
}

/**
 * The groups for which to query the index, as the SQL function search_query reads them: those of one or two characters
 * are left out, because half of the index begins with them. When there are no others, one of two characters will do;
 * of several single characters none. In which kind of field a term stands the index does not tell.
 */
export function indexedGroups(groups: readonly TermGroup[]): string[] {
  const ofLength = (least: number) => groups.filter(({ terms }) => terms.every((term) => term.length >= least))
  const indexed = groups.length === 1 ? groups : ofLength(3)
  return (indexed.length > 0 ? indexed : ofLength(2).slice(0, 1)).map(({ terms }) => groupText({ terms }))
}
