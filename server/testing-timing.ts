/** Milliseconds that something took. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/**
 * How often one of the first takes longer than one of the second, of all pairs: a half when nothing can be told. A matter
 * of ranks, so a few that a busy machine holds up do not move it.
 */
function shareLonger(first: readonly number[], second: readonly number[]): number {
  const longer = first.flatMap((time) => second.map((other): number => (time > other ? 1 : time === other ? 0.5 : 0)))
  return longer.reduce((sum, share) => sum + share, 0) / longer.length
}

/**
 * Whether two kinds of answer can be told apart by the time that they take: by their ranks, which with 60 of each stray by
 * 0.05 by chance, and by their medians, by more than `least` milliseconds: on a machine at rest ranks alone would show a
 * row that one of them reads more, which no network lets through in the few tries that a person has.
 */
export function areDistinguishable(first: readonly number[], second: readonly number[], minimum: number): boolean {
  return Math.abs(shareLonger(first, second) - 0.5) > 0.15 && Math.abs(median(first) - median(second)) > minimum
}

/** Measures both in turn, so often, each round beginning with the other one. */
export async function measureAlternately(
  rounds: number,
  first: (round: number) => Promise<number>,
  second: (round: number) => Promise<number>,
): Promise<[first: number[], second: number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      times[side].push(await (side === 0 ? first : second)(round))
    }
  }
  return times
}
