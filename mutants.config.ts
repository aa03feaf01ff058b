import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { needsDatabase } from './checks/mutants/tests-of.ts'

/*
 * What `npm run mutants` runs for each change of the code: the test files that MUTANTS_TESTS names, one after the other.
 * Only those that need a database start one.
 */

const tests = JSON.parse(process.env.MUTANTS_TESTS ?? '[]') as string[]

export default defineConfig({
  test: {
    include: tests,
    globalSetup: needsDatabase(import.meta.dirname, tests)
      ? [join(import.meta.dirname, 'database/testing/setup.ts')]
      : [],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
