import { spawn } from 'node:child_process'
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
type Progress = Partial<Reached> & { begun?: string; killed?: string }

const databaseSetup = 'database/testing/setup.ts'
/** Milliseconds without a sign of life after which a mutant counts as one that never ends. */
const longestSilence = 90_000

/** Changes the files in every way that was chosen. Returns which tests noticed; what the time did not suffice for is Pending. */
export const runSwitched = async (run: StrykerRun & { packages: string }): Promise<MutationReport> => {
  const { root, paths, choice, tests, packages, minutes } = run
  const { texts, mutants } = await instrumentFiles(root, packages, paths)
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const chosen = mutants.filter(({ path, location, replacement }) =>
    isChosen(choice, describeChange({ path, source: sources.get(path) ?? '', location, replacement })),
  )
  const folder = join(tmpdir(), `mutants-${process.pid}`)
  const session: Session = { ...run, folder, texts, log: join(folder, 'progress.log'), isolate: false }
  try {
    const { loaded, byTest } = await findReached(session)
    const filesOf = ({ id }: SwitchedMutant) =>
      byTest.filter(({ reached }) => reached[id] !== undefined).sort((a, b) => a.milliseconds - b.milliseconds)
    const reached = chosen.filter((mutant) => filesOf(mutant).length > 0)
    const onlyLoaded = chosen.filter(({ id }) => loaded[id] !== undefined && !reached.some((one) => one.id === id))
    const ended = Date.now() + minutes * 60_000
    const verdicts = new Map([
      ...(await tryAll(session, reached, ended, (open) => switchedFiles(session, open, filesOf), tests)),
      ...(await tryAll({ ...session, isolate: true }, onlyLoaded, ended, (open) => loadedFiles(session, open), [])),
    ])
    const isTried = ({ id }: SwitchedMutant) => reached.some((one) => one.id === id) || loaded[id] !== undefined
    const statusOf = (mutant: SwitchedMutant) => verdicts.get(mutant.id) ?? (isTried(mutant) ? 'Pending' : 'NoCoverage')
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
  if (failed.length > 0) {
    const names = failed.map((name) => tests[Number(name.slice(2))] ?? 'the sources')
    throw new Error(`Without any change these fail already: ${names.join(' ')}`)
  }
  const counted = progress.filter((line): line is Reached => line.reached !== undefined)
  return {
    loaded: counted.find(({ file }) => file === '')?.reached ?? {},
    byTest: counted.filter(({ file }) => file !== ''),
  }
}

type Verdict = 'Killed' | 'Survived' | 'Timeout'
type Files = Record<string, string>

const numbered = (...parts: number[]) => `1-${parts.map((part) => String(part).padStart(5, '0')).join('-')}`

/** For each mutant the test files that reach it, the quickest first. */
function switchedFiles(
  { root, log }: Session,
  open: readonly SwitchedMutant[],
  filesOf: (mutant: SwitchedMutant) => Reached[],
): Files {
  const files: Files = {}
  for (const [index, mutant] of open.entries())
    for (const [order, { file, reached }] of filesOf(mutant).entries()) {
      // A hundred times as often as without the change is a loop that does not end.
      const most = (reached[mutant.id] ?? 0) * 100 + 1_000
      const load = importOf(`${join(root, file)}?mutant=${mutant.id}`)
      const call = `await runWith(${JSON.stringify(mutant.id)}, ${most}, ${JSON.stringify(log)}, ${load})`
      files[numbered(index, order)] = generated(root, call)
    }
  return files
}

/** For each mutant one file with all tests, which nothing was loaded before. */
function loadedFiles({ root, log, tests }: Session, open: readonly SwitchedMutant[]): Files {
  const all = tests.map((test) => `describe(${JSON.stringify(test)}, ${importOf(join(root, test))})`).join('; ')
  const textOf = ({ id }: SwitchedMutant) =>
    generated(
      root,
      `import { describe } from 'vitest'\nawait runWith(${JSON.stringify(id)}, 10_000_000, ${JSON.stringify(log)}, async () => { ${all} })`,
    )
  return Object.fromEntries(open.map((mutant, index) => [numbered(index), textOf(mutant)]))
}

/** Tries mutants until all have a verdict or the time is over. `controls` are run without a mutant at the end. */
async function tryAll(
  session: Session,
  mutants: readonly SwitchedMutant[],
  ended: number,
  filesFor: (open: readonly SwitchedMutant[]) => Files,
  controls: readonly string[],
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>()
  for (let open = mutants; open.length > 0 && Date.now() < ended; open = open.filter(({ id }) => !verdicts.has(id))) {
    const files = { ...(session.isolate ? {} : { '0': loadingFile(session) }), ...filesFor(open) }
    for (const [index, test] of controls.entries())
      files[`2-${String(index).padStart(4, '0')}`] = countingFile(session, test, 'again')
    const { failed, progress, isSilent } = await runFiles(session, files, ended)
    if (failed.some((name) => name.startsWith('2-')))
      throw new Error('Tests fail without any change after the others have run: what they found cannot be relied on.')
    const begun = [...new Set(progress.flatMap((line) => line.begun ?? []))]
    const killed = new Set(progress.flatMap((line) => line.killed ?? []))
    for (const name of failed.filter((file) => file.startsWith('1-')))
      killed.add(open[Number(name.slice(2, 7))]?.id ?? '')
    const last = begun.at(-1)
    const isCutOff = last !== undefined && !killed.has(last) && Date.now() >= ended
    for (const id of begun) if (id !== last || !isCutOff) verdicts.set(id, killed.has(id) ? 'Killed' : 'Survived')
    if (isSilent && !isCutOff && last !== undefined) verdicts.set(last, 'Timeout')
    if (begun.length === 0) break
  }
  return verdicts
}

/** Runs files by their names. `isSilent`: it gave no sign of life for long and was ended. */
function runFiles(
  { root, folder, texts, tests, log, isolate }: Session,
  files: Readonly<Files>,
  ended = Number.POSITIVE_INFINITY,
): Promise<{ failed: string[]; progress: Progress[]; isSilent: boolean }> {
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
