import { type Outcome, type Stage, stages } from './stages.ts'

/*
 * What `npm test` runs: all stages in order, or those that are named. It stops at the first that fails, shows what that
 * one printed, and always ends with the line "N passed, N failed".
 */

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const runStage = async (stage: Stage): Promise<Outcome> => {
  const start = performance.now()
  process.stdout.write(`${stage.title.padEnd(30)} `)
  const outcome = await stage.run()
  const count = outcome.passed + outcome.failed > 1 ? `, ${outcome.passed} passed` : ''
  const word = outcome.failed === 0 ? 'ok' : 'FAILED'
  process.stdout.write(`${word}  ${seconds(start)}${count}\n`)
  if (outcome.failed > 0) process.stdout.write(`\n${outcome.output.trimEnd()}\n\n`)
  return outcome
}

const runStages = async (chosen: Stage[]): Promise<boolean> => {
  const total = { passed: 0, failed: 0 }
  for (const stage of chosen) {
    const { passed, failed } = await runStage(stage)
    total.passed += passed
    total.failed += failed
    if (failed > 0) break
  }
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  return total.failed === 0
}

const names = [...new Set(stages.map(({ name }) => name))]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))

if (unknown.length > 0) {
  process.stderr.write(`There is no stage called ${unknown.join(', ')}. Choose from: ${names.join(', ')}.\n`)
  process.exitCode = 2
} else {
  const chosen = stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  process.exitCode = (await runStages(chosen)) ? 0 : 1
}
