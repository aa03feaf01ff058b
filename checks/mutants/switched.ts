import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isChosen } from './choice.ts'
import { instrumentFiles, type SwitchedMutant } from './instrumented.ts'
import { describeChange, type MutationReport } from './report.ts'
import type { StrykerRun } from './stryker.ts'
import type { Plan } from './switched-run.ts'
import { needsDatabase } from './tests-of.ts'

/*
 * Tries mutants in one process that has loaded the portal: all of them stand in the code, and one at a time is switched on. It
 * asks first which test files reach which. What is only reached while a file is loaded cannot be switched later: such mutants
 * have a process each.
 */

type Reached = { file: string; milliseconds: number; reached: Record<string, number> }
type Progress = Partial<Reached> & { begun?: string; killed?: string; by?: string }

const databaseSetup = 'database/testing/setup.ts'
/** Milliseconds without a sign of life after which a mutant counts as one that never ends. */
const longestSilence = 180_000

/** Changes the files in every way that was chosen. Returns which tests noticed; what the time did not suffice for is Pending. */
export const runSwitched = async (run: StrykerRun & { packages: string }): Promise<MutationReport> => {
  const { root, paths, choice, packages, minutes } = run
  const { texts, mutants } = await instrumentFiles(root, packages, paths)
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const chosen = mutants
    .filter(({ path, location, replacement }) =>
      isChosen(choice, describeChange({ path, source: sources.get(path) ?? '', location, replacement })),
    )
    // In no order of the files: what the time suffices for is a sample of all, too.
    .sort((a, b) => hash('md5', a.id).localeCompare(hash('md5', b.id)))
  const folder = join(tmpdir(), `mutants-${process.pid}`)
  const everything: Session = { ...run, folder, texts, log: join(folder, 'progress.log'), isolate: false }
  try {
    const { loaded, byTest } = await findReached(everything)
    const session = { ...everything, tests: byTest.map(({ file }) => file) }
    const filesOf = ({ id }: SwitchedMutant) =>
      byTest.filter(({ reached }) => reached[id] !== undefined).sort((a, b) => a.milliseconds - b.milliseconds)
    const reached = chosen.filter((mutant) => filesOf(mutant).length > 0)
    const onlyLoaded = chosen.filter(({ id }) => loaded[id] !== undefined && !reached.some((one) => one.id === id))
    const ended = Date.now() + minutes * 60_000
    const verdicts = await tryAll(session, reached, ended, (open) => switchedFiles(session, open, filesOf))
    const doubtful = await failingAgain(session, new Set(verdicts.values()))
    const again = reached.filter(({ id }) => doubtful.has(verdicts.get(id) ?? ''))
    const apart = { ...session, isolate: true }
    const others = await tryAll(apart, [...onlyLoaded, ...again], ended, (open) => loadedFiles(session, open))
    for (const { id } of again) verdicts.delete(id)
    for (const [id, verdict] of others) verdicts.set(id, verdict)
    const isTried = ({ id }: SwitchedMutant) => reached.some((one) => one.id === id) || loaded[id] !== undefined
    const statusOf = (mutant: SwitchedMutant) => {
      const verdict = verdicts.get(mutant.id)
      if (verdict === undefined) return isTried(mutant) ? 'Pending' : 'NoCoverage'
      return verdict === 'Survived' || verdict === 'Timeout' ? verdict : 'Killed'
    }
    return {
      files: Object.fromEntries(
        paths.map((path) => [
          path,
          {
            source: sources.get(path) ?? '',
            mutants: chosen
              .filter((mutant) => mutant.path === path)
              .map((mutant) => ({ ...mutant, status: statusOf(mutant) })),
          },
        ]),
      ),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Session = StrykerRun & { folder: string; texts: Record<string, string>; log: string; isolate: boolean }

const importOf = (path: string) => `() => import(${JSON.stringify(path)})`
const generated = (root: string, call: string) =>
  `import { countReached, runWith } from ${JSON.stringify(join(root, 'checks/mutants/switch.ts'))}\n${call}\n`

/** Loads all sources without a mutant: what runs while they are loaded is not what a mutant changes later. */
const loadingFile = ({ root, paths, log }: Session) =>
  generated(
    root,
    `import { test } from 'vitest'\ntest('loads', () => undefined)\nawait countReached('', ${JSON.stringify(log)}, () => Promise.all([${paths
      .map((path) => `import(${JSON.stringify(join(root, path))})`)
      .join(', ')}]))`,
  )

const countingFile = ({ root, log }: Session, test: string, query: string) =>
  generated(
    root,
    `await countReached(${JSON.stringify(test)}, ${JSON.stringify(log)}, ${importOf(`${join(root, test)}?${query}`)})`,
  )

async function findReached(session: Session): Promise<{ loaded: Record<string, number>; byTest: Reached[] }> {
  const { tests } = session
  const files = Object.fromEntries(
    tests.map((test, index) => [`1-${String(index).padStart(4, '0')}`, countingFile(session, test, 'count')]),
  )
  const { failed, progress } = await runFiles(session, { '0': loadingFile(session), ...files })
  // A test that fails already, perhaps because others keep the machine busy, notices nothing.
  const failing = failed.map((name) => tests[Number(name.slice(2))])
  if (failing.length > 0)
    process.stdout.write(`  without those that fail on this machine already: ${failing.join(' ')}\n`)
  const counted = progress
    .filter((line): line is Reached => line.reached !== undefined)
    .filter(({ file }) => !failing.includes(file))
  return {
    loaded: counted.find(({ file }) => file === '')?.reached ?? {},
    byTest: counted.filter(({ file }) => file !== ''),
  }
}

/** The test file that noticed a mutant, or what else became of it. */
type Verdict = string
type Tried = { id: string; test: string; file: string; text: string }

/** For each mutant the test files that reach it, the quickest first. */
const switchedFiles = (
  { root, log }: Session,
  open: readonly SwitchedMutant[],
  filesOf: (mutant: SwitchedMutant) => Reached[],
): Tried[] =>
  open.flatMap(({ id, ...mutant }, index) =>
    filesOf({ id, ...mutant }).map(({ file: test, reached }, order) => {
      // A hundred times as often as without the change is a loop that does not end.
      const most = (reached[id] ?? 0) * 100 + 1_000
      const load = importOf(`${join(root, test)}?mutant=${id}`)
      return { id, test, file: numbered(index, order), text: generated(root, callOf(id, test, most, log, load)) }
    }),
  )

/** For each mutant one file with all tests, before which nothing was loaded. */
function loadedFiles({ root, log, tests }: Session, open: readonly SwitchedMutant[]): Tried[] {
  const all = tests.map((test) => `describe(${JSON.stringify(test)}, ${importOf(join(root, test))})`).join('; ')
  return open.map(({ id }, index) => {
    const call = callOf(id, 'a test', 10_000_000, log, `async () => { ${all} }`)
    const text = generated(root, `import { describe } from 'vitest'\n${call}`)
    return { id, test: 'a test', file: numbered(index, 0), text }
  })
}

const numbered = (...parts: number[]) => `1-${parts.map((part) => String(part).padStart(5, '0')).join('-')}`
const callOf = (id: string, test: string, most: number, log: string, load: string) =>
  `await runWith(${JSON.stringify({ mutant: id, test, most, log })}, ${load})`

/** Tries mutants until all have a verdict or the time is over. */
async function tryAll(
  session: Session,
  mutants: readonly SwitchedMutant[],
  ended: number,
  filesFor: (open: readonly SwitchedMutant[]) => Tried[],
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>()
  for (let open = mutants; open.length > 0 && Date.now() < ended; open = open.filter(({ id }) => !verdicts.has(id))) {
    const tried = filesFor(open)
    const files = Object.fromEntries(tried.map(({ file, text }) => [file, text]))
    const outcome = await runFiles(session, session.isolate ? files : { '0': loadingFile(session), ...files }, ended)
    const found = verdictsOf(outcome, tried, Date.now() >= ended)
    for (const [id, verdict] of found) verdicts.set(id, verdict)
    if (found.size === 0) break
  }
  return verdicts
}

/** The verdicts of a run that may have been ended at its last mutant: by the time, or because that never ends. */
function verdictsOf(
  { failed, progress, isSilent }: Outcome,
  tried: readonly Tried[],
  isTimeOver: boolean,
): Map<string, Verdict> {
  const begun = [...new Set(progress.flatMap((line) => line.begun ?? []))]
  const killers = new Map(
    progress.flatMap(({ killed, by = '' }) => (killed === undefined ? [] : [[killed, by] as const])),
  )
  for (const { id, test, file } of tried) if (failed.includes(file) && !killers.has(id)) killers.set(id, test)
  const verdicts = new Map(begun.map((id): [string, Verdict] => [id, killers.get(id) ?? 'Survived']))
  const last = begun.at(-1)
  if (!isSilent || last === undefined || killers.has(last)) return verdicts
  if (isTimeOver) verdicts.delete(last)
  else verdicts.set(last, 'Timeout')
  return verdicts
}

/** Which of the test files fail without any mutant where they have run before: what they noticed is tried once more. */
async function failingAgain(session: Session, killers: ReadonlySet<string>): Promise<Set<string>> {
  const suspects = session.tests.filter((test) => killers.has(test))
  const files = suspects.flatMap((test, index) =>
    [0, 1].map((turn) => [numbered(index, turn), countingFile(session, test, `again${turn}`)]),
  )
  const { failed } = await runFiles(session, { '0': loadingFile(session), ...Object.fromEntries(files) })
  return new Set(suspects.filter((_, index) => failed.some((name) => name.startsWith(numbered(index)))))
}

type Outcome = { failed: string[]; progress: Progress[]; isSilent: boolean }

/** Runs files by their names. `isSilent`: it gave no sign of life for long and was ended. */
function runFiles(
  { root, folder, texts, tests, log, isolate }: Session,
  files: Readonly<Record<string, string>>,
  ended = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(log, '')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.mutant.ts`), text)
  const failedFile = join(folder, 'failed.json')
  const setup = needsDatabase(root, tests) ? join(root, databaseSetup) : null
  const plan: Plan = { root, folder, setup, texts, failed: failedFile, isolate }
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'switched-run.ts'), join(folder, 'plan.json')], {
      ...{ cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
      env: { ...process.env, NODE_ENV: 'test', VITEST: '1' },
    })
    let isSilent = false
    let [size, since] = [0, Date.now()]
    const watch = setInterval(() => {
      const now = statSync(log).size
      if (now !== size) [size, since] = [now, Date.now()]
      if (Date.now() - since < longestSilence && Date.now() < ended) return
      isSilent = true
      child.kill('SIGTERM')
    }, 1_000)
    child.on('close', () => {
      clearInterval(watch)
      const failed = existsSync(failedFile) ? (JSON.parse(readFileSync(failedFile, 'utf8')) as string[]) : []
      const lines = readFileSync(log, 'utf8').split('\n')
      done({
        failed: failed.map((path) => basename(path, '.mutant.ts')),
        progress: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Progress),
        isSilent,
      })
    })
  })
}
