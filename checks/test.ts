import { runStages } from './runner.ts'
import { stages } from './stages.ts'

/* What `npm test` runs: all stages in order, or those that are named: `npm test -- types unit`. */

const names = [...new Set(stages.map(({ name }) => name))]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))

if (unknown.length > 0) {
  process.stderr.write(`There is no stage called ${unknown.join(', ')}. Choose from: ${names.join(', ')}.\n`)
  process.exitCode = 2
} else {
  const chosen = stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const world = { write: (text: string) => void process.stdout.write(text), now: () => performance.now() }
  process.exitCode = (await runStages(chosen, world)) ? 0 : 1
}
