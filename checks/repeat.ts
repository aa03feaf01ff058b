import { type ChildProcess, spawn } from 'node:child_process'
import { clockAt, type Moment, momentsFrom } from './dates.ts'
import { runStages } from './runner.ts'
import { longStages, stagesIn } from './stages.ts'

/*
 * `npm test -- --repeat N`: the whole run N times in a row, each at another date, every second one beside two programs
 * that keep the cores busy. A test that passes only on some days or on a quiet machine fails here; with `--from M` those
 * before the Mth, which have passed, are left out.
 */

type RunnerDeps = Parameters<typeof runStages>[1]

/** Returns how many of the runs failed. `names` are the stages to run; all of them when it is empty. Counts from 1. */
export const repeat = async (
  { from, to }: { from: number; to: number },
  names: readonly string[],
  runnerDeps: RunnerDeps,
): Promise<number> => {
  const results: { run: number; name: string; ok: boolean }[] = []
  for (let run = from; run <= to; run++) {
    const now = new Date()
    const moments = momentsFrom(now)
    const moment = moments[(run - 1) % moments.length] as Moment
    const clock = moment.at === now ? {} : clockAt(moment.at, now)
    const busy = run % 2 === 0
    const name = `${clock === undefined ? 'now (libfaketime is not installed)' : moment.name}${busy ? ', on busy cores' : ''}`
    runnerDeps.write(`\nRun ${run} of ${to}: ${name}\n`)
    const loops = busy ? [keepBusy(), keepBusy()] : []
    const isChosen = (name: string) => (names.length === 0 ? !longStages.includes(name) : names.includes(name))
    const stages = stagesIn(clock ?? {}).filter(({ name }) => isChosen(name))
    const ok = await runStages(stages, runnerDeps).finally(() => {
      for (const loop of loops) loop.kill()
    })
    results.push({ run, name, ok })
  }
  runnerDeps.write(`\n${results.map(({ run, name, ok }) => `Run ${run}: ${ok ? 'ok' : 'FAILED'}  ${name}\n`).join('')}`)
  return results.filter(({ ok }) => !ok).length
}

/** A program that keeps one core busy. It ends after an hour, should nothing else end it. */
const keepBusy = (): ChildProcess =>
  spawn(process.execPath, ['-e', 'const end = Date.now() + 3_600_000; while (Date.now() < end);'], { stdio: 'ignore' })
