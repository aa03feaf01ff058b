/** Milliseconds that something took. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/**
 * How often one of the first takes longer than one of the second, of all pairs: a half when nothing can be told. It is a
 * matter of ranks, so a busy machine, which makes a few of either take very long, does not move it. With 200 of each it
 * strays by 0.03 by chance; beyond 0.36 to 0.64 it is none.
 */
export function shareLonger(first: readonly number[], second: readonly number[]): number {
  const longer = first.flatMap((one) => second.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)))
  return longer.reduce((sum, one) => sum + one, 0) / longer.length
}

/** Measures both in turn, so often, each round beginning with the other one. */
export async function inTurn(
  rounds: number,
  first: (round: number) => Promise<number>,
  second: (round: number) => Promise<number>,
): Promise<[first: number[], second: number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      times[which].push(await (which === 0 ? first : second)(round))
    }
  }
  return times
}
