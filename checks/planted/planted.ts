import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { projectFiles } from '../rules/project-files.ts'
import { withTemporaryProject } from '../rules/temporary-project.ts'

/* Changes that are planted in a copy of the program, to see what they cost and whether that is enough. */

const root = resolve(import.meta.dirname, '../..')
const program = /^(contract|database|server|web)\/.*\.(tsx?|json|md|typ|css|sql)$|^(package|tsconfig)\.json$/

/** A line behind the line that contains `after`; other words for `words`; or a new file. */
export type PlantedChange =
  | { path: string; after: string; line: string }
  | { path: string; words: string; become: string }
  | { path: string; text: string }

/** The files of code that these changes touch, without the new ones. */
export const changedCode = (changes: readonly PlantedChange[]) =>
  filesOf(changes.filter((change) => !('text' in change))).filter((path) => !path.startsWith('contract/messages/'))

/** The new files. */
export const newFiles = (changes: readonly PlantedChange[]) => filesOf(changes.filter((change) => 'text' in change))

const filesOf = (changes: readonly PlantedChange[]) => [...new Set(changes.map(({ path }) => path))].sort()

function changedText(folder: string, change: PlantedChange): string {
  if ('text' in change) return change.text
  const text = readFileSync(join(folder, change.path), 'utf8')
  if ('words' in change) {
    expect(text, `${change.path} has no ${change.words}`).toContain(change.words)
    return text.replace(change.words, () => change.become)
  }
  const lines = text.split('\n')
  const index = lines.findIndex((line) => line.includes(change.after))
  expect(index, `${change.path} has no line with ${change.after}`).toBeGreaterThan(-1)
  return lines.toSpliced(index + 1, 0, change.line).join('\n')
}

/** Runs `inspect` in a copy of the program with these changes. */
export const withPlanted = <T>(changes: readonly PlantedChange[], inspect: (folder: string) => T) => {
  const files = Object.fromEntries(projectFiles(root, program).map(({ path, text }) => [path, text]))
  return withTemporaryProject(files, (folder) => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const change of changes) writeFileSync(join(folder, change.path), changedText(folder, change))
    return inspect(folder)
  })
}

/** What the compiler says of the server and the web of a copy. */
export const typeErrors = (folder: string) =>
  ['server', 'web'].flatMap((layer) => {
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
    // Several checkers would work out the same types anew, each for itself.
    const settings = ['--incremental', 'false', '--tsBuildInfoFile', 'null', '--checkers', '1']
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', layer, ...settings], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout.split('\n').filter((line) => line !== '')
  })

/** What a script in the copy prints as JSON. */
export const printed = (folder: string, script: string): unknown => {
  writeFileSync(join(folder, 'script.mjs'), script)
  return JSON.parse(execFileSync(process.execPath, ['script.mjs'], { cwd: folder, encoding: 'utf8' }))
}

/** The same line for the catalogue of each language, behind the key that is `after`. */
export const plantedTexts = (topic: string, after: string, texts: Readonly<Record<string, string>>): PlantedChange[] =>
  ['en', 'de', 'fr', 'es', 'nl', 'ar'].map((language) => ({
    path: `contract/messages/${language}/${topic}.json`,
    after: `"${after}"`,
    line: Object.entries(texts)
      .map(([key, text]) => `  "${key}": ${JSON.stringify(text)},`)
      .join('\n'),
  }))
