import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { findChromium } from './checks/chromium.ts'

const databases = join(import.meta.dirname, 'database/testing-setup.ts')

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'law', include: ['checks/**/*.test.ts'] } },
      {
        test: {
          name: 'unit',
          include: ['{contract,database,server,web}/**/*.test.{ts,tsx}'],
          globalSetup: [databases],
          // By itself it would leave one of two cores idle.
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          env: { CHROMIUM_PATH: findChromium() ?? '' },
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
