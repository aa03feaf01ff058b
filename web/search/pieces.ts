export type Piece = { start: number; text: string; found: boolean }

/** Cuts a text into what matched and what did not; overlapping ranges count once, ranges beyond the text are cut off. */
export function pieces(text: string, ranges: readonly { start: number; length: number }[]): Piece[] {
  const cut: Piece[] = []
  let at = 0
  const add = (end: number, found: boolean) => {
    if (end > at) cut.push({ start: at, text: text.slice(at, end), found })
    at = Math.max(at, end)
  }
  for (const { start, length } of ranges.toSorted((a, b) => a.start - b.start)) {
    add(Math.min(start, text.length), false)
    add(Math.min(start + length, text.length), true)
  }
  add(text.length, false)
  return cut
}
