import { globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { repeat } from './repeat.ts'
import { runStages } from './runner.ts'
import { fileStages, longForms, longStages, stagesIn, versionStages } from './stages.ts'

/*
 * What `npm test` runs: all stages in order; those that are named (`npm test -- types unit`); or the test files whose paths
 * contain a word (`npm test -- search/spelling`). With `--long` the tests that have a long form in it, and the handbook's commands; with `--repeat N` the
 * stages so many times in a row, at other dates and beside other work, or from the run `--from M` on. `npm test -- versions` runs the tests that use PostgreSQL on its other versions.
 */

const root = join(import.meta.dirname, '..')
const testFiles = '{checks,contract,database,server,web,e2e}/**/*.{test.ts,test.tsx,e2e.ts}'

const runnerDeps = { write: (text: string) => void process.stdout.write(text), now: () => performance.now() }
const { values, positionals } = parseArgs({
  options: {
    repeat: { type: 'string' },
    from: { type: 'string', default: '1' },
    long: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const forms = values.long ? longForms : {}
const stages = stagesIn(forms)
const stageNames = [...new Set(stages.map(({ name }) => name))]
const paths = positionals.filter((word) => !stageNames.includes(word))
const times = values.repeat === undefined ? undefined : Number(values.repeat)
const from = Number(values.from)

if (positionals[0] === 'versions') {
  const chosen = versionStages(positionals.slice(1))
  if (chosen.length === 0) refuse('The other versions are 15, 16 and 17.')
  else process.exitCode = (await runStages(chosen, runnerDeps)) ? 0 : 1
} else if (values.long && times !== undefined) {
  refuse('--long and --repeat are not run together.')
} else if (paths.length > 0) {
  await runFiles(paths)
} else if (times === undefined) {
  const isUsual = (name: string) => values.long || !longStages.includes(name)
  const chosen = stages.filter(({ name }) => (positionals.length === 0 ? isUsual(name) : positionals.includes(name)))
  process.exitCode = (await runStages(chosen, runnerDeps)) ? 0 : 1
} else if (!Number.isInteger(times) || times < 1) {
  refuse(`--repeat takes a number of runs, not "${values.repeat}".`)
} else if (!Number.isInteger(from) || from < 1 || from > times) {
  refuse(`--from takes the number of one of these runs, not "${values.from}".`)
} else {
  process.exitCode = (await repeat({ from, to: times }, positionals, runnerDeps)) === 0 ? 0 : 1
}

async function runFiles(words: readonly string[]): Promise<void> {
  const all = globSync(testFiles, { cwd: root }).map((path) => path.replaceAll(sep, '/'))
  const isUnknown = (word: string) => !all.some((path) => path.includes(word))
  const unknown = words.filter(isUnknown)
  if (unknown.length > 0 || positionals.length > words.length || times !== undefined) {
    const reason =
      unknown.length > 0
        ? `There is no stage and no test file called ${unknown.join(', ')}.`
        : 'Stages, test files and --repeat are not run together.'
    return refuse(`${reason} Stages: ${stageNames.join(', ')}; test files by a part of their path.`)
  }
  const chosen = all.filter((path) => words.some((word) => path.includes(word)))
  process.exitCode = (await runStages(fileStages(chosen, forms), runnerDeps)) ? 0 : 1
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
