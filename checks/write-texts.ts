import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedTexts } from './generated-texts.ts'
import { projectFiles } from './rules/project-files.ts'

/* What `npm run texts` runs: writes the files that are made of the texts and of what uses them. */

const root = join(import.meta.dirname, '..')
const { files, missing } = generatedTexts(projectFiles(root, /^(contract|web)\/.*\.(ts|tsx|json)$/))
for (const { path, text } of files) writeFileSync(join(root, path), text)
for (const fault of missing) process.stderr.write(`${fault}\n`)
if (missing.length > 0) process.exitCode = 1
