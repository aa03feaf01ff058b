import { spellingsOneEditAway } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { editDistance } from './edit-distance.ts'
import { readHeldTerms, readSimilarTerms, type SearchDeps, type SimilarTerms, type UnknownTerm } from './queries.ts'
import type { SearchCriteria, TermGroup } from './search-criteria.ts'

/** Words with at least so many letters may be two edits away from what was meant. */
const longWord = 7
const mostWords = 12
/** When no document contains more of the words than this, they are not slips: nothing is found. */
const mostMisspelt = 2

/**
 * The criteria with each word that no document contains replaced by a spelling that one does, or by longer words that
 * contain it; `corrected` is the typed text in that spelling, null when nothing was misspelt. Null when there is
 * nothing similar. `isUnknown`: the only term is known to be in no document.
 */
export async function correctSpelling(
  deps: SearchDeps,
  viewer: Viewer,
  criteria: SearchCriteria,
  types: readonly DocumentType[],
  { isUnknown }: { isUnknown: boolean },
): Promise<{ criteria: SearchCriteria; corrected: string | null } | null> {
  const typedGroups = criteria.groups.filter(({ as }) => as === undefined)
  const terms = typedGroups.flatMap((group) => group.terms)
  const held = isUnknown ? new Set<string>() : await readHeldTerms(deps, viewer, terms, types)
  const unknownGroups = typedGroups.filter((group) => !group.terms.some((term) => held.has(term)))
  const unknown = unknownGroups.map(unknownTermOf)
  if (unknown.length === 0 || unknown.length > mostMisspelt || !unknown.every(isCorrectable)) return null
  const similar = await readSimilarTerms(deps, viewer, unknown, types)
  const visible = await firstVisible(deps, viewer, wordsTwoEditsAway(unknown, similar), types)
  const corrections = new Map<TermGroup, Correction>()
  for (const [index, group] of unknownGroups.entries()) {
    const { spelling, near } = similar[index] as SimilarTerms
    const correction = correctionOf(spelling ?? visible[index] ?? null, near)
    if (correction !== null) corrections.set(group, correction)
  }
  if (corrections.size === 0) return null
  const groups = criteria.groups.map((group) => {
    const correction = corrections.get(group)
    return correction ? { terms: correction.words } : group
  })
  if (![...corrections.values()].some(({ inside }) => !inside))
    return { criteria: { fragments: [], groups }, corrected: null }
  const corrected = typedGroups.map((group) => {
    const correction = corrections.get(group)
    return correction === undefined || correction.inside ? group.terms[0] : correction.words[0]
  })
  return { criteria: { fragments: [], groups }, corrected: corrected.join(' ') }
}

function unknownTermOf({ terms: [term = ''] }: TermGroup): UnknownTerm {
  return { term, spellings: spellingsOneEditAway(term), isWord: /^\p{L}{4,30}$/u.test(term) }
}

const isCorrectable = ({ spellings, isWord }: UnknownTerm) => isWord || spellings.length > 0

/** The words that replace a term; `inside`: they contain it. */
type Correction = { words: string[]; inside: boolean }

/** Null when the term is kept. */
function correctionOf(spelling: string | null, near: SimilarTerms['near']): Correction | null {
  const inside = near.filter((entry) => entry.inside).map(({ word }) => word)
  if (inside.length > 0) return { words: inside.slice(0, mostWords), inside: true }
  return spelling === null ? null : { words: [spelling], inside: false }
}

/** For each long term without a known nearer spelling, the words two edits away from it, the nearest first. */
function wordsTwoEditsAway(unknown: readonly UnknownTerm[], similar: readonly SimilarTerms[]): string[][] {
  return unknown.map(({ term }, index) => {
    const { spelling, near } = similar[index] as SimilarTerms
    if (spelling !== null || term.length < longWord) return []
    return near
      .map(({ word }) => ({ word, distance: editDistance(term, word, 2) }))
      .filter(({ distance }) => distance <= 2)
      .sort((a, b) => a.distance - b.distance)
      .map(({ word }) => word)
      .slice(0, 3)
  })
}

/**
 * The first of each list of words that a document of these types contains: a suggestion must occur in something that
 * the viewer may see.
 */
async function firstVisible(
  deps: SearchDeps,
  viewer: Viewer,
  words: readonly (readonly string[])[],
  types: readonly DocumentType[],
): Promise<(string | undefined)[]> {
  const candidates = words.flat()
  if (candidates.length === 0) return []
  const existing = await readHeldTerms(deps, viewer, candidates, types)
  return words.map((alternatives) => alternatives.find((word) => existing.has(word)))
}
