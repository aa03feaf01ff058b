import { oneKeyAway } from '../../contract/search.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { slipsBetween } from './distance.ts'
import { type NearWord, readNearWords, readSpellings, type Searched } from './queries.ts'
import type { Group, Wanted } from './wanted.ts'

/** Words of so many letters may be two slips away from what was meant. */
const longWord = 7
const mostWords = 12

/**
 * The same with each word that no document holds in the spelling that one does, or as a part of longer words; `spelt` is
 * what was typed in that spelling, null when nothing was misspelt. Null when nothing is nearer.
 */
export async function respell(
  db: Searched,
  viewer: Viewer,
  wanted: Wanted,
  types: readonly DocumentType[],
): Promise<{ wanted: Wanted; spelt: string | null } | null> {
  const typed = wanted.groups.filter(({ as }) => as === undefined)
  const terms = typed.map((group) => group.terms[0] as string)
  const doubted = terms.map((term) => ({ term, spellings: oneKeyAway(term) }))
  const isWord = terms.map((term) => /^\p{L}{4,30}$/u.test(term))
  const [spellings, near] = await Promise.all([
    readSpellings(db, viewer, doubted, types),
    readNearWords(
      db,
      viewer,
      terms.map((term, place) => (isWord[place] ? term : '')),
    ),
  ])
  const nearest = new Map<Group, Group>()
  const said = typed.map((group, place): string => {
    const term = terms[place] as string
    const found = nearestOf(term, spellings[place] ?? null, near[place] ?? [])
    if (found === null) return term
    nearest.set(group, { terms: found.words })
    return found.inside ? term : (found.words[0] as string)
  })
  if (nearest.size === 0) return null
  const spelt = said.join(' ')
  return {
    wanted: { fragments: [], groups: wanted.groups.map((group) => nearest.get(group) ?? group) },
    spelt: spelt === terms.join(' ') ? null : spelt,
  }
}

/** The words that a term is taken for; null when it stays what it is. */
function nearestOf(
  term: string,
  spelling: string | null,
  near: readonly NearWord[],
): { words: string[]; inside: boolean } | null {
  if (spelling === term) return null
  const inside = near.filter((one) => one.inside).map(({ word }) => word)
  if (inside.length > 0) return { words: inside.slice(0, mostWords), inside: true }
  if (spelling !== null) return { words: [spelling], inside: false }
  if (term.length < longWord) return null
  const ranked = near
    .map(({ word }) => ({ word, slips: slipsBetween(term, word, 2) }))
    .filter(({ slips }) => slips <= 2)
    .sort((a, b) => a.slips - b.slips)
  return ranked[0] ? { words: [ranked[0].word], inside: false } : null
}
