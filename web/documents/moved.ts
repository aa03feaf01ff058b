/** A list with the thing at `from` taken out and put in at `to`. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const others = things.filter((_, at) => at !== from)
  return [...others.slice(0, to), ...things.slice(from, from + 1), ...others.slice(to)]
}
