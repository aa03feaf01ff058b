import { spellingsOneEditAway } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { editDistance } from './edit-distance.ts'
import { type NearWord, readNearWords, readSpellings, type SearchDatabase } from './queries.ts'
import type { SearchCriteria, TermGroup } from './search-criteria.ts'

/** Words with at least so many letters may be two edits away from what was meant. */
const longWord = 7
const mostWords = 12

/**
 * The criteria with each word that no document contains replaced by a spelling that one does, or by longer words that
 * contain it; `corrected` is the typed text in that spelling, null when nothing was misspelt. Null when there is
 * nothing similar.
 */
export async function correctSpelling(
  db: SearchDatabase,
  viewer: Viewer,
  criteria: SearchCriteria,
  types: readonly DocumentType[],
): Promise<{ criteria: SearchCriteria; corrected: string | null } | null> {
  const typedGroups = criteria.groups.filter(({ as }) => as === undefined)
  const terms = typedGroups.map((group) => group.terms[0] as string)
  const candidates = terms.map((term) => ({ term, spellings: spellingsOneEditAway(term) }))
  const isWord = terms.map((term) => /^\p{L}{4,30}$/u.test(term))
  const [spellings, near] = await Promise.all([
    readSpellings(db, viewer, candidates, types),
    readNearWords(
      db,
      viewer,
      terms.map((term, index) => (isWord[index] ? term : '')),
    ),
  ])
  const visible = await firstVisible(db, viewer, wordsTwoEditsAway(terms, spellings, near), types)
  const nearest = new Map<TermGroup, TermGroup>()
  const correctedTerms = typedGroups.map((group, index): string => {
    const term = terms[index] as string
    const correction = correctionOf(term, spellings[index] ?? visible[index] ?? null, near[index] ?? [])
    if (correction === null) return term
    nearest.set(group, { terms: correction.words })
    return correction.inside ? term : (correction.words[0] as string)
  })
  if (nearest.size === 0) return null
  const corrected = correctedTerms.join(' ')
  return {
    criteria: { fragments: [], groups: criteria.groups.map((group) => nearest.get(group) ?? group) },
    corrected: corrected === terms.join(' ') ? null : corrected,
  }
}

/** The words that replace a term; null when it is kept. */
function correctionOf(
  term: string,
  spelling: string | null,
  near: readonly NearWord[],
): { words: string[]; inside: boolean } | null {
  if (spelling === term) return null
  const inside = near.filter((entry) => entry.inside).map(({ word }) => word)
  if (inside.length > 0) return { words: inside.slice(0, mostWords), inside: true }
  return spelling === null ? null : { words: [spelling], inside: false }
}

/** For each long term without a known nearer spelling, the words two edits away from it, the nearest first. */
function wordsTwoEditsAway(
  terms: readonly string[],
  spellings: readonly (string | null)[],
  near: readonly (readonly NearWord[])[],
): string[][] {
  return terms.map((term, index) => {
    if (spellings[index] !== null || term.length < longWord) return []
    return (near[index] ?? [])
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
  db: SearchDatabase,
  viewer: Viewer,
  words: readonly (readonly string[])[],
  types: readonly DocumentType[],
): Promise<(string | undefined)[]> {
  const candidates = words.flat().map((term) => ({ term, spellings: [] }))
  if (candidates.length === 0) return []
  const existing = new Set(await readSpellings(db, viewer, candidates, types))
  return words.map((alternatives) => alternatives.find((word) => existing.has(word)))
}
