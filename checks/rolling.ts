import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runStages } from './runner.ts'
import { rollingStages } from './stages.ts'
import { findVersionBefore, placeVersion, testsOfVersion } from './version-before.ts'

/*
 * `npm run rolling`: whether the server of a version before goes on working on the schema of today, as it has to while
 * servers are upgraded one after the other. It takes too long to be a part of `npm test`.
 */

const root = resolve(import.meta.dirname, '..')
const commit = findVersionBefore(root, process.argv[2])
const folder = mkdtempSync(join(tmpdir(), 'portal-before-'))
const write = (text: string) => void process.stdout.write(text)
try {
  const tree = join(folder, 'tree')
  placeVersion(root, commit, tree)
  write(`The version before is ${commit}.\n`)
  const stages = rollingStages(tree, testsOfVersion(tree))
  process.exitCode = (await runStages(stages, { write, now: () => performance.now() })) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
