export type TextPiece = { start: number; text: string; found: boolean }

/**
 * Splits a text into what matched and what did not; overlapping ranges count once, ranges beyond the text are cut off.
 */
export function splitByRanges(text: string, ranges: readonly { start: number; length: number }[]): TextPiece[] {
  const textPieces: TextPiece[] = []
  let position = 0
  const addPiece = (end: number, found: boolean) => {
    if (end > position) textPieces.push({ start: position, text: text.slice(position, end), found })
    position = Math.max(position, end)
  }
  for (const { start, length } of ranges.toSorted((a, b) => a.start - b.start)) {
    addPiece(Math.min(start, text.length), false)
    addPiece(Math.min(start + length, text.length), true)
  }
  addPiece(text.length, false)
  return textPieces
}
