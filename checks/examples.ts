import { globSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { runStages } from './runner.ts'
import { exampleStages } from './stages.ts'

/*
 * `npm run examples -- FOLDER`: sends files of others (UBL, EPCIS, NDJSON, code lists), which are not ours to keep in the
 * repository, through the portal. `npm test` reads nothing outside the repository.
 */

const folder = resolve(process.argv[2] ?? '')
const kinds = ['.xml', '.jsonld', '.ndjson', '.gc']
const isFolder = process.argv.length === 3 && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
if (!isFolder) refuse('Name a folder: npm run examples -- FOLDER')
else if (!kinds.some((ending) => globSync(`**/*${ending}`, { cwd: folder }).length > 0))
  refuse(`There is no file in ${folder} that ends with ${kinds.join(', ')}.`)
else {
  const runnerDeps = { write: (text: string) => void process.stdout.write(text), now: () => performance.now() }
  process.exitCode = (await runStages(exampleStages(folder), runnerDeps)) ? 0 : 1
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
