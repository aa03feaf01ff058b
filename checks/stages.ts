import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium, installChromium } from './chromium.ts'
import { findFakeClock, installFakeClock } from './dates.ts'
import type { Outcome, Stage } from './runner.ts'
import { withTemporaryFolder } from './temporary-folder.ts'
import { otherPostgresVersions, withPostgres } from './versions.ts'

const root = resolve(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')
/** Milliseconds after which a stage is stopped. */
const limit = 20 * 60_000
/** The same of the stages of `npm test`: machines that are shared with others took five times as long as quiet ones. */
const patientLimit = 40 * 60_000

/** Colours on a terminal only; some tools take any value of FORCE_COLOR, even 0, as a yes. */
const { FORCE_COLOR: _, ...plainEnvironment } = process.env
const colours = process.stdout.isTTY ? '--colors=force' : '--colors=off'
const environment = process.stdout.isTTY
  ? { ...plainEnvironment, FORCE_COLOR: '1' }
  : { ...plainEnvironment, NO_COLOR: '1' }

type ProgramResult = { ok: boolean; output: string }

/** Runs a package's command line program on this version of Node and returns its output. */
const runNode = (
  program: string,
  args: readonly string[],
  extraEnvironment: NodeJS.ProcessEnv = {},
  cwd = root,
  timeout = limit,
): Promise<ProgramResult> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(cwd, program), ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      env: { ...environment, ...extraEnvironment },
    })
    let output = ''
    const append = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.on('error', (error) => done({ ok: false, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => {
      const stopped = signal === null ? '' : `\nStopped by ${signal}; a stage may take ${timeout / 60_000} minutes.\n`
      done({ ok: code === 0, output: output + stopped })
    })
  })

const countAsOne = ({ ok, output }: ProgramResult): Outcome => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, output })

const program = (title: string, name: string, path: string, ...args: string[]): Stage => ({
  name,
  title,
  run: async () => countAsOne(await runNode(path, args)),
})

/** The longest first, so that neither of two compilers works alone at the end. */
const projects = ['server', '.', 'web', 'web/console', 'contract', 'database', 'web/worker']

/**
 * Two at a time: the smallest machine that we support has two cores. Each with one checker: several of one project work out
 * the same types anew, each for itself, which doubles the work.
 */
const checkTypes = async (): Promise<Outcome> => {
  const waiting = [...projects]
  const endings: ProgramResult[] = []
  const work = async () => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      endings.push(await runNode('node_modules/typescript-native/bin/tsc', ['-p', project, '--checkers', '1']))
    }
  }
  await Promise.all([work(), work()])
  return countAsOne({ ok: endings.every(({ ok }) => ok), output: endings.map(({ output }) => output).join('') })
}

type Report = { numPassedTests: number; numFailedTests: number }

const readReport = (file: string): Report => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    // Vitest ended before it could report; its exit code already reports a failure.
    return { numPassedTests: 0, numFailedTests: 0 }
  }
}

/** What takes long and little that is changed breaks is left out, unless the long forms or these files are to be run. */
const isShort = (name: string, environment: NodeJS.ProcessEnv, files: readonly string[]): boolean =>
  ['law', 'unit', 'e2e'].includes(name) && files.length === 0 && environment.TESTS !== 'all'

/** Vitest's projects that one stage runs, where they are more than one of its name. */
const projectsOf: Readonly<Record<string, readonly string[]>> = {
  unit: ['plain', 'web', 'unit'],
  versions: ['unit'],
  partitions: ['unit'],
}

const runTests = async (
  name: string,
  extraEnvironment: NodeJS.ProcessEnv,
  files: readonly string[],
): Promise<Outcome> => {
  const report = join(cache, `tests-${name}.json`)
  mkdirSync(cache, { recursive: true })
  rmSync(report, { force: true })
  const vitestProjects = (projectsOf[name] ?? [name]).flatMap((project) => ['--project', project])
  const short = isShort(name, extraEnvironment, files)
  const args = ['run', ...vitestProjects, ...(short ? ['--tags-filter', '!long'] : []), ...files]
  const testEnvironment = { ...extraEnvironment, TEST_REPORT: report, ...(short ? { TESTS: 'short' } : {}) }
  const patience = name === 'unit' || name === 'e2e' ? patientLimit : limit
  const { ok, output } = await runNode('node_modules/vitest/vitest.mjs', args, testEnvironment, root, patience)
  const { numPassedTests, numFailedTests } = readReport(report)
  // A file that cannot be loaded fails without a failed test; a run without any tests proves nothing.
  const failed = ok && numPassedTests > 0 ? numFailedTests : Math.max(1, numFailedTests)
  return { passed: numPassedTests, failed, output }
}

const tests = (
  title: string,
  name: string,
  extraEnvironment: NodeJS.ProcessEnv = {},
  files: readonly string[] = [],
): Stage => ({
  name,
  title,
  run: () =>
    // Faults of machines are made on a disk.
    ['faults', 'cluster', 'rolling', 'image'].includes(name)
      ? runTests(name, extraEnvironment, files)
      : withTemporaryFolder((folder) => runTests(name, { ...extraEnvironment, ...folder }, files)),
})

const browser = async (): Promise<Outcome> => {
  if (findChromium() !== undefined) return { passed: 1, failed: 0, output: '' }
  return countAsOne(installChromium())
}

const fakeClock = async (): Promise<Outcome> => {
  if (findFakeClock() !== undefined) return { passed: 1, failed: 0, output: '' }
  return countAsOne(installFakeClock())
}

const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'] as const
const webBuild = program('web build', 'e2e', ...vite)
/** After that, which empties the folder. */
const consoleBuild = program('web build of the console', 'e2e', ...vite, '--config', 'console.config.ts')
const viewingBuild = program('web build of viewings', 'e2e', ...vite, '--config', 'viewing.config.ts')
/** End-to-end tests start what operators start, and it starts in half of the time that the sources take. */
const serverBuild = program('server build', 'e2e', ...vite, '--config', 'server.config.ts')
const builds = [webBuild, consoleBuild, viewingBuild, serverBuild]
const chromium: Stage = { name: 'e2e', title: 'a Chromium', run: browser }

/** Stages that run with `--long` or when they are named: they take minutes, and little that is changed breaks them. */
export const longStages: readonly string[] = ['partitions', 'handbook']

/** The stages of `npm test`, cheapest first; the product's tests run with `environment` added. */
export const stagesIn = (environment: NodeJS.ProcessEnv): Stage[] => [
  program('format and lint', 'lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', colours),
  { name: 'types', title: 'types', run: checkTypes },
  tests('import law and architecture', 'law'),
  program('unused code', 'unused', 'node_modules/knip/bin/knip.js', '--no-progress'),
  tests('unit and integration tests', 'unit', environment),
  tests('the same with partitioned tables', 'partitions', { ...environment, TEST_PARTITIONS: '8' }),
  tests('commands of the handbook', 'handbook', environment),
  ...builds,
  chromium,
  tests('end-to-end tests', 'e2e', environment),
]

/** What `npm test -- PATH …` runs: the stages that these test files need, and no other test, with `environment` added. */
export const fileStages = (files: readonly string[], environment: NodeJS.ProcessEnv): Stage[] => {
  const of = (pattern: RegExp) => files.filter((file) => pattern.test(file))
  const [law, browserTests] = [of(/^checks\//), of(/\.e2e\.ts$/)]
  const others = of(/^(?!checks\/).*\.test\.tsx?$/)
  return [
    ...(law.length > 0 ? [tests('import law and architecture', 'law', {}, law)] : []),
    ...(others.length > 0 ? [tests('unit and integration tests', 'unit', environment, others)] : []),
    ...(browserTests.length > 0
      ? [...builds, chromium, tests('end-to-end tests', 'e2e', environment, browserTests)]
      : []),
  ]
}

/** How often, how large and in how many languages tests are that `npm test` runs in a short form. */
export const longForms = {
  KILLS: '50',
  LINES: '20000',
  MEGABYTES: '100',
  MOMENTS: 'all',
  MOVES: '1000',
  PAPER_LINES: '5000',
  TESTS: 'all',
  TRIES: '200',
  WRITES: 'all',
}

/** The stages of `npm run faults`: these test files, and what they need. */
export const faultStages = (files: readonly string[]): Stage[] => {
  const filesEndingWith = (ending: string) => files.filter((file) => file.endsWith(ending))
  return [
    ...builds,
    chromium,
    { name: 'faults', title: 'another clock', run: fakeClock },
    tests('faults of machines', 'faults', {}, filesEndingWith('.fault.ts')),
    // They run with smaller numbers in `npm test`.
    tests('faults of others', 'unit', longForms, filesEndingWith('.test.ts')),
    tests('faults of browsers', 'e2e', longForms, filesEndingWith('.e2e.ts')),
  ]
}

/** The stages of `npm test -- versions`: the tests that use PostgreSQL, on versions that are not the embedded one. */
export const versionStages = (chosen: readonly string[]): Stage[] =>
  otherPostgresVersions
    .filter((version) => chosen.length === 0 || chosen.includes(String(version)))
    .map((version) => ({
      name: 'versions',
      title: `PostgreSQL ${version}`,
      run: () => withPostgres(version, cache, (url) => runTests('versions', { TEST_DATABASE_URL: url }, [])),
    }))

/** The stages of `npm run cluster`, of these files or all; the tests write what they measure into the file `figures`. */
export const clusterStages = (figures: string, files: readonly string[]): Stage[] => [
  tests('servers on a primary and a standby', 'cluster', { CLUSTER_FIGURES: figures }, files),
]

/** The stages of `npm run image`: the Dockerfile is built on the base images that are there, and what it makes is started. */
export const imageStages = (environment: NodeJS.ProcessEnv): Stage[] => [
  tests('the portal’s image', 'image', environment),
]

/** Tests of versions before that fail on a later schema, or by chance, and mean nothing for the server. */
const expectedOfBefore: readonly string[] = [
  // It lists the tables that staff may read; a later version may let them read more.
  'cannot be changed by its role, which sees no password, no secret and no content of a document',
  // It compares the words that CHECKs allow with its own; a later version may know more.
  'a column that takes some words only takes those that the program knows',
  // What is counted of calls may be written between its two looks; a later version waits for that.
  'changes nothing by what they may call, wherever they look: notices stay unread, nobody was here',
]

type TestReport = { testResults: { assertionResults: { status: string; title: string; fullName: string }[] }[] }

/**
 * The stages of `npm run rolling`: a server of the tree of a version before beside one of today, then the tests of its own
 * on a database of today.
 */
export const rollingStages = (tree: string, files: readonly string[]): Stage[] => [
  tests('a server of before beside today’s', 'rolling', { VERSION_BEFORE: tree }),
  {
    name: 'rolling',
    title: 'tests of before on this schema',
    run: () => withTemporaryFolder((folder) => runTestsOf(tree, files, folder)),
  },
]

async function runTestsOf(tree: string, files: readonly string[], folder: NodeJS.ProcessEnv): Promise<Outcome> {
  const report = join(tree, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--root', tree, '--project', 'unit', ...reporters, ...files]
  const { output } = await runNode('node_modules/vitest/vitest.mjs', args, folder, tree)
  const { testResults } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as TestReport)
    : { testResults: [] }
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.filter(({ status, title }) => status === 'failed' && !expectedOfBefore.includes(title))
  const passed = results.filter(({ status }) => status === 'passed').length
  // A file that cannot be loaded has no results, and no tests prove nothing.
  const silent = testResults.filter(({ assertionResults }) => assertionResults.length === 0).length
  const named = failed.map(({ fullName }) => `failed: ${fullName}\n`).join('')
  return { passed, failed: passed === 0 ? Math.max(1, failed.length) : failed.length + silent, output: output + named }
}

/** The stages of `npm run examples`: the files of others in this folder. */
export const exampleStages = (folder: string): Stage[] => [tests('files of others', 'examples', { EXAMPLES: folder })]
