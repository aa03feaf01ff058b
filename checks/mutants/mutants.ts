import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { acceptedMutants } from './accepted.ts'
import { type MutationReport, type MutationResult, percentKilled, resultOf } from './report.ts'
import { installStryker, runStryker, strykerVersion } from './stryker.ts'

/*
 * `npm run mutants -- part/of/path …`: changes the code of these files in small ways, one at a time, and says which changes no
 * test notices. Each file is a run of its own. A file whose report is at hand, and whose code and tests are as they were,
 * is not run again, so a run that was broken off goes on where it was.
 */

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/mutants')
const sources = '{contract,server/http,server/auth,server/documents,server/formats,server/ingest}/**/*.ts'
/** Texts, and the tests themselves, are checked in other ways. */
const leftOut = /^contract\/messages\/|\.test\.ts$/
const leastPercent = 85

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, tests: { type: 'string', default: '' } },
  allowPositionals: true,
})
const minutes = Number(values.minutes)
const find = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll(sep, '/'))
const files = find(sources).filter((path) => !leftOut.test(path) && positionals.some((word) => path.includes(word)))

if (positionals.length === 0 || files.length === 0)
  refuse('Name parts of paths: npm run mutants -- contract/money http/lane')
else if (!(minutes > 0)) refuse(`--minutes takes the time that one file may take, not "${values.minutes}".`)
else await run()

async function run(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const results: MutationResult[] = []
  for (const [index, path] of files.sort().entries()) {
    say(`${index + 1} of ${files.length}  ${path}`)
    const report = await reportOf(path)
    if (report === undefined) continue
    const result = resultOf(report, acceptedMutants)
    results.push(result)
    const count = result.killed + result.survivors.length
    say(`  ${result.killed} of ${count} killed (${percentKilled(result).toFixed(0)} %), ${result.accepted} accepted`)
    for (const { line, code, change } of result.survivors) say(`  ${path}:${line}\n    ${code}\n    ${change}`)
  }
  const killed = results.reduce((sum, result) => sum + result.killed, 0)
  const survivors = results.flatMap((result) => result.survivors)
  const percent = percentKilled({ killed, survivors })
  const missing = files.length - results.length
  say(`${killed} of ${killed + survivors.length} killed (${percent.toFixed(1)} %), ${missing} files without a result`)
  process.exitCode = percent < leastPercent || missing > 0 ? 1 : 0
}

/**
 * The test files that are run for a source file: its own (`lane.test.ts` for `lane.ts`); without one all of its feature, or of
 * the contract; and those that `--tests` names.
 */
function testsFor(path: string): string[] {
  const [layer = '', feature = ''] = path.split('/')
  const own = path.replace(/\.ts$/, '.test.ts')
  const beside = existsSync(join(root, own)) ? own : layer === 'contract' ? 'contract/' : `${layer}/${feature}/`
  const named = values.tests.split(',').filter((word) => word !== '')
  return find('{contract,server}/**/*.test.ts')
    .filter((test) => test.startsWith(beside) || named.some((word) => test.includes(word)))
    .sort()
}

async function reportOf(path: string): Promise<MutationReport | undefined> {
  const tests = testsFor(path)
  const hash = createHash('sha256').update(`${strykerVersion} ${path} ${tests.join()}`)
  // Its neighbours too: what a test notices depends on them.
  for (const file of [...find(`${posix.dirname(path)}/*.ts`).sort(), ...tests])
    hash.update(readFileSync(join(root, file)))
  const saved = join(cache, `${path.replaceAll('/', '-')}.json`)
  const stamp = hash.digest('hex')
  if (existsSync(saved)) {
    const { stamp: savedStamp, report } = JSON.parse(readFileSync(saved, 'utf8')) as SavedReport
    if (savedStamp === stamp) return report
  }
  if (!installStryker(root)) return undefined
  const fresh = join(cache, 'report.json')
  rmSync(fresh, { force: true })
  const output = await runStryker({ root, path, tests, report: fresh, minutes })
  if (!existsSync(fresh)) {
    say(`${output.trimEnd()}\n  no result within ${minutes} minutes`)
    return undefined
  }
  const report = JSON.parse(readFileSync(fresh, 'utf8')) as MutationReport
  writeFileSync(saved, JSON.stringify({ stamp, report } satisfies SavedReport))
  return report
}

type SavedReport = { stamp: string; report: MutationReport }

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
