/** A copy of the list with the entry at `from` moved to `to`. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const others = entries.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...entries.slice(from, from + 1), ...others.slice(to)]
}
