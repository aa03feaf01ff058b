/** A list with the thing at `from` taken out and put in at `to`. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const others = entries.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...entries.slice(from, from + 1), ...others.slice(to)]
}
