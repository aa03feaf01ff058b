/**
 * The number of typing errors between two words: a character wrong, missing or extra, or two neighbours transposed.
 * Beyond `max` it stops counting and returns `max + 1`.
 */
export function editDistance(word: string, other: string, max: number): number {
  if (Math.abs(word.length - other.length) > max) return max + 1
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= word.length; row++) {
    const currentRow = [row]
    for (let at = 1; at <= other.length; at++) {
      const wrong = (previousRow[at - 1] as number) + (word[row - 1] === other[at - 1] ? 0 : 1)
      let least = Math.min(wrong, (previousRow[at] as number) + 1, (currentRow[at - 1] as number) + 1)
      if (row > 1 && at > 1 && word[row - 1] === other[at - 2] && word[row - 2] === other[at - 1]) {
        least = Math.min(least, (rowBeforePrevious[at - 2] as number) + 1)
      }
      currentRow.push(least)
    }
    if (Math.min(...currentRow) > max) return max + 1
    rowBeforePrevious = previousRow
    previousRow = currentRow
  }
  return Math.min(previousRow[other.length] as number, max + 1)
}
