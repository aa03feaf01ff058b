import { parseArgs } from 'node:util'
import { repeat } from './repeat.ts'
import { runStages } from './runner.ts'
import { stagesIn } from './stages.ts'

/*
 * `npm test`: runs all stages in order, or those that are named: `npm test -- types unit`. With `--repeat N` it runs
 * them N times, at other dates and beside other work.
 */

const runnerDeps = { write: (text: string) => void process.stdout.write(text), now: () => performance.now() }
const stages = stagesIn({})
const names = [...new Set(stages.map(({ name }) => name))]

const { values, positionals } = parseArgs({ options: { repeat: { type: 'string' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !names.includes(name))
const times = values.repeat === undefined ? undefined : Number(values.repeat)

if (unknown.length > 0) {
  refuse(`There is no stage called ${unknown.join(', ')}. Choose from: ${names.join(', ')}.`)
} else if (times === undefined) {
  const chosen = stages.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  process.exitCode = (await runStages(chosen, runnerDeps)) ? 0 : 1
} else if (!Number.isInteger(times) || times < 1) {
  refuse(`--repeat takes a number of runs, not "${values.repeat}".`)
} else {
  process.exitCode = (await repeat(times, positionals, runnerDeps)) === 0 ? 0 : 1
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
