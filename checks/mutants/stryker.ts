import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Choice } from './choice.ts'
import { needsDatabase } from './tests-of.ts'

/*
 * Stryker changes the code and runs the tests. It is 60 MB that only `npm run mutants` needs, so it is no dependency: it is
 * installed when it is first run, beside the other packages, so that it finds the project's own Vitest above it.
 */

export const strykerVersion = '10.1.1'
const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${strykerVersion}`)
const folderIn = (root: string) => join(root, 'node_modules/.cache/stryker')
/** Where its packages are. */
export const packagesIn = (root: string) => join(folderIn(root), 'node_modules')
const coreIn = (root: string) => join(packagesIn(root), '@stryker-mutator/core')

/** Installs Stryker unless it is there. Returns whether it is. */
export const installStryker = (root: string): boolean => {
  const manifest = join(coreIn(root), 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === strykerVersion) return true
  process.stdout.write(`Installing Stryker ${strykerVersion}…\n`)
  mkdirSync(folderIn(root), { recursive: true })
  writeFileSync(join(folderIn(root), 'package.json'), '{ "private": true }\n')
  // Its peer, Vitest, is the project's own.
  const args = ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error', ...packages]
  const cwd = folderIn(root)
  const npm = process.env.npm_execpath
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  return done.status === 0
}

export type StrykerRun = {
  root: string
  /** The files to be changed, the test files that may notice it, and which changes are tried. */
  paths: readonly string[]
  choice: Choice
  tests: readonly string[]
  /** Where the report is written. */
  report: string
  minutes: number
}

/** Changes copies of the files in every way that was chosen and writes a report. Returns what Stryker printed. */
export const runStryker = ({ root, paths, choice, tests, report, minutes }: StrykerRun): Promise<string> => {
  const config = join(folderIn(root), 'stryker.config.json')
  const choiceFile = join(folderIn(root), 'choice.json')
  writeFileSync(choiceFile, JSON.stringify(choice))
  // Not below node_modules: what lies there Vitest takes for a package, and leaves as it is.
  const copies = join(tmpdir(), `mutants-${process.pid}`)
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'stryker-plugin.ts')],
      checkers: ['choice'],
      // Which tests import a file is worth finding out where they are small. Those with a database start the whole portal.
      vitest: { configFile: 'mutants.config.ts', related: !needsDatabase(root, tests) },
      mutate: paths,
      coverageAnalysis: 'perTest',
      // Node runs the types as they are; a mutant that they would refuse is one for the tests all the same.
      disableTypeChecks: true,
      concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
      dryRunTimeoutMinutes: minutes,
      timeoutMS: 8_000,
      // On a busy machine the same tests may take several times as long: that is not what the change did.
      timeoutFactor: 4,
      tempDirName: copies,
      ignorePatterns: ['dist', '.data'],
      reporters: ['json'],
      jsonReporter: { fileName: report },
      allowEmpty: true,
    }),
  )
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(coreIn(root), 'bin/stryker.js'), 'run', config], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: minutes * 60_000,
      env: { ...process.env, NO_COLOR: '1', MUTANTS_TESTS: JSON.stringify(tests), MUTANTS_CHOICE: choiceFile },
    })
    let output = ''
    const append = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.on('error', (error) => done(`${output}${error.message}\n`))
    child.on('close', () => {
      rmSync(copies, { recursive: true, force: true })
      done(output)
    })
  })
}
