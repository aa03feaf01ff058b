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
  const visible = await visibleOf(db, viewer, twoSlipsAway(terms, spellings, near), types)
  const nearest = new Map<Group, Group>()
  const said = typed.map((group, place): string => {
    const term = terms[place] as string
    const found = nearestOf(term, spellings[place] ?? visible[place] ?? null, near[place] ?? [])
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
  return spelling === null ? null : { words: [spelling], inside: false }
}

/** For each long term of which no nearer spelling is known, the words two slips away from it, the nearest first. */
function twoSlipsAway(
  terms: readonly string[],
  spellings: readonly (string | null)[],
  near: readonly (readonly NearWord[])[],
): string[][] {
  return terms.map((term, place) => {
    if (spellings[place] !== null || term.length < longWord) return []
    return (near[place] ?? [])
      .map(({ word }) => ({ word, slips: slipsBetween(term, word, 2) }))
      .filter(({ slips }) => slips <= 2)
      .sort((a, b) => a.slips - b.slips)
      .map(({ word }) => word)
      .slice(0, 3)
  })
}

/** The first of each words that a document of these types holds: what is named must stand in something that may be seen. */
async function visibleOf(
  db: Searched,
  viewer: Viewer,
  words: readonly (readonly string[])[],
  types: readonly DocumentType[],
): Promise<(string | undefined)[]> {
  const doubted = words.flat().map((term) => ({ term, spellings: [] }))
  if (doubted.length === 0) return []
  const held = new Set(await readSpellings(db, viewer, doubted, types))
  return words.map((some) => some.find((word) => held.has(word)))
}
