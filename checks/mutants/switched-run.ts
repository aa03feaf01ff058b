import { readFileSync, writeFileSync } from 'node:fs'
import { createVitest, type TestModule } from 'vitest/node'

/* A process of its own: runs the files that `plan` names, one after the other, in one process of tests. */

/** `setup` is Vitest's global set-up; `texts` are the instrumented sources, by path. */
export type Plan = {
  root: string
  folder: string
  setup: string | null
  texts: Record<string, string>
  failed: string
  isolate: boolean
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan
const failed: string[] = []

const vitest = await createVitest(
  'test',
  {
    config: false,
    root: plan.root,
    dir: plan.folder,
    include: ['*.mutant.ts'],
    ...(plan.setup === null ? {} : { globalSetup: [plan.setup] }),
    ...{
      watch: false,
      isolate: plan.isolate,
      maxWorkers: 1,
      fileParallelism: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
    // It goes by the files as they lie on the disk, which have no mutants.
    fsModuleCache: false,
    onConsoleLog: () => false,
    reporters: [
      {
        onTestModuleEnd: (module: TestModule) => {
          if (module.state() !== 'failed') return
          failed.push(module.moduleId)
          writeFileSync(plan.failed, JSON.stringify(failed))
        },
      },
    ],
    sequence: {
      sequencer: class {
        sort = async <T extends { moduleId: string }>(files: T[]) =>
          files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
        shard = async <T>(files: T[]) => files
      } as never,
    },
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load: (id) => {
          const [file = ''] = id.split('?')
          return plan.texts[file.slice(plan.root.length + 1)] ?? null
        },
      },
    ],
  },
)
await vitest.start()
await vitest.close()
process.exit(0)
