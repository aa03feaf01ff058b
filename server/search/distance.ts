/**
 * How many slips of the hand lie between two words: a sign wrong, missing or too many, or two neighbours exchanged.
 * Beyond `most` it is not counted on; `most + 1` is given.
 */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let at = 1; at <= other.length; at++) {
      const wrong = (last[at - 1] as number) + (one[row - 1] === other[at - 1] ? 0 : 1)
      let least = Math.min(wrong, (last[at] as number) + 1, (now[at - 1] as number) + 1)
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]) {
        least = Math.min(least, (beforeLast[at - 2] as number) + 1)
      }
      now.push(least)
    }
    if (Math.min(...now) > most) return most + 1
    beforeLast = last
    last = now
  }
  return Math.min(last[other.length] as number, most + 1)
}
