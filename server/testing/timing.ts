/** The milliseconds that a piece of work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/**
 * The share of all pairs in which the first time is longer than the second: a half when they do not differ. It uses
 * ranks, so a few times that a busy machine delays do not change it.
 */
function shareLonger(first: readonly number[], second: readonly number[]): number {
  const longer = first.flatMap((time) => second.map((other): number => (time > other ? 1 : time === other ? 0.5 : 0)))
  return longer.reduce((sum, share) => sum + share, 0) / longer.length
}

/**
 * Whether two kinds of answer can be told apart by their time: by their ranks, which with 60 of each vary by 0.05 by
 * chance, and by their medians, by more than `minimum` milliseconds. On an idle machine, ranks alone would reveal one
 * more row read, which no network shows in the few tries that a person has.
 */
export function areDistinguishable(first: readonly number[], second: readonly number[], minimum: number): boolean {
  return Math.abs(shareLonger(first, second) - 0.5) > 0.15 && Math.abs(median(first) - median(second)) > minimum
}

/** Measures both in turn, `rounds` times, each round beginning with the other one. */
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
