import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findChromium } from './checks/chromium.ts'

const databaseSetup = join(import.meta.dirname, 'database/testing-setup.ts')

const longestFiles =
  /\/(pages|sign-in|translated-dialogs|security|session|offline|shell|lists)\.e2e\.ts$|\/(cli|main|ubl|papers|killed|timing|throttle)\.test\.ts$/

/** Begins with the longest files: else the last of them would run alone, and one of two cores would stand idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longestFiles.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // Files share what they import: the compiler is most of what they load.
      { test: { name: 'law', include: ['checks/**/*.test.ts'], isolate: false, maxWorkers: 2, testTimeout: 60_000 } },
      // What needs no database does not wait for one.
      { test: { name: 'plain', include: ['{contract,web}/**/*.test.{ts,tsx}'], isolate: false, maxWorkers: 3 } },
      {
        test: {
          name: 'unit',
          include: ['{database,server}/**/*.test.ts'],
          globalSetup: [databaseSetup],
          // Files share what they import, for to load the server anew for each took a third of the time.
          isolate: false,
          // By itself it would leave one of two cores idle.
          maxWorkers: 3,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['faults/**/*.fault.ts'],
          globalSetup: [databaseSetup],
          // One at a time: what is broken here would be measured by the others.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: [join(import.meta.dirname, 'e2e/prepare-data.ts')],
          env: {
            CHROMIUM_PATH: findChromium() ?? '',
            PREPARED_DATA: join(tmpdir(), `portal-prepared-${process.pid}`),
          },
          // To load the browser's driver anew for each file took a twentieth of the time.
          isolate: false,
          // Each file starts a portal and a browser of its own; more than two at a time would wait for each other.
          maxWorkers: 2,
          maxConcurrency: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page that is a second late on a busy machine is late, not wrong.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
