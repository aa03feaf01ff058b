import { appendFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, test } from 'vitest'

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

const shared: Switch = ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {})
const killed = new Set<string>()

/** Runs a test file without any mutant; writes how often it reached each as a line of JSON into `log`. */
export async function countReached(file: string, log: string, load: () => Promise<unknown>): Promise<void> {
  shared.activeMutant = undefined
  shared.hitCount = undefined
  shared.mutantCoverage ??= { static: {}, perTest: {} }
  const counts = shared.mutantCoverage.static
  for (const id of Object.keys(counts)) delete counts[id]
  const began = performance.now()
  await load()
  afterAll(() =>
    appendFileSync(
      log,
      `${JSON.stringify({ file, milliseconds: performance.now() - began, reached: { ...counts } })}\n`,
    ),
  )
}

/** Runs a test file with a mutant until a test fails. `most` ends loops: how often the mutant may be reached. */
export async function runWith(mutant: string, most: number, log: string, load: () => Promise<unknown>): Promise<void> {
  if (killed.has(mutant)) return test.skip('another file has noticed it', () => undefined)
  appendFileSync(log, `${JSON.stringify({ begun: mutant })}\n`)
  const note = () => {
    killed.add(mutant)
    appendFileSync(log, `${JSON.stringify({ killed: mutant })}\n`)
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
    test.skip('the file did not begin', () => undefined)
  }
}
