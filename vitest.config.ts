import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findChromium, findHeadlessChromium } from './checks/chromium.ts'
import { longFiles } from './checks/long-tests.ts'
import { UnfinishedReporter } from './checks/unfinished.ts'
import { webAliases, webSources } from './web-sources.ts'

const databaseSetup = join(import.meta.dirname, 'database/testing/setup.ts')

const longestFiles = [
  'checks/planted/document-types.test.ts',
  'checks/rules/import-law.test.ts',
  'checks/rules/project.test.ts',
  ...[
    'pages',
    'console/week',
    'console/file-sources',
    'translated-dialogs',
    'session',
    'acts',
    'search',
    'offline',
    'sign-in',
    'failed-writes',
    'shell',
    'console/imports',
    'console/oversight',
    'console/customers',
  ].map((name) => `e2e/${name}.e2e.ts`),
  'server/tracing/tracing.test.ts',
  'server/papers/templates.test.ts',
  'server/http/admission/crowds.test.ts',
  'server/auth/sign-in/sign-in-timing.test.ts',
  'server/tests/imports/sftp-sources.test.ts',
  'server/cli.test.ts',
  'server/tests/broken-connections.test.ts',
  'server/main.test.ts',
  'server/tests/ubl.test.ts',
  'server/tests/ubl-export.test.ts',
  'server/tests/replies-by-mail.test.ts',
  'server/tests/isolation.test.ts',
  'server/jobs/killed-worker.test.ts',
  'server/backup/archive/archive.test.ts',
  'server/backup/copies.test.ts',
  'server/tests/damage.test.ts',
  'server/tests/start.test.ts',
  'server/papers/papers.test.ts',
  'server/tests/moves.test.ts',
  'server/tests/prices.test.ts',
  'server/ingest/memory.test.ts',
  'server/live/live-updates.test.ts',
  'database/former-migrations.test.ts',
]

// A file that was moved or renamed would silently lose its place.
const lostFile = [...longestFiles, ...longFiles].find((path) => !existsSync(join(import.meta.dirname, path)))
if (lostFile !== undefined) throw new Error(`${lostFile} is named as a long file, and does not exist`)

/** They compare databases of former migrations, whose tables are whole, with the database of the tests. */
const wholeTables = ['database/former-migrations.test.ts', 'server/tests/taken-over.test.ts']

/** Files that are left out of the short form (checks/stages.ts). */
const leftOut = process.env.TESTS === 'short' ? longFiles : []

/** Where the results of a stage go as JSON (checks/stages.ts). */
const report = process.env.TEST_REPORT
const reportOfStage: ['json', { outputFile: string }][] = report ? [['json', { outputFile: report }]] : []

/** Runs the longest files first: otherwise the last of them would run alone, and one of two cores would be idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longestFiles.some((path) => moduleId.endsWith(`/${path}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'long', description: 'Takes long and is broken by little that is changed: not in the short form.' }],
    reporters: ['default', new UnfinishedReporter(), ...reportOfStage],
    projects: [
      // The files share their imports: loading the compiler takes most of the time.
      {
        test: {
          name: 'law',
          include: ['checks/**/*.test.ts'],
          exclude: [...leftOut],
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      // What needs no database does not wait for one.
      {
        test: {
          name: 'plain',
          include: ['{contract,server/formats}/**/*.test.ts'],
          isolate: false,
          maxWorkers: 4,
          // Property tests try hundreds of cases, also on a busy machine.
          testTimeout: 20_000,
        },
      },
      {
        // The tests of the web read the same sources as a browser.
        plugins: webSources(),
        resolve: { alias: [...webAliases] },
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          server: { deps: { inline: ['lucide-react'] } },
          isolate: false,
          maxWorkers: 4,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['{database,server}/**/*.test.ts'],
          exclude: ['server/formats/**', ...(process.env.TEST_PARTITIONS ? wholeTables : []), ...leftOut],
          globalSetup: [databaseSetup],
          setupFiles: [join(import.meta.dirname, 'database/testing/nothing-left-open.ts')],
          // The files share their imports: loading the server anew for each took a third of the time.
          isolate: false,
          // The default would leave one of two cores idle.
          maxWorkers: 4,
          // On a machine that others keep busy a test took ten times as long as alone.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['faults/**/*.fault.ts'],
          globalSetup: [databaseSetup],
          // One file at a time: a fault made in one would disturb the others.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['faults/cluster/*.cluster.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'rolling',
          include: ['faults/rolling/*.rolling.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'image',
          include: ['faults/image/*.image.ts'],
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'handbook',
          include: ['faults/handbook/*.handbook.ts'],
          // One page after the other, each with portals that start, backups and restores.
          testTimeout: 900_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'examples',
          include: ['examples/**/*.example.ts'],
          globalSetup: [databaseSetup],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...leftOut],
          globalSetup: [join(import.meta.dirname, 'e2e/harness/prepare-data.ts')],
          setupFiles: [join(import.meta.dirname, 'e2e/harness/set-up-file.ts')],
          env: {
            CHROMIUM_PATH: findChromium() ?? '',
            HEADLESS_CHROMIUM_PATH: findHeadlessChromium() ?? '',
            PREPARED_DATA: join(tmpdir(), `portal-prepared-${process.pid}`),
          },
          // Loading the browser's driver anew for each file took a twentieth of the time.
          isolate: false,
          // Each file starts a portal of its own; while one waits, the others keep both cores busy.
          maxWorkers: 3,
          maxConcurrency: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // On a busy machine a page may be a second late without being wrong.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
