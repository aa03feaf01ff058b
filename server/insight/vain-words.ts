import type { Db } from '#database/transaction.ts'
import { selectNames, selectVainWords, upsertVainWords, type VainRow } from './queries.ts'

/** A word that was searched for in vain, with its keyed hash and those of the searchers. */
export type VainWord = { word: string; hash: Buffer; searchers: Buffer[]; times: number }

/** From so many different people on a word is stored as it is. */
const leastSearchers = 3

/**
 * Adds words to what was searched for in vain. A word that is part of a person's name or address is left out; any other is
 * kept as a hash until three people have searched for it.
 */
export async function addVainWords(db: Db, words: readonly VainWord[], day: string): Promise<void> {
  const names = await selectNames(
    db,
    words.map(({ word }) => word),
  )
  const nameless = words.filter(({ word }) => !names.has(word))
  if (nameless.length === 0) return
  const known = await selectVainWords(
    db,
    nameless.map(({ hash }) => hash),
  )
  const before = new Map(known.map((row) => [row.hash.toString('hex'), row]))
  await upsertVainWords(
    db,
    nameless.map((one) => added(before.get(one.hash.toString('hex')), one)),
    day,
  )
}

function added(before: VainRow | undefined, { word, hash, searchers, times }: VainWord): VainRow {
  const sum = (before?.times ?? 0) + times
  if (before?.word) return { hash, word: before.word, searchers: [], times: sum }
  const all = new Map([...(before?.searchers ?? []), ...searchers].map((one) => [one.toString('hex'), one]))
  if (all.size >= leastSearchers) return { hash, word, searchers: [], times: sum }
  return { hash, word: null, searchers: [...all.values()], times: sum }
}
