import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { acceptedMutants } from './accepted.ts'
import { openCompiler } from './compiler.ts'
import {
  type Change,
  combine,
  identityOf,
  type MutationReport,
  type MutationResult,
  marginOf,
  percentKilled,
  resultOf,
  type TriedMutant,
  triedMutants,
} from './report.ts'
import { installStryker, packagesIn, runStryker, strykerVersion } from './stryker.ts'
import { runSwitched } from './switched.ts'
import { needsDatabase, testsOf } from './tests-of.ts'

/*
 * `npm run mutants -- part/of/path …`: changes the code of these files in small ways, one at a time, and says which changes no
 * test notices. Files with the same tests share a run. What is known of a file is kept as long as its code, its
 * neighbours and its tests are as they were, so a run that was broken off goes on where it was.
 */

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/mutants')
const sources = '{contract,server/http,server/auth,server/documents,server/formats,server/ingest}/**/*.ts'
/** Texts, and the tests themselves, are checked in other ways. */
const leftOut = /^contract\/(messages\/|message-arguments)|\.test\.ts$/
const leastPercent = 85
const refuses = openCompiler(root)

const { values, positionals } = parseArgs({
  options: {
    beside: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
    'one-in': { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    tests: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const minutes = Number(values.minutes)
const oneIn = Number(values['one-in'])
const find = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll(sep, '/'))
const paths = find(sources).filter((path) => !leftOut.test(path) && positionals.some((word) => path.includes(word)))

if (positionals.length === 0 || paths.length === 0)
  refuse('Name parts of paths: npm run mutants -- contract/money http/lane')
else if (!(minutes > 0)) refuse(`--minutes takes the time that one run may take, not "${values.minutes}".`)
else if (!(Number.isInteger(oneIn) && oneIn > 0))
  refuse(`--one-in takes how many changes one is chosen from, such as 10, not "${values['one-in']}".`)
else await run()

/**
 * `near` is what the tests beside the file notice, `all` what these and those of its feature do. `code` and `tests` are
 * hashes of what they were found with.
 */
type FileResults = { code: string; tests: string; near?: TriedMutant[]; all?: TriedMutant[] }
type SourceFile = { path: string; near: string[]; far: string[]; results: FileResults }

async function run(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const files = readFiles()
  if (!installStryker(root)) return refuse('Stryker could not be installed; npm says why above.')
  const first = files.filter(({ near, results }) => near.length > 0 && results.near === undefined)
  for (const group of withSameTests(first, 'near')) await tryGroup(group, 'near')
  for (const file of files)
    if (file.results.near && (file.far.length === 0 || openMutants(file).length === 0))
      keep(file, 'all', file.results.near)
  // A file whose first round brought nothing is not tried with more tests: it would bring nothing either.
  const second = files.filter(
    ({ near, far, results }) => far.length > 0 && !results.all && (results.near || near.length === 0),
  )
  for (const group of withSameTests(second, 'far')) await tryGroup(group, 'far')
  report(files)
}

function readFiles(): SourceFile[] {
  const tests = find('{checks/release,contract,server}/**/*.test.ts')
  const named = values.tests.split(',').filter((word) => word !== '')
  return paths.sort().map((path) => {
    const found = testsOf(path, tests, named)
    const all = values.beside || found.far.length === 0 ? found.near : found.far
    // In a process that has loaded the portal the tests of the whole feature cost little more than those beside a file.
    const { near, far } = needsDatabase(root, all)
      ? { near: all, far: [] }
      : { near: found.near, far: all === found.near ? [] : all }
    // Its neighbours too: what a test notices depends on them.
    const neighbours = find(`${posix.dirname(path)}/*.ts`).filter((file) => !leftOut.test(file))
    const code = hashOf(`${strykerVersion} compiled ${path} ${oneIn} ${values.seed}`, neighbours.sort())
    const testFiles = [...new Set([...near, ...far])]
    const current = { code, tests: hashOf(`${near} ${far}`, testFiles) }
    const saved = savedIn(path)
    const results = existsSync(saved) ? (JSON.parse(readFileSync(saved, 'utf8')) as FileResults) : undefined
    if (results?.code !== code) return { path, near, far, results: current }
    if (results.tests === current.tests) return { path, near, far, results }
    const known = values.survivors ? (results.all ?? results.near) : undefined
    return known
      ? { path, near, far: testFiles, results: { ...current, near: known } }
      : { path, near, far, results: current }
  })
}

function hashOf(start: string, files: readonly string[]): string {
  const hash = createHash('sha256').update(start)
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function savedIn(path: string): string {
  return join(cache, `${path.replaceAll('/', '-')}-${oneIn}-${values.seed}.json`)
}

function withSameTests(files: readonly SourceFile[], round: 'near' | 'far'): SourceFile[][] {
  return [...Map.groupBy(files, (file) => file[round].join()).values()]
}

/** What the tests beside the file do not notice, and nobody has accepted. */
function openMutants({ results }: SourceFile): readonly Change[] {
  return resultOf(results.near ?? [], acceptedMutants).survivors
}

async function tryGroup(files: readonly SourceFile[], round: 'near' | 'far'): Promise<void> {
  const [{ [round]: tests } = { near: [], far: [] }] = files
  const started = Date.now()
  say(`${files.map(({ path }) => path).join(' ')}\n  with ${tests.join(' ')}`)
  const again = Object.fromEntries(
    files.filter(({ results }) => results.near).map((file) => [file.path, openMutants(file).map(identityOf)]),
  )
  const fresh = join(cache, 'report.json')
  rmSync(fresh, { force: true })
  const choice = { oneIn, seed: values.seed, again }
  const run = { root, paths: files.map(({ path }) => path), tests, choice, report: fresh, minutes }
  // Loading the portal anew for each mutant, as Stryker does, takes ten times as long.
  const result = needsDatabase(root, tests)
    ? await runSwitched({ ...run, packages: packagesIn(root) })
    : await runStryker(run)
  if (typeof result === 'string' && !existsSync(fresh))
    return say(`${result.trimEnd()}\n  no result within ${minutes} minutes`)
  const found = typeof result === 'string' ? (JSON.parse(readFileSync(fresh, 'utf8')) as MutationReport) : result
  const waiting = Object.values(found.files).flatMap(({ mutants }) =>
    mutants.filter(({ status }) => status === 'Pending'),
  )
  if (waiting.length > 0) say(`  the time did not suffice for ${waiting.length} changes`)
  const tried = triedMutants(found, refuses)
  for (const file of files) {
    const own = tried.filter(({ path }) => path === file.path)
    if (round === 'near') keep(file, 'near', own)
    else keep(file, 'all', file.results.near ? combine(file.results.near, own) : own)
  }
  const killed = tried.filter(({ isKilled }) => isKilled).length
  const endless = tried.filter(({ isEndless }) => isEndless).length
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  say(`  ${killed} of ${tried.length} killed in ${seconds} s, ${endless} of them because tests did not end`)
}

function keep(file: SourceFile, round: 'near' | 'all', tried: TriedMutant[]): void {
  file.results[round] = tried
  writeFileSync(savedIn(file.path), JSON.stringify(file.results))
}

function report(files: readonly SourceFile[]): void {
  say('')
  const finished = files.filter(({ results }) => results.all !== undefined)
  for (const { path, results } of finished) {
    for (const { line, code, change } of resultOf(results.all ?? [], acceptedMutants).survivors)
      say(`${path}:${line}\n  ${code}\n  ${change}`)
  }
  const row = (...cells: unknown[]) => say(`| ${cells.join(' | ')} |`)
  const show = (name: string, count: number, { killed, refused, accepted, survivors }: MutationResult) => {
    const share = percentKilled({ killed, survivors }).toFixed(1)
    const margin = oneIn === 1 ? '' : ` ± ${marginOf({ killed, survivors }).toFixed(1)}`
    const tried = killed + accepted + survivors.length
    row(name, count, tried, killed, refused, accepted, survivors.length, `${share}${margin} %`)
  }
  const resultsOf = (some: readonly SourceFile[]) =>
    resultOf(
      some.flatMap(({ results }) => results.all ?? []),
      acceptedMutants,
    )
  say(
    oneIn === 1
      ? 'Every change was tried.'
      : `A sample: one in ${oneIn} changes was tried, by the seed ${values.seed}.`,
  )
  row('folder', 'files', 'tried', 'killed', 'by the compiler', 'accepted', 'survived', 'share')
  row(...Array<string>(8).fill('---'))
  for (const [folder, some] of Map.groupBy(finished, ({ path }) => posix.dirname(path)))
    show(folder, some.length, resultsOf(some))
  const total = resultsOf(finished)
  show('all', finished.length, total)
  const missing = files.filter(({ results }) => results.all === undefined)
  if (missing.length > 0) say(`Without a result: ${missing.map(({ path }) => path).join(' ')}`)
  process.exitCode = percentKilled(total) < leastPercent || missing.length > 0 ? 1 : 0
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
