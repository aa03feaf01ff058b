import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { proofsIn } from './rules/proofs.ts'
import { runStages } from './runner.ts'
import { faultStages } from './stages.ts'

/* `npm run faults`: tests every fault of docs/faults.md for real. It takes too long to be a part of `npm test`. */

const page = readFileSync(join(resolve(import.meta.dirname, '..'), 'docs/faults.md'), 'utf8')
const files = [...new Set(proofsIn(page).map(({ path }) => path))]
const runnerDeps = { write: (text: string) => void process.stdout.write(text), now: () => performance.now() }
process.exitCode = (await runStages(faultStages(files), runnerDeps)) ? 0 : 1
