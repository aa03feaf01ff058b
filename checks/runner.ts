/** The result of a stage: a test stage counts its tests, any other stage counts as one. */
export type Outcome = { passed: number; failed: number; output: string }
export type Stage = { name: string; title: string; run: () => Promise<Outcome> }
type RunnerDeps = { write: (text: string) => void; now: () => number }

const runStage = async (stage: Stage, { write, now }: RunnerDeps): Promise<Outcome> => {
  const start = now()
  write(`${stage.title.padEnd(30)} `)
  const outcome = await stage.run()
  const seconds = ((now() - start) / 1000).toFixed(1)
  const count = outcome.passed + outcome.failed > 1 ? `  ${outcome.passed} passed` : ''
  write(`${outcome.failed === 0 ? 'ok' : 'FAILED'}  ${seconds} s${count}\n`)
  if (outcome.failed > 0) write(`\n${outcome.output.trimEnd()}\n\n`)
  return outcome
}

/**
 * Runs the stages in order, stops at the first that fails and shows its output. The last line is always "N passed, N
 * failed". Returns whether nothing failed.
 */
export const runStages = async (stages: Stage[], runnerDeps: RunnerDeps): Promise<boolean> => {
  const total = { passed: 0, failed: 0 }
  for (const stage of stages) {
    const { passed, failed } = await runStage(stage, runnerDeps)
    total.passed += passed
    total.failed += failed
    if (failed > 0) break
  }
  runnerDeps.write(`${total.passed} passed, ${total.failed} failed\n`)
  return total.failed === 0
}
