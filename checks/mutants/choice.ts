import { createHash } from 'node:crypto'
import { type Change, identityOf } from './report.ts'

/**
 * Which mutants of a run are tried: of files in `again` those it names, of all others one in so many. The same seed chooses
 * the same ones, wherever their lines stand, so that what was mended is tried again.
 */
export type Choice = { oneIn: number; seed: string; again: Readonly<Record<string, readonly string[]>> }

/** Whether the change is one of those that are tried. */
export const isChosen = ({ oneIn, seed, again }: Choice, change: Change): boolean => {
  const named = again[change.path]
  if (named !== undefined) return named.includes(identityOf(change))
  const hash = createHash('sha256').update(`${seed} ${change.path} ${change.code} ${change.change}`).digest()
  return hash.readUInt32BE() % oneIn === 0
}
