import { appendFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, test, vi } from 'vitest'

/*
 * Runs in the process of the tests: one mutant after the other is switched on, and the test files that reach it run with the
 * portal that is loaded already. Loading it anew for each mutant took ten times as long as the tests.
 */

/** What instrumented code looks at. */
type Switch = {
  activeMutant?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const surroundings = globalThis as { __stryker__?: Switch }
const shared: Switch = surroundings.__stryker__ ?? {}
surroundings.__stryker__ = shared
/** The clock itself: tests may put another in its place. */
const { now } = performance
const killed = new Set<string>()

/** Runs a test file without any mutant; writes how often it reached each as a line of JSON into `log`. */
export async function countReached(file: string, log: string, load: () => Promise<unknown>): Promise<void> {
  // A clock that the file before has stopped.
  vi.useRealTimers()
  shared.activeMutant = undefined
  shared.hitCount = undefined
  shared.mutantCoverage ??= { static: {}, perTest: {} }
  const counts = shared.mutantCoverage.static
  for (const id of Object.keys(counts)) delete counts[id]
  const began = now.call(performance)
  await load()
  afterAll(() =>
    appendFileSync(
      log,
      `${JSON.stringify({ file, milliseconds: now.call(performance) - began, reached: { ...counts } })}\n`,
    ),
  )
}

type TriedFile = { mutant: string; test: string; most: number; log: string }

/** Runs a test file with a mutant until a test fails. `most` ends loops: how often the mutant may be reached. */
export async function runWith(
  { mutant, test: file, most, log }: TriedFile,
  load: () => Promise<unknown>,
): Promise<void> {
  if (killed.has(mutant)) return test('another file has noticed it', () => undefined)
  vi.useRealTimers()
  appendFileSync(log, `${JSON.stringify({ begun: mutant })}\n`)
  const note = () => {
    killed.add(mutant)
    appendFileSync(log, `${JSON.stringify({ killed: mutant, by: file })}\n`)
  }
  Object.assign(shared, { activeMutant: mutant, hitCount: 0, hitLimit: most })
  beforeEach(({ skip }) => {
    if (killed.has(mutant)) skip()
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail' && !killed.has(mutant)) note()
  })
  try {
    await load()
  } catch {
    // The file could not even begin: that is noticed, too.
    note()
    test('the file did not begin', () => undefined)
  }
}
